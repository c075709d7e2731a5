//! Derives the tables of misère play that the solver carries: the quotient of a heap-splitting
//! game, derived from its rules alone and proved for all sums.

use rules::Variant;
use solver::{Budget, derive_quotient};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct QuotientBenchArguments {
    /// The game in the notation: `octal(code=0.77)`, `grundy`.
    game: String,
    /// The largest heap.
    heaps: u64,
    /// The most positions to search.
    #[arg(long, default_value_t = 1_000_000_000)]
    nodes: u64,
}

/// Prints the quotient.
pub(crate) fn run(arguments: &QuotientBenchArguments) -> anyhow::Result<()> {
    let variant: Variant = arguments.game.parse()?;
    let mut budget = Budget::positions(arguments.nodes);
    let derived = derive_quotient(&variant, arguments.heaps, &mut budget)?;
    let quotient = derived.presentation();
    println!("letters    {}: heaps {:?}", quotient.letters, derived.generators);
    println!("relations  {}", quotient.relations);
    println!("lost       {}", quotient.lost);
    println!("heaps      {}", quotient.parts);
    println!("proved     {} elements, {} sums", derived.order, derived.sums);
    Ok(())
}
