//! The lobby as its viewers see it: a snapshot with a version, and then changes. Server
//! and clients apply changes with the same code.

use std::cmp::Reverse;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::MAX_LISTED;
use crate::{Kind, Player, PlayerId, SeekId, SeekView, TableId, TableLine};

/// The lobby: the newest seeks, tables and players, and how many there are in all.
/// Lists that were not asked for are absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LobbyView {
    /// The version of this view: changes lead from one version to another.
    pub version: u64,
    /// Open offers, the newest first.
    pub seeks: Vec<SeekView>,
    /// How many open offers there are in all.
    pub seek_count: u32,
    /// Running tables, the newest first.
    pub tables: Vec<TableLine>,
    /// How many tables are running in all.
    pub table_count: u32,
    /// Connected players; those who accept challenges at once come first.
    pub players: Vec<Player>,
    /// How many players are connected in all.
    pub player_count: u32,
}

/// The changes of a lobby that is being followed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LobbyDelta {
    /// The oldest version to which the changes apply; they apply to any version between it and
    /// `version` too.
    pub since: u64,
    /// The version to which the changes lead.
    pub version: u64,
    /// Changes of the seeks, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeks: Option<ListDelta<SeekView, SeekId>>,
    /// Changes of the tables, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<ListDelta<TableLine, TableId>>,
    /// Changes of the players, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<ListDelta<Player, PlayerId>>,
}

/// The changes of one list of the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListDelta<L, I> {
    /// Lines that are new, or that replace those with the same id.
    #[serde(default = "Vec::<L>::new", skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<L>,
    /// Lines that are no longer listed.
    #[serde(default = "Vec::<I>::new", skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<I>,
    /// How many lines there are in all.
    pub count: u32,
}

/// The error when changes are missing between a view and a delta: ask for the whole lobby
/// again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LobbyGap;

impl fmt::Display for LobbyGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("changes to the lobby are missing")
    }
}

impl std::error::Error for LobbyGap {}

/// A line of a list of the lobby.
pub trait LobbyLine {
    /// Its id.
    type Id: Copy + PartialEq;
    /// Its sort key.
    type Place: Ord;

    /// The id of the line.
    fn id(&self) -> Self::Id;

    /// The position in its list: the least comes first.
    fn place(&self) -> Self::Place;
}

impl LobbyLine for SeekView {
    type Id = SeekId;
    type Place = Reverse<SeekId>;

    fn id(&self) -> SeekId {
        self.seek
    }

    fn place(&self) -> Reverse<SeekId> {
        Reverse(self.seek)
    }
}

impl LobbyLine for TableLine {
    type Id = TableId;
    type Place = Reverse<TableId>;

    fn id(&self) -> TableId {
        self.table
    }

    fn place(&self) -> Reverse<TableId> {
        Reverse(self.table)
    }
}

impl LobbyLine for Player {
    type Id = PlayerId;
    type Place = (Rank, PlayerId);

    fn id(&self) -> PlayerId {
        self.id
    }

    fn place(&self) -> (Rank, PlayerId) {
        (self.rank(), self.id)
    }
}

/// The order in which players are listed: those who can be challenged at once come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A bot of the server's own.
    House,
    /// Any other bot.
    Bot,
    /// A person.
    Person,
}

impl Player {
    /// Returns the sort key among players.
    pub fn rank(&self) -> Rank {
        match self.kind {
            Kind::Bot if self.house => Rank::House,
            Kind::Bot => Rank::Bot,
            Kind::Guest | Kind::Person => Rank::Person,
        }
    }
}

impl LobbyView {
    /// Brings the view up to date. Skips a delta that the view already contains.
    ///
    /// # Errors
    /// When the delta follows from a later version; then nothing is changed.
    ///
    /// ```
    /// use protocol::{LobbyDelta, LobbyView};
    ///
    /// let mut view = LobbyView { version: 3, ..LobbyView::default() };
    /// let next = LobbyDelta { since: 3, version: 4, ..LobbyDelta::default() };
    /// assert_eq!(view.apply(next), Ok(()));
    /// let missed = LobbyDelta { since: 5, version: 6, ..LobbyDelta::default() };
    /// assert!(view.apply(missed).is_err(), "ask for the lobby again");
    /// ```
    pub fn apply(&mut self, delta: LobbyDelta) -> Result<(), LobbyGap> {
        if delta.since > self.version {
            return Err(LobbyGap);
        }
        if delta.version <= self.version {
            return Ok(());
        }
        self.version = delta.version;
        change(&mut self.seeks, &mut self.seek_count, delta.seeks);
        change(&mut self.tables, &mut self.table_count, delta.tables);
        change(&mut self.players, &mut self.player_count, delta.players);
        Ok(())
    }

    /// Returns the view with only these lists.
    #[must_use]
    pub fn only(mut self, lists: LobbyLists) -> LobbyView {
        if !lists.has(LobbyList::Seeks) {
            (self.seeks, self.seek_count) = (Vec::new(), 0);
        }
        if !lists.has(LobbyList::Tables) {
            (self.tables, self.table_count) = (Vec::new(), 0);
        }
        if !lists.has(LobbyList::Players) {
            (self.players, self.player_count) = (Vec::new(), 0);
        }
        self
    }
}

