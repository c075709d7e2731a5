//! What follows from the seed: the commitment, the lots, the starts.

use rules::{Setup, Variant};
use sha2::{Digest, Sha256};

use super::Refuted;
use super::file::{File, Format};
use super::seal::{bytes, digits};

/// SHA-256 of the seed, a purpose, a zero byte and a counter of eight bytes, read
/// as numbers of eight bytes, all big end first.
struct Stream {
    prefix: Vec<u8>,
    at: u64,
}

impl Stream {
    fn new(seed: &[u8; 32], purpose: &str) -> Stream {
        Stream { prefix: [seed, purpose.as_bytes(), &[0]].concat(), at: 0 }
    }

    /// The next number, modulo `n`; numbers at or above the largest multiple of n
    /// that is at most 2^64 - 1 are passed over.
    fn below(&mut self, n: u64) -> u64 {
        let n = n.max(1);
        loop {
            let block = [&self.prefix[..], &(self.at / 4).to_be_bytes()].concat();
            let hash: [u8; 32] = Sha256::digest(block).into();
            let place = (self.at % 4) as usize * 8;
            self.at += 1;
            let mut word = [0; 8];
            word.copy_from_slice(&hash[place..place + 8]);
            let number = u64::from_be_bytes(word);
            if number < u64::MAX / n * n {
                return number % n;
            }
        }
    }
}

fn seed_of(file: &File) -> Result<[u8; 32], Refuted> {
    bytes(&file.seed).ok_or(Refuted::new(0, "the seed is no seed"))
}

pub(super) fn check_seed(file: &File) -> Result<(), Refuted> {
    match digits(&Sha256::digest(seed_of(file)?)) == file.head.commitment {
        true => Ok(()),
        false => Err(Refuted::new(0, "the seed is not the one that was committed to")),
    }
}

/// Whoever was there at the beginning is numbered by rating, and by lot where
/// ratings are equal, but champions of a gauntlet come first, as they entered; who
/// came late follows in the order of coming.
pub(super) fn check_lots(file: &File) -> Result<(), Refuted> {
    let there = file.entrants.iter().take_while(|entrant| !entrant.late).count();
    let mut entered: Vec<usize> = Vec::new();
    for place in 1..=file.entrants.len() {
        let mut found = file.entrants.iter().filter(|e| e.entered as usize == place);
        let (Some(entrant), None) = (found.next(), found.next()) else {
            return Err(Refuted::new(0, "the order of entering has gaps"));
        };
        entered.push(entrant.number as usize);
    }
    let mut lots: Vec<usize> = entered[..there].to_vec();
    let mut stream = Stream::new(&seed_of(file)?, "lots");
    for last in (1..lots.len()).rev() {
        lots.swap(last, stream.below(last as u64 + 1) as usize);
    }
    let rating = |number: usize| file.entrants[number - 1].rating;
    lots.sort_by_key(|&number| std::cmp::Reverse(rating(number)));
    if let Format::Gauntlet { champions } = file.head.plan.format {
        let (early, others): (Vec<usize>, Vec<usize>) =
            lots.iter().partition(|&&number| file.entrants[number - 1].entered <= champions);
        lots = entered[..there].iter().copied().filter(|number| early.contains(number)).collect();
        lots.extend(others);
    }
    lots.extend(&entered[there..]);
    match lots.into_iter().eq(1..=file.entrants.len()) {
        true => Ok(()),
        false => Err(Refuted::new(0, "the numbers are not those of the lots")),
    }
}

/// What a pair is played from.
pub(super) fn start(file: &File, round: u32, board: u32, pair: u32) -> Result<Setup, Refuted> {
    let plan = &file.head.plan;
    let turn = u64::from(round - 1) * u64::from(plan.pairs) + u64::from(pair) - 1;
    let course = &plan.courses[(turn % plan.courses.len() as u64) as usize];
    let refused = |why: rules::Refusal| Refuted::new(1, format!("a course: {why}"));
    let variant = Variant::parse(&course.variant, course.params.clone()).map_err(refused)?;
    let purpose = format!("start {round} {board} {pair}");
    let mut stream = Stream::new(&seed_of(file)?, &purpose);
    let mut tries = 0;
    loop {
        let position = variant.rules().deal(course.size, &mut |n| stream.below(n));
        let admitted = variant.rules().admit(&position).is_ok();
        let choice = admitted && variant.rules().moves(&position).take(2).count() == 2;
        if choice || tries == 100 {
            return Setup::new(variant, course.ending, position).map_err(refused);
        }
        tries += 1;
    }
}
