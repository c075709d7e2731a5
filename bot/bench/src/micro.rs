//! The cost of single operations: reading a message, making a move, a verdict by each engine of the
//! solver, each with a fresh solver.
//!
//! The time is the CPU time of the best of several rounds. On a busy machine instructions are more
//! stable: count them for `--times 1` and for `--times 11`; a tenth of the difference is one
//! operation.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Context;
use ladder::{
    Contender, MemoryBook, Played, RatedMatch, RatingOutcome, WaitingPlayer, find_opponents,
};
use protocol::{EndReason, Kind, PlayerId, Request};
use rules::{Draft, Game, Heaps, MAX_HEAPS, Move, Seat, Setup};
use server::testing::steps;
use solver::{Budget, Certainty, Solver};
use uuid::Uuid;

use tempfile::TempDir;

/// The number of rounds, of which the best counts.
const ROUNDS: u32 = 7;

/// How long a round lasts.
const ROUND: Duration = Duration::from_millis(30);

/// The most positions searched for a verdict: more than any case needs.
const POSITIONS: u64 = 50_000_000;

/// Starts in the notation, with the engine that decides them.
const VERDICTS: [(&str, &str); 20] = [
    ("nim-sum", "nim 9007199254740991,77,12345"),
    ("remainders", "subtraction(take=1,2,3) 1000,999,77"),
    ("columns", "moore(k=2) 1000,999,77,5"),
    ("golden pairs", "multiheap(scope=all) 100000,161803"),
    ("Zeckendorf", "fibonacci heap=1000000;limit=999999"),
    ("several players", "misere game21_nplayer(players=5;step=3;target=200) 0"),
    ("circle by theorem", "circular_stacks(k=4) 9000,5,7,9000,8,1"),
    ("period", "octal(code=0.77) 9007199254740991,1000,77"),
    ("heap values", "grundy 2000"),
    ("tame pairs", "misere octal(code=0.7777) 500,400"),
    ("quotient", "misere octal(code=0.77) 9007199254740991,1000,77"),
    ("quotient of boards", "misere notakto .........,.........,........."),
    ("misère sums", "misere grundy 43"),
    ("nimbers", "ndim(dims=5,5) 1111110111101111101111111"),
    ("subsets", "misere ndim(dims=4,4) 1111111111111111"),
    ("staircases", "misere chomp 8,8,8,8,8,8,8,7"),
    ("sieve", "multiheap(scope=all) 31,29,23,17"),
    ("building", "building remaining=20;stacks=0,0,0,0,0"),
    ("score", "candy 31,30,29"),
    ("order", "poset(covers=0-1,1-2,0-3,3-4,4-5,2-5,5-6,1-7;elements=8) 0,1,2,3,4,5,6,7"),
];

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MicroArguments {
    /// Run only the operations whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Run each operation this often without measuring time, for counting instructions.
    #[arg(long)]
    times: Option<u32>,
}

/// Prints a line for each operation.
pub(crate) fn run(arguments: &MicroArguments) -> anyhow::Result<()> {
    for (name, mut step) in steps()?.into_iter().filter(|step| step.0.contains(&arguments.only)) {
        match arguments.times {
            Some(times) => (0..times).for_each(|_| step()),
            None => println!("{name:32} {:>12.3} us", best(&mut step)? * 1e6),
        }
    }
    Ok(())
}

/// The time of one operation in the fastest round, in seconds.
fn best(step: &mut dyn FnMut()) -> anyhow::Result<f64> {
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let (began, core, mut steps) = (Instant::now(), crate::reach::on_core()?, 0);
        while began.elapsed() < ROUND {
            step();
            steps += 1;
        }
        let took = crate::reach::on_core()? - core;
        best = best.min(took.as_secs_f64() / f64::from(steps));
    }
    Ok(best)
}

type MicroStep = (String, Box<dyn FnMut()>);

