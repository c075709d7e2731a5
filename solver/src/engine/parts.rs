//! The parts a search has met, each under a small number, with the options that
//! have been looked at so far. Everything above this file works on the numbers.

use crate::engine::game::{Game, Known};
use crate::engine::hash::FastMap;
use crate::{Budget, Exhausted};

/// A part's number.
pub(crate) type Id = u32;

/// A sum of parts. Most sums of a search are a single part, so those need no
/// entry in the table of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sum {
    /// One part alone.
    Part(Id),
    /// None or several: the number of a sorted list.
    List(u32),
}

/// All parts and sums met so far.
#[derive(Debug)]
pub(crate) struct Parts<G: Game> {
    game: G,
    ids: FastMap<G::Part, Id>,
    nodes: Vec<Node<G>>,
    list_ids: FastMap<Box<[Id]>, u32>,
    lists: Vec<Box<[Id]>>,
    /// Room for one move's parts.
    scratch: Vec<G::Part>,
}

#[derive(Debug)]
struct Node<G: Game> {
    part: G::Part,
    size: u64,
    known: Known,
    /// Moves not made yet, the next one last; `None` before the first look.
    steps: Option<Vec<G::Step>>,
    options: Vec<Sum>,
}

impl<G: Game> Parts<G> {
    pub(crate) fn new(game: G) -> Parts<G> {
        Parts {
            game,
            ids: FastMap::default(),
            nodes: Vec::new(),
            list_ids: FastMap::default(),
            lists: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// How many parts and lists are remembered.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len() + self.lists.len()
    }

    /// Forgets all parts and sums; numbers given out before are void.
    pub(crate) fn clear(&mut self) {
        self.ids = FastMap::default();
        self.nodes = Vec::new();
        self.list_ids = FastMap::default();
        self.lists = Vec::new();
    }

    /// The game, for its own tables.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// The game, to lengthen its tables.
    pub(crate) fn game_mut(&mut self) -> &mut G {
        &mut self.game
    }

    /// What the game knows of a part without search.
    pub(crate) fn known(&self, id: Id) -> Known {
        self.nodes[id as usize].known
    }

    /// See [`Game::size`].
    pub(crate) fn size(&self, id: Id) -> u64 {
        self.nodes[id as usize].size
    }

    /// The number of a part.
    pub(crate) fn id(&mut self, part: &G::Part) -> Id {
        if let Some(&id) = self.ids.get(part) {
            return id;
        }
        let id = self.nodes.len() as Id;
        let (size, known) = (self.game.size(part), self.game.known(part));
        self.nodes.push(Node { part: part.clone(), size, known, steps: None, options: Vec::new() });
        self.ids.insert(part.clone(), id);
        id
    }

    /// The sum of these parts, which are sorted here.
    pub(crate) fn sum(&mut self, ids: &mut [Id]) -> Sum {
        if let [id] = *ids {
            return Sum::Part(id);
        }
        ids.sort_unstable();
        if let Some(&list) = self.list_ids.get(&*ids) {
            return Sum::List(list);
        }
        let list = self.lists.len() as u32;
        self.lists.push((*ids).into());
        self.list_ids.insert((*ids).into(), list);
        Sum::List(list)
    }

    /// The parts of a sum, ascending.
    pub(crate) fn of<'a>(&'a self, sum: &'a Sum) -> &'a [Id] {
        match sum {
            Sum::Part(id) => std::slice::from_ref(id),
            Sum::List(list) => &self.lists[*list as usize],
        }
    }

    /// The options of a part that have been looked at.
    pub(crate) fn options(&self, id: Id) -> &[Sum] {
        &self.nodes[id as usize].options
    }

    /// What the part becomes by its `index`-th move, `None` beyond the last.
    /// Every call spends from the budget, also a repeated one: looks are what
    /// takes the time.
    pub(crate) fn option(
        &mut self,
        id: Id,
        index: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Sum>, Exhausted> {
        budget.spend()?;
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
            let steps = self.game.steps(&node.part).map(|step| budget.spend().map(|()| step));
            let mut steps = steps.collect::<Result<Vec<_>, Exhausted>>()?;
            steps.reverse();
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
