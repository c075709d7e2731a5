//! The parts that a search has met, each under a small number, with the options that have been
//! looked at so far. The layers above work with these numbers.

use crate::engine::game::{KnownPart, SearchGame};
use crate::engine::hash::FastMap;
use crate::engine::owned::Owned;
use crate::{Budget, Exhausted};

/// The overhead of a part or a sum in bytes: its places in tables that grow by doubling, and
/// the data stored under its number (a value, a shape, an outcome).
const BESIDE: usize = 160;

/// Bytes that may be remembered before a look has paid for them.
const MOST_UNPAID: usize = 64 << 10;

/// A part's number.
pub(crate) type Id = u32;

/// A sum of parts. Most sums of a search are a single part, so those need no
/// entry in the table of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sum {
    /// One part alone.
    Part(Id),
    /// No part or several: the number of a sorted list.
    List(u32),
}

/// All parts and sums met so far.
#[derive(Debug)]
pub(crate) struct Parts<G: SearchGame> {
    game: G,
    ids: FastMap<G::Part, Id>,
    nodes: Vec<Node<G>>,
    list_ids: FastMap<Box<[Id]>, u32>,
    lists: Vec<Box<[Id]>>,
    /// Scratch space for the parts after one move.
    scratch: Vec<G::Part>,
    /// The bytes of everything remembered, and those of them that no budget has paid for yet.
    bytes: usize,
    unpaid: usize,
}

#[derive(Debug)]
struct Node<G: SearchGame> {
    part: G::Part,
    size: u64,
    known: KnownPart,
    /// Moves not made yet, the next one last; `None` before the first look.
    steps: Option<Vec<G::Step>>,
    options: Vec<Sum>,
}

impl<G: SearchGame> Parts<G> {
    pub(crate) fn new(game: G) -> Parts<G> {
        Parts {
            game,
            ids: FastMap::default(),
            nodes: Vec::new(),
            list_ids: FastMap::default(),
            lists: Vec::new(),
            scratch: Vec::new(),
            bytes: 0,
            unpaid: 0,
        }
    }

    /// Returns the bytes of everything remembered.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    /// Counts bytes that are about to be remembered. The next look pays for them.
    pub(crate) fn count(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.unpaid += bytes;
    }

    /// Forgets all parts and sums; numbers given out before are void.
    pub(crate) fn clear(&mut self) {
        self.ids = FastMap::default();
        self.nodes = Vec::new();
        self.list_ids = FastMap::default();
        self.lists = Vec::new();
        (self.bytes, self.unpaid) = (0, 0);
    }

    /// Returns the game, for its own tables.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// Returns the game, to lengthen its tables.
    pub(crate) fn game_mut(&mut self) -> &mut G {
        &mut self.game
    }

    /// Returns what the game knows about a part without a search.
    pub(crate) fn known(&self, id: Id) -> KnownPart {
        self.nodes[id as usize].known
    }

    /// See [`SearchGame::size`].
    pub(crate) fn size(&self, id: Id) -> u64 {
        self.nodes[id as usize].size
    }

    /// Returns the number of a part that comes from outside. When the budget has ended, only a
    /// few more parts get one: enough for answers without a search, but asking about every
    /// move of a position does not fill the memory.
    pub(crate) fn asked(&mut self, part: &G::Part, budget: &Budget<'_>) -> Result<Id, Exhausted> {
        let may_grow = budget.left() > 0 || self.unpaid < MOST_UNPAID;
        if may_grow || self.ids.contains_key(part) { Ok(self.id(part)) } else { Err(Exhausted) }
    }

    /// The number of a part.
    pub(crate) fn id(&mut self, part: &G::Part) -> Id {
        if let Some(&id) = self.ids.get(part) {
            return id;
        }
        let id = self.nodes.len() as Id;
        // The part is stored twice: by number, and as a key for the look-up.
        self.count(size_of::<Node<G>>() + 2 * (size_of::<G::Part>() + part.owned()) + BESIDE);
        let (size, known) = (self.game.size(part), self.game.known(part));
        self.nodes.push(Node { part: part.clone(), size, known, steps: None, options: Vec::new() });
        self.ids.insert(part.clone(), id);
        id
    }

