//! Misère play of sums. Equal parts do not cancel there and nimbers do not add, so a sum is
//! decided by the first of these that applies: all its parts are tame; all lie in the game's
//! misère quotient; or a search over whole sums.

use crate::engine::game::SearchGame;
use crate::engine::hash::FastMap;
use crate::engine::pair::Pair;
use crate::engine::parts::{Id, Sum};
use crate::engine::search::Search;
use crate::{Budget, Exhausted};

/// What is known about parts and sums in misère play.
#[derive(Debug, Default)]
pub(crate) struct Misere {
    shapes: Vec<Option<PartShape>>,
    /// Parts with the same options are the same game; the first one met stands for all.
    classes: FastMap<Box<[Sum]>, Id>,
    /// Whether a part is a heap of one: all its moves leave nothing.
    ones: Vec<Option<bool>>,
    /// Whether the mover wins, for sums of one part and for lists.
    single_wins: Vec<Option<bool>>,
    list_wins: Vec<Option<bool>>,
}

/// The role of a part in a sum.
#[derive(Clone, Copy, Debug)]
struct PartShape {
    pair: Option<Pair>,
    class: Id,
}

impl Misere {
    fn shape(&self, id: Id) -> Option<PartShape> {
        self.shapes.get(id as usize).copied().flatten()
    }

    fn wins(&self, sum: Sum) -> Option<bool> {
        let (known, place) = match sum {
            Sum::Part(id) => (&self.single_wins, id),
            Sum::List(list) => (&self.list_wins, list),
        };
        known.get(place as usize).copied().flatten()
    }

    fn set_wins(&mut self, sum: Sum, wins: bool) {
        match sum {
            Sum::Part(id) => set(&mut self.single_wins, id, wins),
            Sum::List(list) => set(&mut self.list_wins, list, wins),
        }
    }
}

fn set<T: Clone>(table: &mut Vec<Option<T>>, place: u32, value: T) {
    let place = place as usize;
    if table.len() <= place {
        table.resize(place + 1, None);
    }
    table[place] = Some(value);
}

/// How a sum was decided.
pub(crate) enum Reason {
    /// All its parts lie in the quotient: their words, and the word of their product.
    Quotient {
        words: Vec<String>,
        product: String,
    },
    /// All its parts are tame.
    Tame {
        values: Vec<u64>,
        firm: bool,
    },
    Searched,
}

/// A sum that is being searched: every option before this one is won by the opponent.
struct MisereFrame {
    sum: Sum,
    /// The place of the part that moves.
    at: usize,
    option: usize,
    /// Whether there has been any option.
    moved: bool,
}

impl MisereFrame {
    fn new(sum: Sum) -> MisereFrame {
        MisereFrame { sum, at: 0, option: 0, moved: false }
    }
}

enum Child {
    Known {
        wins: bool,
    },
    Open(Sum),
    /// The current part has no more options.
    None,
}

impl<G: SearchGame> Search<G> {
    /// Whether the mover wins the sum of these parts in misère play.
    pub(crate) fn misere_win(
        &mut self,
        ids: &[Id],
        budget: &mut Budget<'_>,
    ) -> Result<bool, Exhausted> {
        let root = match self.enter(ids, budget)? {
            Child::Known { wins } => return Ok(wins),
            Child::Open(sum) => sum,
            Child::None => return Ok(true),
        };
        let mut stack = vec![MisereFrame::new(root)];
        let mut result = true;
        while let Some(frame) = stack.last_mut() {
            let wins = match self.next_child(frame, budget)? {
                Child::Open(sum) => {
                    stack.push(MisereFrame::new(sum));
                    continue;
                }
                Child::Known { wins: true } => {
                    frame.option += 1;
                    continue;
                }
                Child::Known { wins: false } => true,
                // A mover without any move has won in misère play.
                Child::None => !frame.moved,
            };
            self.misere.set_wins(frame.sum, wins);
            result = wins;
            stack.pop();
        }
        Ok(result)
    }

    /// Returns the sum that the frame looks at next, after skipping exhausted parts.
    fn next_child(
        &mut self,
        frame: &mut MisereFrame,
        budget: &mut Budget<'_>,
    ) -> Result<Child, Exhausted> {
        loop {
            let list = self.parts.parts(&frame.sum);
            let Some(&id) = list.get(frame.at) else { return Ok(Child::None) };
            let repeated = frame.at > 0 && list[frame.at - 1] == id;
            if !repeated && let Some(option) = self.parts.option(id, frame.option, budget)? {
                frame.moved = true;
                return self.replace(frame.sum, frame.at, option, budget);
            }
            frame.at += 1;
            frame.option = 0;
        }
    }

    /// Returns the sum with the part at this place replaced by its option.
    fn replace(
        &mut self,
        sum: Sum,
        at: usize,
        option: Sum,
        budget: &mut Budget<'_>,
    ) -> Result<Child, Exhausted> {
        if let (Sum::Part(_), Sum::Part(id)) = (sum, option) {
            return self.enter(&[id], budget);
        }
        let mut ids = self.parts.parts(&sum).to_vec();
        ids.swap_remove(at);
        ids.extend_from_slice(self.parts.parts(&option));
        self.enter(&ids, budget)
    }

