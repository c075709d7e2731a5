//! Messages to followers of the lobby: one snapshot, and then changes. Pure; time is passed in.
//! Followers of the same lists share a feed, so each batch is encoded once. A feed has a budget of
//! bytes per second: in a busier lobby lines are shown later, and lines that have gone by then are
//! never shown.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use protocol::{
    ListDelta, LobbyDelta, LobbyLine, LobbyLists, LobbyView, Player, SeekView, TableLine,
};
use serde::Serialize;

/// The minimum interval between two messages.
pub(crate) const EVERY: Duration = Duration::from_millis(200);

/// Bytes of changes per second: about a dozen new lines, as many as anybody can read.
const BYTES_A_SECOND: i64 = 4_500;

/// Bytes that a lobby may send at once after it has been quiet: most of a list.
const MAX_CREDIT: i64 = 16_000;

/// The credit in bytes that a busy lobby waits for, so that it sends more at a time and less often.
const ENOUGH: i64 = BYTES_A_SECOND / 2;

/// The size in bytes of a delta without its lines; of a list in it; of a line's id.
const HEAD: i64 = 64;
const LIST_HEAD: i64 = 44;
const ID: i64 = 39;

/// The feeds that have followers.
#[derive(Debug, Default)]
pub(crate) struct LobbyFeeds {
    /// A counter for all feeds, so that a follower who asks for other lists can tell the changes of
    /// the old feed from those of the new one.
    version: u64,
    feeds: BTreeMap<LobbyLists, Feed>,
}

/// The state shared by everybody who follows the same lists.
#[derive(Debug)]
struct Feed {
    shown: LobbyView,
    /// Bytes that may be sent; negative after a batch that could not be shortened.
    credit: i64,
    /// The time up to which credit has been given.
    refilled: Instant,
}

/// The messages that are due.
#[derive(Debug)]
pub(crate) struct Batch {
    pub(crate) deltas: Vec<(LobbyLists, LobbyDelta)>,
    /// Whether some changes must wait for the next batch.
    pub(crate) more: bool,
}

impl LobbyFeeds {
    /// Returns the snapshot for a new follower: what the others have been sent or, if there are
    /// none, the current lobby.
    pub(crate) fn snapshot(
        &mut self,
        lists: LobbyLists,
        lobby: impl FnOnce() -> LobbyView,
        now: Instant,
    ) -> LobbyView {
        let version = &mut self.version;
        let feed = self.feeds.entry(lists).or_insert_with(|| {
            *version += 1;
            let shown = LobbyView { version: *version, ..lobby().only(lists) };
            Feed { shown, credit: MAX_CREDIT, refilled: now }
        });
        // With the newest version, so that the follower ignores changes up to it, from whichever
        // feed.
        LobbyView { version: self.version, ..feed.shown.clone() }
    }

    /// Returns the changes for followers; drops feeds without any followers.
    pub(crate) fn changes(
        &mut self,
        looked_at: &BTreeSet<LobbyLists>,
        lobby: impl FnOnce() -> LobbyView,
        now: Instant,
    ) -> Batch {
        self.feeds.retain(|lists, _| looked_at.contains(lists));
        let mut batch = Batch { deltas: Vec::new(), more: false };
        if self.feeds.is_empty() {
            return batch;
        }
        let lobby = lobby();
        for (&lists, feed) in &mut self.feeds {
            let lobby = lobby.clone().only(lists);
            let (delta, more) = feed.advance(&lobby, self.version + 1, now);
            batch.more |= more;
            if let Some(delta) = delta {
                self.version = delta.version;
                batch.deltas.push((lists, delta));
            }
        }
        batch
    }
}

impl Feed {
    /// Returns the changes from what is shown to the lobby, as many as there is credit for, and
    /// whether some are left.
    fn advance(
        &mut self,
        lobby: &LobbyView,
        version: u64,
        now: Instant,
    ) -> (Option<LobbyDelta>, bool) {
        self.refill(now);
        let mut change = LobbyChange::between(&self.shown, lobby);
        if change.is_empty() {
            return (None, false);
        }
        if self.credit < ENOUGH {
            return (None, true);
        }
        let (cost, more) = change.cut(self.credit, &self.shown);
        if change.is_empty() {
            return (None, true);
        }
        self.credit -= cost;
        let delta = change.delta(self.shown.version, version);
        // The delta follows from what is shown, so there is no gap.
        let _ = self.shown.apply(delta.clone());
        (Some(delta), more)
    }

    fn refill(&mut self, now: Instant) {
        let time = now.saturating_duration_since(self.refilled);
        self.refilled = now;
        let earned = time.as_millis() as i64 * BYTES_A_SECOND / 1_000;
        self.credit = (self.credit + earned).min(MAX_CREDIT);
    }
}

