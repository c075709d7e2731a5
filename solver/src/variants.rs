//! One theory for each variant.

pub(crate) mod building;
pub(crate) mod candy;
pub(crate) mod chomp;
pub(crate) mod circular;
pub(crate) mod circular_stacks;
pub(crate) mod fibonacci;
pub(crate) mod game21_nplayer;
pub(crate) mod graph;
pub(crate) mod greedy;
pub(crate) mod grundy;
pub(crate) mod moore;
pub(crate) mod multiheap;
pub(crate) mod ndim;
pub(crate) mod nim;
pub(crate) mod notakto;
pub(crate) mod octal;
pub(crate) mod poset;
pub(crate) mod race_to;
pub(crate) mod subtraction;
