//! Heaps, the position of most variants.

use serde::{Deserialize, Serialize};

use crate::{MAX_HEAPS, MAX_NUMBER, Refusal, Take};

/// `{"heaps": [3, 5, 7]}`: how many objects each heap holds. Heaps may be in
/// any order and may be empty; a heap keeps its place when it is emptied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Heaps {
    /// Objects in each heap.
    pub heaps: Vec<u64>,
}

impl Heaps {
    /// Refuses more than [`MAX_HEAPS`] heaps, or a heap above [`MAX_NUMBER`].
    pub fn check_size(&self) -> Result<(), Refusal> {
        Refusal::above("heaps", self.heaps.len() as u64, MAX_HEAPS as u64)?;
        let largest = self.heaps.iter().copied().max().unwrap_or(0);
        Refusal::above("objects in a heap", largest, MAX_NUMBER)
    }

    /// Returns the heap at this place; refuses a place that does not exist.
    pub fn heap(&self, place: u64) -> Result<u64, Refusal> {
        usize::try_from(place)
            .ok()
            .and_then(|place| self.heaps.get(place).copied())
            .ok_or(Refusal::IllegalMove("there is no such heap"))
    }

    /// Returns the same heaps with one set to `size`.
    ///
    /// # Panics
    /// When there is no heap at `place`; see [`heap`](Heaps::heap).
    ///
    /// ```
    /// use rules::Heaps;
    ///
    /// let heaps = Heaps::from(vec![3, 4, 5]);
    /// assert_eq!(heaps.with(0, 1), Heaps::from(vec![1, 4, 5]));
    /// ```
    pub fn with(&self, place: u64, size: u64) -> Heaps {
        let mut heaps = self.heaps.clone();
        heaps[place as usize] = size;
        Heaps { heaps }
    }

    /// Returns the same heaps with one replaced by these parts: the first of them keeps the
    /// place (an empty heap if there is none), the others go to the end, so that every other
    /// heap keeps its place too.
    ///
    /// # Panics
    /// When there is no heap at `place`.
    pub fn split(&self, place: u64, parts: &[u64]) -> Heaps {
        let mut split = self.with(place, parts.first().copied().unwrap_or(0));
        split.heaps.extend(parts.iter().skip(1));
        split
    }

    /// Returns each heap with its place, as the numbers of a move name it.
    pub fn places(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0u64..).zip(self.heaps.iter().copied())
    }

    /// Deals three to five heaps with about `size` objects. See
    /// [`Rules::deal`](crate::Rules::deal).
    pub fn deal(size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        Heaps::deal_some(3 + below(3), size, below)
    }

    /// Deals this many heaps with about `size` objects in all; none when `number` is 0.
    pub fn deal_some(number: u64, size: u64, below: &mut dyn FnMut(u64) -> u64) -> Heaps {
        let largest = (size.min(MAX_NUMBER) * 2 / number.max(1)).clamp(2, MAX_NUMBER);
        Heaps { heaps: (0..number).map(|_| 1 + below(largest)).collect() }
    }

    /// Draws a move that takes any number from any heap, each object on the table being
    /// equally likely to be the last one taken. See [`Rules::draw`](crate::Rules::draw).
    pub fn draw_take(&self, below: &mut dyn FnMut(u64) -> u64) -> Option<Take> {
        let objects: u64 = self.heaps.iter().sum();
        let mut drawn = if objects == 0 { return None } else { below(objects) };
        for (heap, size) in self.places() {
            if drawn < size {
                return Some(Take { heap, take: drawn + 1 });
            }
            drawn -= size;
        }
        None
    }
}

impl From<Vec<u64>> for Heaps {
    fn from(heaps: Vec<u64>) -> Heaps {
        Heaps { heaps }
    }
}