/// The differences in each list.
#[derive(Debug)]
struct LobbyChange {
    seeks: Option<ListDelta<SeekView, protocol::SeekId>>,
    tables: Option<ListDelta<TableLine, protocol::TableId>>,
    players: Option<ListDelta<Player, protocol::PlayerId>>,
}

impl LobbyChange {
    fn between(shown: &LobbyView, lobby: &LobbyView) -> LobbyChange {
        let (before, now) = (shown, lobby);
        LobbyChange {
            seeks: difference(&before.seeks, &now.seeks, [before.seek_count, now.seek_count]),
            tables: difference(&before.tables, &now.tables, [before.table_count, now.table_count]),
            players: difference(
                &before.players,
                &now.players,
                [before.player_count, now.player_count],
            ),
        }
    }

    fn is_empty(&self) -> bool {
        self.seeks.is_none() && self.tables.is_none() && self.players.is_none()
    }

    /// Leaves out the lines for which there is no credit, equally from each list. Removals are
    /// always sent: what is shown may be late, but not wrong. Returns the bytes of the rest, and
    /// whether something was left out.
    fn cut(&mut self, credit: i64, shown: &LobbyView) -> (i64, bool) {
        let costs = [line_costs(&self.seeks), line_costs(&self.tables), line_costs(&self.players)];
        let fixed = fixed_cost(&self.seeks) + fixed_cost(&self.tables) + fixed_cost(&self.players);
        let (mut spent, mut kept) = (HEAD + fixed, [0; 3]);
        let mut lines: Vec<_> = (costs.iter().enumerate())
            .flat_map(|(list, costs)| {
                costs.iter().enumerate().map(move |(n, &cost)| (n, list, cost))
            })
            .collect();
        // The first of each list, then the second of each.
        lines.sort_unstable();
        for (n, list, cost) in &lines {
            // Even the longest line must be sent eventually.
            let patient = *n > 0 || credit < MAX_CREDIT;
            if spent + cost > credit && patient {
                break;
            }
            spent += cost;
            kept[*list] += 1;
        }
        truncate(&mut self.seeks, kept[0], shown.seek_count);
        truncate(&mut self.tables, kept[1], shown.table_count);
        truncate(&mut self.players, kept[2], shown.player_count);
        (spent, kept.iter().sum::<usize>() < lines.len())
    }

    fn delta(self, since: u64, version: u64) -> LobbyDelta {
        let LobbyChange { seeks, tables, players } = self;
        LobbyDelta { since, version, seeks, tables, players }
    }
}

/// A line, as a feed compares it.
trait FeedLine: LobbyLine + Clone + Serialize {
    /// Whether a reader who knows this line need not be sent the other.
    fn same_line(&self, other: &Self) -> bool;
}

impl FeedLine for SeekView {
    /// Windows widen as time passes, which a reader can compute.
    fn same_line(&self, other: &SeekView) -> bool {
        self.missing == other.missing
            && self.by == other.by
            && self.offer == other.offer
            && self.rating == other.rating
    }
}

impl FeedLine for TableLine {
    fn same_line(&self, other: &TableLine) -> bool {
        self == other
    }
}

impl FeedLine for Player {
    fn same_line(&self, other: &Player) -> bool {
        self == other
    }
}

/// Returns the change from one list to the other; `None` if they are equal. Both are at most a page
/// long.
fn difference<L: FeedLine>(
    before: &[L],
    now: &[L],
    counts: [u32; 2],
) -> Option<ListDelta<L, L::Id>> {
    let find = |list: &'_ [L], id: L::Id| list.iter().position(|line| line.id() == id);
    let gone = before.iter().map(L::id).filter(|&id| find(now, id).is_none()).collect();
    let is_known = |line: &&L| find(before, line.id()).is_some_and(|at| before[at].same_line(line));
    let set = now.iter().filter(|line| !is_known(line)).cloned().collect();
    let delta = ListDelta { set, gone, count: counts[1] };
    let same = delta.set.is_empty() && delta.gone.is_empty() && counts[0] == counts[1];
    (!same).then_some(delta)
}

fn fixed_cost<L, I>(delta: &Option<ListDelta<L, I>>) -> i64 {
    delta.as_ref().map_or(0, |delta| LIST_HEAD + ID * delta.gone.len() as i64)
}

fn line_costs<L: Serialize, I>(delta: &Option<ListDelta<L, I>>) -> Vec<i64> {
    let lines = delta.iter().flat_map(|delta| &delta.set);
    lines.map(|line| serde_json::to_vec(line).map_or(0, |json| json.len() as i64 + 1)).collect()
}

/// Keeps this many lines; sets the delta to `None` if nothing is left.
fn truncate<L, I>(delta: &mut Option<ListDelta<L, I>>, most: usize, count: u32) {
    if let Some(delta) = delta {
        delta.set.truncate(most);
    }
    delta.take_if(|it| it.set.is_empty() && it.gone.is_empty() && it.count == count);
}

#[cfg(test)]
mod tests;
