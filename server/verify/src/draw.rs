//! Everything that follows from the seed: the commitment, the closed list, the lots, the starts.

use std::collections::HashSet;

use rules::{Setup, Variant};
use sha2::{Digest, Sha256};

use super::Refuted;
use super::entry;
use super::file::{Entrant, File, Format, StartList};
use super::seal::{bytes, digits};

/// The SHA-256 of the seed, a purpose, a zero byte and a counter of eight bytes, read as numbers of
/// eight bytes, all big-endian.
pub(super) struct Stream {
    prefix: Vec<u8>,
    at: u64,
}

impl Stream {
    pub(super) fn new(seed: &[u8; 32], purpose: &str) -> Stream {
        Stream { prefix: [seed, purpose.as_bytes(), &[0]].concat(), at: 0 }
    }

    /// Returns the next number, modulo `n`; numbers at or above the largest multiple of n that is
    /// at most 2^64 - 1 are skipped.
    pub(super) fn below(&mut self, n: u64) -> u64 {
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

/// Checks the commitment and the lots; returns the seed that everything is drawn from.
pub(super) fn check(file: &File) -> Result<[u8; 32], Refuted> {
    let seed = bytes::<32>(&file.seed);
    let seed = seed.ok_or(Refuted::new(file.lines - 1, "the seed is not a seed"))?;
    let [whole, plan] = &file.words;
    let commitment = Sha256::digest([whole.as_bytes(), &seed].concat());
    if digits(&commitment) != file.head.commitment {
        let why = "id, plan, key and seed do not match the commitment";
        return Err(Refuted::new(1, why));
    }
    let list = closed_list(file)?;
    let words = Sha256::digest(if file.head.chosen { plan } else { whole });
    let draw = Sha256::digest([&seed[..], &words, &list].concat()).into();
    check_lots(file, &draw)?;
    Ok(draw)
}

/// Returns everybody who had entered when the lots were drawn, in order of entry.
fn closed_list(file: &File) -> Result<Vec<u8>, Refuted> {
    let mut order: Vec<(usize, &Entrant)> = (2..).zip(&file.there).collect();
    order.sort_by_key(|(_, entrant)| entrant.entered);
    let mut list = Vec::new();
    for ((line, entrant), place) in order.into_iter().zip(1..) {
        if entrant.entered != place {
            return Err(Refuted::new(line, "the order of entering has gaps"));
        }
        let refuted = |why| Refuted::new(line, why);
        if !file.head.chosen {
            let id = bytes::<16>(&entrant.player.replace('-', ""));
            list.extend(id.ok_or_else(|| refuted("the player's id is not an id"))?);
            list.extend(match &entrant.nonce {
                None => [0; 32],
                Some(nonce) => bytes(nonce).ok_or_else(|| refuted("the nonce is not a nonce"))?,
            });
            list.extend(match &entrant.key {
                None => [0; 32],
                Some(key) => bytes(key).ok_or_else(|| refuted("the entrant's key is not a key"))?,
            });
        }
        list.extend(match &entrant.former_name {
            None => Sha256::digest(&entrant.name).into(),
            Some(hash) => bytes::<32>(hash)
                .ok_or_else(|| refuted("the hash of the former name is not a hash"))?,
        });
        list.push(match entrant.kind.as_str() {
            "person" => 1,
            "bot" => 2,
            _ => return Err(refuted("there is no such kind of entrant")),
        });
        list.extend(entrant.rating.unwrap_or(0).to_be_bytes());
        if !file.head.chosen {
            list.extend(entry::program_bytes(entrant.program.as_ref()));
        }
    }
    Ok(list)
}

/// Checks that entrants are numbered by rating, and by lot where ratings are equal; that the
/// champions of a gauntlet, who entered first, come before all others; and that nobody is listed
/// twice.
fn check_lots(file: &File, draw: &[u8; 32]) -> Result<(), Refuted> {
    let there = &file.there;
    let mut players = HashSet::new();
    for (line, (entrant, number)) in (2..).zip(there.iter().zip(1..)) {
        if entrant.number != number {
            return Err(Refuted::new(line, "the entrants are not numbered from 1"));
        }
        if !players.insert(entrant.player.as_str()) {
            return Err(Refuted::new(line, "the same player has entered twice"));
        }
    }
    if file.end.cancelled && file.steps.is_empty() {
        // Nothing was drawn: they are in the order of entry.
        return Ok(());
    }
    if there.len() < 2 || there.len() > file.head.plan.entrants as usize {
        return Err(Refuted::new(1, "the plan is for another number of entrants"));
    }
    let mut lots: Vec<usize> = (0..there.len()).collect();
    lots.sort_by_key(|&place| there[place].entered);
    let mut stream = Stream::new(draw, "lots");
    for last in (1..lots.len()).rev() {
        lots.swap(last, stream.below(last as u64 + 1) as usize);
    }
    lots.sort_by_key(|&place| std::cmp::Reverse(there[place].rating));
    if let Format::Gauntlet { champions } = file.head.plan.format {
        lots.sort_by_key(|&place| there[place].entered > champions);
    }
    match (0..).zip(&lots).find(|(place, lot)| place != *lot) {
        None => Ok(()),
        Some((place, _)) => {
            let why = "the numbers are not those of seed, list and lots";
            Err(Refuted::new(place + 2, why))
        }
    }
}

/// Returns the start of a pair.
pub(super) fn start(
    file: &File,
    draw: &[u8; 32],
    (round, board, pair): (u32, u32, u32),
) -> Result<Setup, String> {
    let plan = &file.head.plan;
    let turn = u64::from(round - 1) * u64::from(plan.pairs) + u64::from(pair) - 1;
    if let Some(starts) = &plan.starts {
        return listed(starts, draw, turn);
    }
    let course = &plan.courses[(turn % plan.courses.len() as u64) as usize];
    let refused = |why: rules::Refusal| format!("a course: {why}");
    let variant = Variant::parse(&course.variant, course.params.clone()).map_err(refused)?;
    let mut stream = Stream::new(draw, &format!("start {round} {board} {pair}"));
    let mut tries = 0;
    loop {
        let position = variant.rules().deal(course.size, &mut |n| stream.below(n));
        let admitted = variant.rules().admit(position.clone());
        let choice = admitted.is_ok_and(|at| variant.rules().moves(&at).take(2).count() == 2);
        if choice || tries == 100 {
            return Setup::new(variant, course.ending, position).map_err(refused);
        }
        tries += 1;
    }
}

/// Returns the start of this turn from the organizer's list.
fn listed(starts: &StartList, draw: &[u8; 32], turn: u64) -> Result<Setup, String> {
    let mut places: Vec<usize> = (0..starts.list.len()).collect();
    if starts.drawn {
        let mut stream = Stream::new(draw, "starts");
        for last in (1..places.len()).rev() {
            places.swap(last, stream.below(last as u64 + 1) as usize);
        }
    }
    let text = &starts.list[places[(turn % places.len() as u64) as usize]];
    text.parse().map_err(|why| format!("a listed start: {why}"))
}
