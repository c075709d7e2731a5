//! A view of the lobby: what follows from changes is what a list of all lines by their ids gives.

use std::collections::BTreeMap;

use proptest::prelude::*;
use protocol::limits::MAX_LISTED;
use protocol::{
    Kind, ListDelta, LobbyDelta, LobbyGap, LobbyLists, LobbyView, Player, PlayerId, SeekId,
    SeekView, TableId, TableLine,
};
use uuid::Uuid;

use super::source::Source;

/// Gives the lines different ids of a few, so that changes meet lines that are there.
fn with_ids<L>(source: &mut Source, mut lines: Vec<L>, set: fn(&mut L, Uuid)) -> Vec<L> {
    let (first, step) = (source.number() % 7, 1 + source.number() % 6);
    for (place, line) in (0..7).zip(&mut lines) {
        set(line, Uuid::from_u64_pair(0, (first + place * step) % 7));
    }
    lines
}

fn set_seek(line: &mut SeekView, id: Uuid) {
    line.seek = SeekId(id);
}

fn set_table(line: &mut TableLine, id: Uuid) {
    line.table = TableId(id);
}

fn set_player(line: &mut Player, id: Uuid) {
    line.id = PlayerId(id);
}

fn view(source: &mut Source) -> LobbyView {
    let view = source.lobby();
    LobbyView {
        version: 5,
        seeks: with_ids(source, view.seeks, set_seek),
        tables: with_ids(source, view.tables, set_table),
        players: with_ids(source, view.players, set_player),
        ..view
    }
}

/// Changes with these new lines and up to two that are gone.
fn change<L, I>(source: &mut Source, set: Vec<L>, id: fn(Uuid) -> I) -> Option<ListDelta<L, I>> {
    let gone = source.number() % 3;
    let gone = (0..gone).map(|_| id(Uuid::from_u64_pair(0, source.number() % 7))).collect();
    let count = source.u32();
    source.bool().then_some(ListDelta { set, gone, count })
}

/// Returns the list and its count after a change, with lines in the order of their keys.
fn changed<L: Clone, I, K: Ord>(
    (list, count): (&[L], u32),
    delta: Option<&ListDelta<L, I>>,
    id: fn(&L) -> Uuid,
    gone: fn(&I) -> Uuid,
    key: fn(&L) -> K,
) -> (Vec<L>, u32) {
    let mut lines: BTreeMap<Uuid, L> = list.iter().map(|line| (id(line), line.clone())).collect();
    if let Some(delta) = delta {
        delta.gone.iter().for_each(|one| drop(lines.remove(&gone(one))));
        lines.extend(delta.set.iter().map(|line| (id(line), line.clone())));
        let mut lines: Vec<L> = lines.into_values().collect();
        lines.sort_by_key(key);
        return (lines, delta.count);
    }
    (list.to_vec(), count)
}

/// House bots first, then other bots, then people; each by their ids.
fn player_key(player: &Player) -> (u8, Uuid) {
    match (player.kind, player.house) {
        (Kind::Bot, true) => (0, player.id.0),
        (Kind::Bot, false) => (1, player.id.0),
        (Kind::Guest | Kind::Person, _) => (2, player.id.0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_view_of_the_lobby_keeps_the_lists_that_are_followed(
        numbers in proptest::collection::vec(any::<u64>(), 40),
    ) {
        let view = Source(numbers.into_iter()).lobby();
        for bits in 1..8 {
            let only = view.clone().only(LobbyLists::from_bits(bits).expect("some lists"));
            let has = |bit: u8| bits & bit != 0;
            prop_assert_eq!(only.version, view.version);
            prop_assert_eq!(only.seeks, if has(1) { view.seeks.clone() } else { vec![] });
            prop_assert_eq!(only.tables, if has(2) { view.tables.clone() } else { vec![] });
            prop_assert_eq!(only.players, if has(4) { view.players.clone() } else { vec![] });
            let counts = [only.seek_count, only.table_count, only.player_count];
            let all = [view.seek_count, view.table_count, view.player_count];
            let kept = [1, 2, 4].map(has);
            for ((now, before), kept) in counts.into_iter().zip(all).zip(kept) {
                prop_assert_eq!(now, if kept { before } else { 0 });
            }
        }
    }

    #[test]
    fn a_view_after_changes_is_that_of_all_lines(
        numbers in proptest::collection::vec(any::<u64>(), 400),
    ) {
        let mut source = Source(numbers.into_iter());
        let (before, new) = (view(&mut source), view(&mut source));
        let since = 3 + source.number() % 4;
        let delta = LobbyDelta {
            since,
            version: since + source.number() % 4,
            seeks: change(&mut source, new.seeks, SeekId),
            tables: change(&mut source, new.tables, TableId),
            players: change(&mut source, new.players, PlayerId),
        };
        let mut after = before.clone();
        let applied = after.apply(delta.clone());
        if since > before.version || delta.version <= before.version {
            prop_assert_eq!(applied.is_err(), since > before.version);
            prop_assert_eq!(after, before);
            return Ok(());
        }
        prop_assert_eq!(applied, Ok::<(), LobbyGap>(()));
        prop_assert_eq!(after.version, delta.version);
        let seeks = changed(
            (&before.seeks, before.seek_count),
            delta.seeks.as_ref(),
            |line| line.seek.0,
            |id| id.0,
            |line| std::cmp::Reverse(line.seek.0),
        );
        let tables = changed(
            (&before.tables, before.table_count),
            delta.tables.as_ref(),
            |line| line.table.0,
            |id| id.0,
            |line| std::cmp::Reverse(line.table.0),
        );
        let players = changed(
            (&before.players, before.player_count),
            delta.players.as_ref(),
            |line| line.id.0,
            |id| id.0,
            player_key,
        );
        prop_assert_eq!((after.seeks, after.seek_count), seeks);
        prop_assert_eq!((after.tables, after.table_count), tables);
        prop_assert_eq!((after.players, after.player_count), players);
    }
}

/// The newest tables stay.
#[test]
fn a_list_has_at_most_so_many_lines() {
    let table = |n: u64| TableLine {
        table: TableId(Uuid::from_u64_pair(0, n)),
        variant: "nim".to_owned(),
        players: Vec::new(),
        rated: false,
        ratings: Vec::new(),
    };
    let most = MAX_LISTED as u64;
    let mut view =
        LobbyView { tables: (0..most).rev().map(table).collect(), ..LobbyView::default() };
    let set = vec![table(most + 1), table(most)];
    let tables = Some(ListDelta { set, gone: Vec::new(), count: 102 });
    view.apply(LobbyDelta { since: 0, version: 1, tables, ..LobbyDelta::default() }).expect("next");
    let ids: Vec<u64> = view.tables.iter().map(|line| line.table.0.as_u64_pair().1).collect();
    assert_eq!(ids, (2..most + 2).rev().collect::<Vec<_>>());
    assert_eq!(view.table_count, 102);
}
