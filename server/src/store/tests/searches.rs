//! Searches, held against their definition over games of all kinds.

use uuid::Builder;

use super::*;
use crate::store::game_search::GameOutcome;

const NAMES: [&str; 3] = ["a", "b", "c"];

/// A game between two of three players.
struct Played {
    table: TableId,
    agreed_at: i64,
    variant: &'static str,
    players: [usize; 2],
    rated: bool,
    /// The seats that won; `None` while it runs.
    winners: Option<Vec<Seat>>,
}

fn played(n: u64) -> Played {
    let agreed_at = 1_000 + 10 * n;
    let one = (n % 3) as usize;
    Played {
        table: TableId(Builder::from_unix_timestamp_millis(agreed_at, &[7; 10]).into_uuid()),
        agreed_at: agreed_at as i64,
        variant: if n.is_multiple_of(2) { "nim" } else { "grundy" },
        players: [one, (one + 1 + (n / 3) as usize % 2) % 3],
        rated: n.is_multiple_of(5),
        winners: [None, Some(vec![]), Some(vec![Seat(0)]), Some(vec![Seat(1)])]
            [(n / 2 % 4) as usize]
            .clone(),
    }
}

fn id(player: usize) -> PlayerId {
    PlayerId(Uuid::from_u128(100 + player as u128))
}

impl Played {
    fn keep(&self, store: &Store) {
        let player = |&n: &usize| protocol::Player {
            id: id(n),
            name: Name::try_from(NAMES[n].to_owned()).expect("plain"),
            kind: Kind::Person,
            house: false,
            version: None,
        };
        let opening = Opening {
            game: format!("{} 3,4", self.variant).parse().expect("a game"),
            players: self.players.iter().map(player).collect(),
            clock: None,
            terms: Terms { rated: self.rated, ..Terms::default() },
        };
        let (table, over) = (self.table, self.winners.clone());
        let over = over.map(|winners| Over { winners, reason: EndReason::Resigned });
        let opened = Entry::Opened { table, opening: &opening, hashes: &[], over: None };
        kept(store, &[opened]).expect("kept");
        if let Some(over) = over {
            let (fact, over) = (&Fact::Ended(over.clone()), Some(&over));
            kept(store, &[Entry::Happened { table, seq: 0, fact, over }]).expect("kept");
        }
    }

    fn has(&self, whose: &Whose, seat: usize) -> bool {
        let player = self.players[seat];
        match whose {
            Whose::Player(wanted) => id(player) == *wanted,
            Whose::Named(name) => NAMES[player] == name,
            Whose::Everybody => true,
        }
    }

    fn outcome(&self, whose: &Whose) -> GameOutcome {
        match &self.winners {
            None => GameOutcome::Running,
            Some(winners) if winners.is_empty() => GameOutcome::Open,
            Some(winners) if self.has(whose, usize::from(winners[0].0)) => GameOutcome::Won,
            Some(_) => GameOutcome::Lost,
        }
    }

    fn is_wanted(&self, whose: &Whose, filter: &GameFilter) -> bool {
        let GameFilter { variant, opponent, outcome, rated, since, until } = filter;
        let meets = |other: &Whose| {
            [0, 1].into_iter().any(|seat| !self.has(whose, seat) && self.has(other, seat))
        };
        (self.has(whose, 0) || self.has(whose, 1))
            && variant.as_ref().is_none_or(|wanted| wanted == self.variant)
            && opponent.as_ref().is_none_or(meets)
            && outcome.is_none_or(|wanted| wanted == self.outcome(whose))
            && rated.is_none_or(|wanted| wanted == self.rated)
            && since.is_none_or(|since| since <= self.agreed_at)
            && until.is_none_or(|until| self.agreed_at <= until)
    }
}

#[tokio::test]
async fn searches_find_the_games_that_are_wanted_and_no_others() {
    let folder = folder_in_memory();
    let store = open_store(&folder);
    let games: Vec<Played> = (0..30).map(played).collect();
    games.iter().for_each(|game| game.keep(&store));
    let named = |name: &str| Whose::Named(name.to_owned());
    let filters = |opponent: &Option<Whose>| {
        let mut filters = vec![GameFilter { opponent: opponent.clone(), ..GameFilter::default() }];
        let mut vary = |change: &dyn Fn(&mut GameFilter)| {
            let mut changed = filters.clone();
            changed.iter_mut().for_each(change);
            filters.extend(changed);
        };
        vary(&|filter| filter.variant = Some("grundy".to_owned()));
        vary(&|filter| filter.rated = Some(filter.variant.is_none()));
        vary(&|filter| (filter.since, filter.until) = (Some(1_050), Some(1_200)));
        use GameOutcome::{Lost, Open, Running, Won};
        let outcomes = [None, Some(Running), Some(Open), Some(Won), Some(Lost)];
        let with =
            |outcome| filters.iter().map(move |filter| GameFilter { outcome, ..filter.clone() });
        outcomes.into_iter().flat_map(with).collect::<Vec<_>>()
    };
    let mut found_some = 0;
    for whose in [Whose::Player(id(1)), named("c"), named("nobody"), Whose::Everybody] {
        for filter in [None, Some(Whose::Player(id(2))), Some(named("a"))].iter().flat_map(filters)
        {
            let wanted = games.iter().rev().filter(|game| game.is_wanted(&whose, &filter));
            let wanted: Vec<TableId> = wanted.map(|game| game.table).collect();
            let (mut found, mut next) = (Vec::new(), Some(TableId(Uuid::max())));
            while let Some(before) = next {
                let page = store.games_of(whose.clone(), filter.clone(), before, 4).await;
                let page = page.expect("readable");
                assert!(page.games.len() <= 4);
                found.extend(page.games.iter().map(|record| record.table));
                next = page.next;
            }
            assert_eq!(found, wanted, "{whose:?} {filter:?}");
            found_some += usize::from(!wanted.is_empty());
        }
    }
    assert!(found_some > 100, "{found_some}");
}