    /// Returns what is known of the sum of these parts, or its number for the search.
    fn enter(&mut self, ids: &[Id], budget: &mut Budget<'_>) -> Result<Child, Exhausted> {
        if let Some(wins) = self.by_quotient(ids) {
            return Ok(Child::Known { wins });
        }
        let sum = if G::SUMS {
            for &id in ids {
                self.find_shape(id, budget)?;
            }
            if let Some(wins) = self.by_pairs(ids) {
                return Ok(Child::Known { wins });
            }
            let shape = |&id: &Id| self.misere.shape(id).map_or(id, |shape| shape.class);
            let classes: Vec<Id> = ids.iter().map(shape).collect();
            let mut classes = self.without_pairs_of_ones(classes, budget)?;
            self.parts.sum(&mut classes)
        } else {
            if let [id] = *ids
                && let Some(Some(pair)) = self.parts.known(id).pair
            {
                return Ok(Child::Known { wins: pair.misere_win() });
            }
            match *ids {
                [id] => Sum::Part(id),
                _ => self.parts.sum(&mut ids.to_vec()),
            }
        };
        Ok(match self.misere.wins(sum) {
            Some(wins) => Child::Known { wins },
            None => Child::Open(sum),
        })
    }

    /// Drops pairs of heaps of one, which cancel in misère play too: who wins the rest answers one
    /// with the other, and where the rest has no move the first of them is taken at once.
    fn without_pairs_of_ones(
        &mut self,
        ids: Vec<Id>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Id>, Exhausted> {
        let (mut rest, mut single) = (Vec::with_capacity(ids.len()), None);
        for id in ids {
            if !self.is_one(id, budget)? {
                rest.push(id);
            } else if single.take().is_none() {
                single = Some(id);
            }
        }
        rest.extend(single);
        Ok(rest)
    }

    fn is_one(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<bool, Exhausted> {
        if let Some(known) = self.misere.ones.get(id as usize).copied().flatten() {
            return Ok(known);
        }
        let mut options = 0;
        let is_one = loop {
            match self.parts.option(id, options, budget)? {
                Some(option) if self.parts.parts(&option).is_empty() => options += 1,
                Some(_) => break false,
                None => break options > 0,
            }
        };
        set(&mut self.misere.ones, id, is_one);
        Ok(is_one)
    }

    /// Returns how a sum was decided. Only for sums whose outcome is known.
    pub(crate) fn reason(&mut self, parts: &[G::Part]) -> Reason {
        let ids: Vec<Id> = parts.iter().map(|part| self.parts.id(part)).collect();
        let elements = ids.iter().map(|&id| self.parts.known(id).element);
        if let (Some(quotient), Some(elements)) =
            (self.parts.game().quotient(), elements.collect::<Option<Vec<u8>>>())
        {
            let word = |element: u8| quotient.word(element).to_owned();
            let words = elements.iter().map(|&element| word(element)).collect();
            return Reason::Quotient { words, product: word(quotient.product(elements)) };
        }
        let pairs = ids.iter().map(|&id| self.misere.shape(id)?.pair);
        match pairs.collect::<Option<Vec<Pair>>>() {
            Some(pairs) => Reason::Tame {
                values: pairs.iter().map(|pair| pair.value).collect(),
                firm: Pair::sum(&pairs).firm,
            },
            None => Reason::Searched,
        }
    }

    /// Decides by the quotient (Plambeck 2005): the sum is lost exactly when the product of
    /// the elements is one of the quotient's lost elements.
    fn by_quotient(&self, ids: &[Id]) -> Option<bool> {
        let quotient = self.parts.game().quotient()?;
        let elements = ids.iter().map(|&id| self.parts.known(id).element);
        Some(!quotient.is_lost(elements.collect::<Option<Vec<u8>>>()?))
    }

    /// Decides by tame pairs: tame parts play like Nim heaps (Conway 1976).
    fn by_pairs(&self, ids: &[Id]) -> Option<bool> {
        let pairs = ids.iter().map(|&id| self.misere.shape(id)?.pair);
        pairs.collect::<Option<Vec<Pair>>>().map(|pairs| Pair::sum(&pairs).misere_win())
    }

    /// Finds the pair and the class of a part, after those of all parts below it.
    fn find_shape(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<(), Exhausted> {
        let mut stack = vec![(id, 0)];
        while let Some(&mut (id, ref mut option)) = stack.last_mut() {
            if self.misere.shape(id).is_some() {
                stack.pop();
                continue;
            }
            if let Some(pair) = self.parts.known(id).pair {
                set(&mut self.misere.shapes, id, PartShape { pair, class: id });
                continue;
            }
            match self.parts.option(id, *option, budget)? {
                Some(sum) => {
                    let shapeless = |id: &&Id| self.misere.shape(**id).is_none();
                    match self.parts.parts(&sum).iter().find(shapeless) {
                        Some(&below) => stack.push((below, 0)),
                        None => *option += 1,
                    }
                }
                None => {
                    let shape = self.shape_from_options(id);
                    set(&mut self.misere.shapes, id, shape);
                }
            }
        }
        Ok(())
    }

    fn shape_from_options(&mut self, id: Id) -> PartShape {
        let mut options = self.parts.options(id).to_vec();
        options.sort_unstable();
        options.dedup();
        let mut pairs = Some(Vec::with_capacity(options.len()));
        for option in &mut options {
            let shapes = self.parts.parts(option).iter().filter_map(|&id| self.misere.shape(id));
            let shapes: Vec<PartShape> = shapes.collect();
            let tame: Option<Vec<Pair>> = shapes.iter().map(|shape| shape.pair).collect();
            match (&mut pairs, tame) {
                (Some(pairs), Some(tame)) => pairs.push(Pair::sum(&tame)),
                _ => pairs = None,
            }
            let mut classes: Vec<Id> = shapes.iter().map(|shape| shape.class).collect();
            *option = self.parts.sum(&mut classes);
        }
        options.sort_unstable();
        options.dedup();
        self.parts.count(2 * size_of_val(&options[..]));
        let class = *self.misere.classes.entry(options.into()).or_insert(id);
        PartShape { pair: pairs.and_then(|pairs| Pair::from_options(&pairs)), class }
    }
}
