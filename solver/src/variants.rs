//! One theory for each variant, and the list of them.

mod building;
mod candy;
mod chomp;
mod circular;
mod circular_stacks;
mod cram;
mod euclid;
mod fibonacci;
mod game21_nplayer;
mod graph;
mod greedy;
mod grundy;
mod hackenbush;
mod lasker;
mod moore;
mod multiheap;
mod ndim;
mod nim;
mod nim_pass;
mod nimble;
mod node_kayles;
mod notakto;
mod octal;
mod poset;
mod race_to;
mod rwythoff;
mod silver_dollar;
mod staircase;
mod subtraction;
mod turning;
mod welter;

use rules::Variant;

use crate::any_theory::AnyTheory;

/// Returns the theory of this variant, with empty tables. A variant without a theory of its
/// own has `Exhaustive`.
pub(crate) fn theory(variant: &Variant) -> Box<dyn AnyTheory> {
    match variant {
        Variant::Nim(rules) => Box::new(nim::NimTheory(*rules)),
        Variant::Game21(rules) | Variant::Game100(rules) => Box::new(race_to::RaceToTheory(*rules)),
        Variant::Subtraction(rules) => Box::new(subtraction::SubtractionTheory::new(rules.clone())),
        Variant::Game21NPlayer(rules) => Box::new(game21_nplayer::Game21NPlayerTheory::new(*rules)),
        Variant::Multiheap(rules) => Box::new(multiheap::MultiheapTheory::new(*rules)),
        Variant::Greedy(rules) => Box::new(greedy::GreedyTheory::new(*rules)),
        Variant::Moore(rules) => Box::new(moore::MooreTheory::new(*rules)),
        Variant::Building(rules) => Box::new(building::BuildingTheory::new(*rules)),
        Variant::Candy(rules) => Box::new(candy::CandyTheory::new(*rules)),
        Variant::Fibonacci(rules) => Box::new(fibonacci::FibonacciTheory::new(*rules)),
        Variant::CircularStacks(rules) => {
            Box::new(circular_stacks::CircularStacksTheory::new(*rules))
        }
        Variant::Circular(rules) => Box::new(circular::theory(*rules)),
        Variant::Grundy(rules) => Box::new(grundy::theory(*rules)),
        Variant::Lasker(rules) => Box::new(lasker::LaskerTheory(*rules)),
        Variant::Octal(rules) => Box::new(octal::theory(rules.clone())),
        Variant::Ndim(rules) => Box::new(ndim::theory(rules.clone())),
        Variant::Graph(rules) => Box::new(graph::theory(rules.clone())),
        Variant::Notakto(rules) => Box::new(notakto::theory(*rules)),
        Variant::Chomp(rules) => Box::new(chomp::theory(*rules)),
        Variant::Poset(rules) => Box::new(poset::theory(rules.clone())),
        Variant::Nimble(rules) => Box::new(nimble::NimbleTheory(*rules)),
        Variant::Staircase(rules) => Box::new(staircase::theory(*rules)),
        Variant::SilverDollar(rules) => Box::new(silver_dollar::theory(*rules)),
        Variant::Euclid(rules) => Box::new(euclid::EuclidTheory(*rules)),
        Variant::RWythoff(rules) => Box::new(rwythoff::RWythoffTheory::new(*rules)),
        Variant::NimPass(rules) => Box::new(nim_pass::NimPassTheory::new(*rules)),
        Variant::Turning(rules) => Box::new(turning::theory(*rules)),
        Variant::Welter(rules) => Box::new(welter::theory(*rules)),
        Variant::NodeKayles(rules) => Box::new(node_kayles::theory(rules.clone())),
        Variant::Cram(rules) => Box::new(cram::theory(*rules)),
        Variant::Hackenbush(rules) => Box::new(hackenbush::theory(rules.clone())),
    }
}