fn steps() -> anyhow::Result<Vec<MicroStep>> {
    let mut steps: Vec<MicroStep> = Vec::new();
    let mut add = |name: &str, step: Box<dyn FnMut()>| steps.push((name.to_owned(), step));

    let mv = r#"{"t":"move","cid":7,"table":"67e55044-10b1-426f-9247-bb680e5fe0c8","ply":3,"move":[1,2]}"#;
    Request::read(mv).context("a message")?;
    add(
        "read a move",
        Box::new(move || {
            let _ = black_box(Request::read(black_box(mv)));
        }),
    );
    let draft = r#"{"variant":"nim","params":{},"ending":"normal","start":{"heaps":[3,5,7]}}"#;
    let setup = Setup::try_from(serde_json::from_str::<Draft>(draft)?)?;
    add(
        "read a start",
        Box::new(move || {
            let draft = serde_json::from_str::<Draft>(black_box(draft));
            let _ = black_box(draft.map(Setup::try_from));
        }),
    );
    let line = "nim 3,4,5: A-2 C-3 B-1 B-1 A-1 B-1 C-1 B-1 C-1";
    line.parse::<Game>().context("a game")?;
    add(
        "read a game in notation",
        Box::new(move || {
            let _ = black_box(black_box(line).parse::<Game>());
        }),
    );
    let first = setup.variant().rules().moves(setup.start()).next().context("a move")?;
    add(
        "make a move",
        Box::new(move || {
            let _ = black_box(setup.variant().rules().apply(setup.start(), &first));
        }),
    );
    let board: Setup = format!("ndim(dims=20,20) {}", "1".repeat(400)).parse()?;
    add(
        "list the moves of 20x20",
        Box::new(move || {
            black_box(board.variant().rules().moves(board.start()).count());
        }),
    );
    add("a move at a table", Box::new(steps::table_step()));
    add("encode its answer for two", Box::new(steps::render()));
    for games in [1, 56, 512] {
        let folder = TempDir::new()?;
        let mut batch = steps::journal_batch(folder.path(), games)?;
        add(
            &format!("commit of {games}"),
            Box::new(move || {
                let _in = &folder;
                batch();
            }),
        );
    }
    add("rate a pair", rate_a_pair()?);
    add("opponents for 10,000 who wait", find_opponents_for_many());
    let heaps: Vec<u64> = (0..MAX_HEAPS as u64).map(|n| n * n + 1).collect();
    let xored = heaps.clone();
    add(
        "xor as many heaps as a position may have",
        Box::new(move || {
            black_box(black_box(&xored).iter().fold(0, |sum, heap| sum ^ heap));
        }),
    );
    let nim = "nim 1".parse::<Setup>()?;
    let position = nim.variant().rules().admit(Heaps::from(heaps).into())?;
    add(
        "verdict: as many heaps of nim as there may be",
        Box::new(move || {
            let mut solver = Solver::new(nim.variant());
            let budget = &mut Budget::positions(POSITIONS);
            black_box(solver.verdict(nim.ending(), &position, budget));
        }),
    );
    for (name, start) in VERDICTS {
        let setup: Setup = start.parse().with_context(|| start.to_owned())?;
        let verdict = move || {
            let mut solver = Solver::new(setup.variant());
            let budget = &mut Budget::positions(POSITIONS);
            solver.verdict(setup.ending(), setup.start(), budget)
        };
        anyhow::ensure!(verdict().certainty != Certainty::Unknown, "{start} is not decided");
        add(
            &format!("verdict: {name}"),
            Box::new(move || {
                black_box(verdict());
            }),
        );
    }
    Ok(steps)
}

/// Rates a different pair each time, of players who all soon have ratings.
fn rate_a_pair() -> anyhow::Result<Box<dyn FnMut()>> {
    let setup: Setup = "nim 1,1".parse()?;
    let player = |n: u128| Contender::new(PlayerId(Uuid::from_u128(n)), Kind::Bot);
    let (mut book, mut number) = (MemoryBook::default(), 0_u64);
    let mut rate = move || {
        number += 1;
        // The moves differ in number only, because rating does not replay them.
        let played = |winner| Played {
            winners: vec![Seat(winner)],
            reason: EndReason::Played,
            moves: vec![Move::List(vec![0, 1].into()), Move::List(vec![1, number].into())],
        };
        let (first, second) = (u128::from(number % 1_000), u128::from(number % 999));
        book.rate(&RatedMatch {
            id: Uuid::from_u128(number.into()),
            setup: setup.clone(),
            clock: None,
            open: false,
            same_owner: false,
            same_address: false,
            voided: false,
            start: None,
            players: vec![player(1_000 + first), player(2_000 + second)],
            games: vec![played((number % 2) as u8), played(0)],
            at: number as i64 * 1_000,
        })
    };
    anyhow::ensure!(matches!(rate(), RatingOutcome::Counted { .. }), "the pair does not count");
    Ok(Box::new(move || {
        black_box(rate());
    }))
}

fn find_opponents_for_many() -> Box<dyn FnMut()> {
    let one = |n: u128| WaitingPlayer {
        player: PlayerId(Uuid::from_u128(n)),
        person: PlayerId(Uuid::from_u128(n)),
        rating: 1_000.0 + (n * 7_919 % 10_007) as f64 / 10.0,
        deviation: 60.0,
        waited_ms: (n * 104_729 % 20_000) as u64,
        met: Vec::new(),
        begun: 0,
        wants: None,
        apart: Vec::new(),
    };
    let waiting: Vec<WaitingPlayer> = (0..10_000).map(one).collect();
    let mut drawn = 0;
    Box::new(move || {
        let mut below = |most: u64| {
            drawn = (drawn + 7_919) % 1_000_003;
            drawn % most.max(1)
        };
        black_box(find_opponents(&waiting, &mut below).len());
    })
}