    /// Returns the sum of these parts, and sorts them.
    pub(crate) fn sum(&mut self, ids: &mut [Id]) -> Sum {
        if let [id] = *ids {
            return Sum::Part(id);
        }
        ids.sort_unstable();
        if let Some(&list) = self.list_ids.get(&*ids) {
            return Sum::List(list);
        }
        let list = self.lists.len() as u32;
        self.count(2 * size_of_val(ids) + BESIDE);
        self.lists.push((*ids).into());
        self.list_ids.insert((*ids).into(), list);
        Sum::List(list)
    }

    /// Returns the parts of a sum, ascending.
    pub(crate) fn parts<'a>(&'a self, sum: &'a Sum) -> &'a [Id] {
        match sum {
            Sum::Part(id) => std::slice::from_ref(id),
            Sum::List(list) => &self.lists[*list as usize],
        }
    }

    /// Returns the options of a part that have been looked at.
    pub(crate) fn options(&self, id: Id) -> &[Sum] {
        &self.nodes[id as usize].options
    }

    /// Returns the part after its `index`-th move, `None` beyond the last. Every call spends
    /// from the budget, even a repeated one, since looking is what takes the time.
    pub(crate) fn option(
        &mut self,
        id: Id,
        index: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Sum>, Exhausted> {
        budget.spend()?;
        budget.hold(std::mem::take(&mut self.unpaid) as u64)?;
        if let Some(&sum) = self.nodes[id as usize].options.get(index) {
            return Ok(Some(sum));
        }
        self.collect_steps(id, budget)?;
        let node = &mut self.nodes[id as usize];
        let Some(step) = node.steps.as_mut().and_then(Vec::pop) else {
            node.steps = Some(Vec::new());
            return Ok(None);
        };
        let sum = self.play(id, &step);
        self.nodes[id as usize].options.push(sum);
        Ok(Some(sum))
    }

    fn collect_steps(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<(), Exhausted> {
        let node = &mut self.nodes[id as usize];
        if node.steps.is_none() {
            let mut bytes = 0;
            let mut pay = |step: &G::Step| {
                let step = size_of::<G::Step>() + size_of::<Sum>() + step.owned();
                bytes += step;
                budget.spend().and_then(|()| budget.hold(step as u64))
            };
            let steps = self.game.steps(&node.part).map(|step| pay(&step).map(|()| step));
            let mut steps = steps.collect::<Result<Vec<_>, Exhausted>>()?;
            steps.reverse();
            self.bytes += bytes;
            node.steps = Some(steps);
        }
        Ok(())
    }

    fn play(&mut self, id: Id, step: &G::Step) -> Sum {
        let mut parts = std::mem::take(&mut self.scratch);
        parts.clear();
        self.game.play(&self.nodes[id as usize].part, step, &mut parts);
        let sum = match &parts[..] {
            [part] => Sum::Part(self.id(part)),
            parts => {
                let mut ids: Vec<Id> = parts.iter().map(|part| self.id(part)).collect();
                self.sum(&mut ids)
            }
        };
        self.scratch = parts;
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::kayles::Kayles;

    /// The bytes of all parts, sums and moves that are remembered.
    fn held(parts: &Parts<Kayles>) -> usize {
        let a_step = size_of::<(u64, u64)>() + size_of::<Sum>();
        let nodes = parts.nodes.iter().map(|node| {
            let steps = node.steps.as_ref().map_or(0, |_| Kayles.steps(&node.part).count());
            size_of::<Node<Kayles>>() + 2 * size_of::<u64>() + BESIDE + steps * a_step
        });
        let lists = parts.lists.iter().map(|list| 2 * list.len() * size_of::<Id>() + BESIDE);
        nodes.sum::<usize>() + lists.sum::<usize>()
    }

    #[test]
    fn what_is_remembered_is_counted_and_paid_for() {
        let mut parts = Parts::new(Kayles);
        let budget = &mut Budget::positions(1_000_000);
        parts.asked(&12, budget).unwrap();
        let mut next = 0;
        while next < parts.nodes.len() {
            let (id, before) = (next as Id, budget.spent());
            let heap = parts.nodes[next].part;
            let mut options = Vec::new();
            while let Some(sum) = parts.option(id, options.len(), budget).unwrap() {
                options.push(sum);
                assert_eq!(parts.bytes(), held(&parts) as u64);
                let paid = budget.most_bytes() - budget.bytes_left();
                assert_eq!(paid, parts.bytes() - parts.unpaid as u64);
            }
            // Each move is looked at once to be listed and once to be made, and one look ends it.
            let moves = Kayles.steps(&heap).count();
            assert_eq!((options.len(), parts.options(id)), (moves, &options[..]));
            assert_eq!(budget.spent() - before, 2 * moves as u64 + 1);
            assert_eq!(parts.option(id, 0, budget).unwrap(), options.first().copied());
            assert_eq!(budget.spent() - before, 2 * moves as u64 + 2, "a repeated look costs too");
            for (sum, (a, b)) in options.iter().zip(Kayles.steps(&heap)) {
                let mut left: Vec<u64> =
                    parts.parts(sum).iter().map(|&id| parts.nodes[id as usize].part).collect();
                left.sort_unstable();
                let wanted = [a, b].into_iter().filter(|&heap| heap > 0).collect::<Vec<_>>();
                assert_eq!(left, wanted);
            }
            assert_eq!((parts.size(id), parts.known(id)), (heap, KnownPart::default()));
            next += 1;
        }
        assert_eq!(next, 12, "all smaller heaps come up");
        parts.clear();
        assert_eq!((parts.bytes(), held(&parts), parts.unpaid), (0, 0, 0));
        assert_eq!(parts.asked(&7, budget), Ok(0));
    }

    #[test]
    fn without_a_budget_a_few_more_parts_get_a_number_and_known_ones_keep_theirs() {
        let mut parts = Parts::new(Kayles);
        let none = &Budget::positions(0);
        let each = size_of::<Node<Kayles>>() + 2 * size_of::<u64>() + BESIDE;
        let few = MOST_UNPAID.div_ceil(each) as u64;
        for heap in 0..few {
            assert_eq!(parts.asked(&heap, none), Ok(heap as Id));
        }
        assert_eq!(parts.asked(&few, none), Err(Exhausted));
        assert_eq!(parts.asked(&3, none), Ok(3));
        let one = &mut Budget::positions(1);
        assert_eq!(parts.asked(&few, one), Ok(few as Id));
        // The next look pays for all of them.
        let mut poor = Budget::positions(9).bytes(few * each as u64);
        assert_eq!(parts.option(0, 0, &mut poor), Err(Exhausted));
    }

    #[test]
    fn a_sum_is_one_whatever_the_order_of_its_parts() {
        let mut parts = Parts::new(Kayles);
        let [a, b] = [5, 9].map(|heap| parts.id(&heap));
        assert_eq!(parts.sum(&mut [b]), Sum::Part(b));
        let (nothing, both) = (parts.sum(&mut []), parts.sum(&mut [b, a]));
        assert_eq!((parts.sum(&mut [a, b]), parts.sum(&mut [])), (both, nothing));
        assert_eq!((parts.parts(&both), parts.parts(&nothing)), (&[a, b][..], &[][..]));
        assert_eq!(parts.parts(&Sum::Part(b)), [b]);
        assert_eq!(parts.bytes(), held(&parts) as u64);
    }
}