fn change<L: LobbyLine>(list: &mut Vec<L>, count: &mut u32, delta: Option<ListDelta<L, L::Id>>) {
    let Some(ListDelta { set, gone, count: now }) = delta else { return };
    *count = now;
    let replaced = |id| gone.contains(&id) || set.iter().any(|line| line.id() == id);
    list.retain(|line| !replaced(line.id()));
    list.extend(set);
    list.sort_by_key(L::place);
    list.truncate(MAX_LISTED);
}

/// A list of the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LobbyList {
    /// Open offers.
    Seeks,
    /// Running tables.
    Tables,
    /// Connected players.
    Players,
}

impl LobbyList {
    const ALL: [LobbyList; 3] = [LobbyList::Seeks, LobbyList::Tables, LobbyList::Players];
}

/// The lists of the lobby that a client follows: at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Vec<LobbyList>", into = "Vec<LobbyList>")]
pub struct LobbyLists(u8);

impl LobbyLists {
    /// All of them.
    pub const ALL: LobbyLists = LobbyLists(0b111);

    /// Only this one.
    pub fn single(list: LobbyList) -> LobbyLists {
        LobbyLists(1 << list as u8)
    }

    /// Returns whether this list is among them.
    pub fn has(self, list: LobbyList) -> bool {
        self.0 & (1 << list as u8) != 0
    }

    /// Returns whether these are all lists.
    pub fn are_all(&self) -> bool {
        *self == LobbyLists::ALL
    }

    /// Returns the lists as a number above 0, with one bit for each.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Returns the lists of such a number; `None` if it contains no list's bit.
    pub fn from_bits(bits: u8) -> Option<LobbyLists> {
        let bits = bits & LobbyLists::ALL.0;
        (bits != 0).then_some(LobbyLists(bits))
    }
}

impl Default for LobbyLists {
    fn default() -> LobbyLists {
        LobbyLists::ALL
    }
}

impl TryFrom<Vec<LobbyList>> for LobbyLists {
    type Error = &'static str;

    fn try_from(lists: Vec<LobbyList>) -> Result<LobbyLists, &'static str> {
        let bits = lists.into_iter().fold(0, |bits, list| bits | LobbyLists::single(list).0);
        LobbyLists::from_bits(bits).ok_or("no list of the lobby was named")
    }
}

impl From<LobbyLists> for Vec<LobbyList> {
    fn from(lists: LobbyLists) -> Vec<LobbyList> {
        LobbyList::ALL.into_iter().filter(|&list| lists.has(list)).collect()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::Name;

    fn player(n: u128) -> Player {
        let name = Name::try_from(format!("player {n}")).expect("plain");
        Player {
            id: PlayerId(Uuid::from_u128(n)),
            name,
            kind: Kind::Bot,
            house: n == 9,
            version: None,
        }
    }

    fn delta(since: u64, version: u64, set: &[u128], gone: &[u128]) -> LobbyDelta {
        let players = ListDelta {
            set: set.iter().map(|&n| player(n)).collect(),
            gone: gone.iter().map(|&n| PlayerId(Uuid::from_u128(n))).collect(),
            count: 7,
        };
        LobbyDelta { since, version, players: Some(players), ..LobbyDelta::default() }
    }

    #[test]
    fn changes_are_applied_in_their_order_once_and_a_gap_is_found() {
        let mut view = LobbyView { version: 5, ..LobbyView::default() };
        assert_eq!(view.apply(delta(4, 6, &[2, 1], &[])), Ok(()));
        assert_eq!(view.apply(delta(6, 8, &[9], &[1])), Ok(()));
        assert_eq!(view.players, [player(9), player(2)]);
        assert_eq!((view.version, view.player_count), (8, 7));
        let before = view.clone();
        assert_eq!(view.apply(delta(6, 8, &[3], &[9])), Ok(()), "it was applied already");
        assert_eq!(view.apply(delta(9, 10, &[3], &[])), Err(LobbyGap));
        assert_eq!(LobbyGap.to_string(), "changes to the lobby are missing");
        assert_eq!(view, before);
    }

    #[test]
    fn lists_are_named_and_at_least_one_of_them() {
        let read = |text: &str| serde_json::from_str::<LobbyLists>(text);
        assert_eq!(read("[\"seeks\",\"tables\",\"players\"]").expect("all"), LobbyLists::ALL);
        let one = read("[\"tables\",\"tables\"]").expect("one");
        assert_eq!(one, LobbyLists::single(LobbyList::Tables));
        assert_eq!(serde_json::to_string(&one).expect("JSON"), "[\"tables\"]");
        assert!(read("[]").is_err() && read("[\"rooms\"]").is_err());
        assert!(
            (0..=u8::MAX)
                .all(|bits| LobbyLists::from_bits(bits).is_none_or(|it| it.bits() == bits & 7))
        );
    }
}
