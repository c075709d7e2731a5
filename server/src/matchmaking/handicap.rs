//! A computed handicap: from two ratings, the start and the player who begins, and where these do
//! not suffice the time, so that the chances are nearly even. Pure.

use ladder::{chance_by_rating, chance_of_first, share_of_time};
use protocol::{DrawnGame, HandicapMeans, HandicapView, PlayerId, TimeControl};
use rules::{MAX_NUMBER, Setup};
use solver::{Budget, Drawing, Solver};

use crate::matchmaking::offer::{Match, Offer, UNRATED};

/// The starts that are compared, with either player beginning.
const STARTS: u32 = 24;

/// The chances are even enough within this distance from a half, and good enough not to look for
/// another start.
const EVEN: f64 = 0.05;
const GOOD: f64 = 0.01;

/// What the search for the most even start may use.
pub(crate) struct HandicapSearch<'a> {
    /// The bytes of memory.
    pub(crate) bytes: u64,
    /// Whether it has taken too long.
    pub(crate) late: &'a dyn Fn() -> bool,
    /// Draws the start of a seed.
    pub(crate) draw: &'a dyn Fn(DrawnGame, u64) -> Option<Setup>,
}

/// The terms that make a game's chances nearly even.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Handicap {
    game: Setup,
    /// Who begins; between equals that stays as the lot was drawn.
    first: Option<PlayerId>,
    /// By seat, if one player has less time.
    clocks: Vec<TimeControl>,
    view: HandicapView,
}

/// A start with one of the two beginning, and their chance.
#[derive(Clone, Debug)]
struct EvenStart {
    game: Setup,
    offset: u32,
    /// Whether the player who takes the offer begins.
    taker_begins: bool,
    /// The first player's chance.
    chance: f64,
}

impl EvenStart {
    fn distance(&self) -> f64 {
        (self.chance - 0.5).abs()
    }
}

/// Computes the handicap of an offer that `taker` takes; `ratings` are its owner's and theirs,
/// if they have any.
pub(crate) fn compute(
    offer: &Offer,
    taker: PlayerId,
    ratings: [Option<u32>; 2],
    search: &HandicapSearch<'_>,
) -> Handicap {
    let counted = ratings.map(|rating| rating.unwrap_or(UNRATED));
    let choice = best(offer, counted, search);
    let [owner, taker_rating] = ratings;
    let seats = if choice.taker_begins { [taker_rating, owner] } else { ratings };
    let mut chance = choice.chance;
    let (mut by, mut clocks) = (HandicapMeans::Start, Vec::new());
    if let Some(clock) = offer.said.clock.filter(|_| choice.distance() > EVEN)
        && let Some(base_ms) = clock.base_ms().filter(|base| *base > 0)
    {
        let (better, ahead) = if chance > 0.5 { (0, chance) } else { (1, 1.0 - chance) };
        let (share, left) = share_of_time(ahead);
        let less = f64::from(base_ms) * (1.0 - share);
        clocks = vec![clock; 2];
        clocks[better] = clock.less(less as u32);
        by = HandicapMeans::Time;
        chance = if better == 0 { left } else { 1.0 - left };
    }
    let percent = (chance * 100.0).round() as u8;
    let view = HandicapView { ratings: seats, by, chance: percent, offset: choice.offset };
    let begins = if choice.taker_begins { taker } else { offer.by.id };
    let first = (counted[0] != counted[1]).then_some(begins);
    Handicap { game: choice.game, first, clocks, view }
}

/// The start and the player who begins with the most even chances; of starts that are too large to
/// compute, the offered one.
fn best(offer: &Offer, ratings: [u32; 2], search: &HandicapSearch<'_>) -> EvenStart {
    let mut solver = Solver::new(offer.said.game.variant());
    let mut best: Option<EvenStart> = None;
    for offset in 0..STARTS {
        let Some(game) = start(offer, offset, search).filter(|_| !(search.late)()) else { break };
        let [owner, taker] = ratings;
        // Between equals it is the same whoever begins.
        for taker_begins in [false, true].into_iter().take(1 + usize::from(owner != taker)) {
            let seats = if taker_begins { [taker, owner] } else { ratings };
            let mut budget =
                Budget::positions(Drawing::WORK).bytes(search.bytes).until(search.late);
            let Some(chance) = chance_of_first(&game, seats, &mut solver, &mut budget) else {
                continue;
            };
            let choice = EvenStart { game: game.clone(), offset, taker_begins, chance };
            if best.as_ref().is_none_or(|best| choice.distance() < best.distance()) {
                best = Some(choice);
            }
        }
        if best.as_ref().is_some_and(|best| best.distance() < GOOD) {
            break;
        }
    }
    best.unwrap_or_else(|| EvenStart {
        game: offer.said.game.clone(),
        offset: 0,
        taker_begins: false,
        chance: chance_by_rating(ratings),
    })
}

/// Returns the start of the drawn seed plus `offset`; a start that was not drawn has no others.
fn start(offer: &Offer, offset: u32, search: &HandicapSearch<'_>) -> Option<Setup> {
    let game = &offer.said.game;
    if offset == 0 {
        return Some(game.clone());
    }
    let draw = offer.drawn?.draw;
    let seed = (draw.seed? + u64::from(offset)) % (MAX_NUMBER + 1);
    let (variant, ending) = (game.variant(), game.ending());
    let (params, variant) = (variant.params(), variant.name().to_owned());
    (search.draw)(DrawnGame { variant, params, ending, draw }, seed)
}

impl Handicap {
    /// Gives a match between the same two players these terms. They are for this one game.
    pub(crate) fn apply(self, found: &mut Match) {
        found.game = self.game;
        let drawn = found.players.first().map(|player| player.id);
        if self.first.is_some() && self.first != drawn {
            found.players.reverse();
        }
        found.terms.clocks = self.clocks;
        found.terms.handicap = Some(self.view);
        found.terms.excluded.insert(protocol::ExcludedAction::Rematch);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use protocol::{Draw, Kind, Player, Proposal};
    use uuid::Uuid;

    use super::*;
    use crate::matchmaking::drawn_start::find_start;
    use crate::matchmaking::offer::Drawn;

    const TAKER: PlayerId = PlayerId(Uuid::from_u128(2));

    fn offer(game: &str, clock: Option<TimeControl>, drawn: bool) -> Offer {
        let by = Player {
            id: PlayerId(Uuid::from_u128(1)),
            name: "Ada".to_owned().try_into().expect("a name"),
            kind: Kind::Person,
            house: false,
            version: None,
        };
        let game: Setup = game.parse().expect("a game");
        let said = Proposal { clock, handicap: true, ..Proposal::new(game) };
        let draw = Draw { seed: Some(MAX_NUMBER), ..Draw::default() };
        let drawn = drawn.then_some(Drawn { draw, hidden: true });
        Offer { by, said, drawn, start: None, rating: None, reach: None }
    }

    fn computed(offer: &Offer, ratings: [u32; 2]) -> Handicap {
        let bytes = 64 << 20;
        let draw = |wanted, seed| find_start(wanted, seed, bytes).ok();
        let ratings = ratings.map(Some);
        compute(offer, TAKER, ratings, &HandicapSearch { bytes, late: &|| false, draw: &draw })
    }

    #[test]
    fn a_start_is_found_that_makes_the_chances_nearly_even() {
        // Against a much weaker player even a lost start is worth more than half.
        for (ratings, within) in
            [([1500, 1500], 40..=60), ([1600, 1500], 40..=60), ([1365, 1623], 35..=65)]
        {
            let handicap = computed(&offer("nim 3,4,5", None, true), ratings);
            let HandicapView { by, chance, ratings: seats, .. } = handicap.view;
            assert_eq!(by, HandicapMeans::Start);
            assert!(within.contains(&chance), "{ratings:?}: {handicap:?}");
            let reversed = handicap.first == Some(TAKER);
            let [owner, taker] = ratings.map(Some);
            assert_eq!(seats, if reversed { [taker, owner] } else { [owner, taker] });
        }
    }

    #[test]
    fn a_player_without_a_rating_counts_as_an_average_one_and_is_shown_without() {
        let offer = offer("nim 3,4,5", None, true);
        let draw = |wanted, seed| find_start(wanted, seed, 64 << 20).ok();
        let search = HandicapSearch { bytes: 64 << 20, late: &|| false, draw: &draw };
        let unrated = compute(&offer, TAKER, [None, Some(1742)], &search);
        let average = compute(&offer, TAKER, [Some(1500), Some(1742)], &search);
        assert_eq!((&unrated.game, unrated.first), (&average.game, average.first));
        let shown = average.view.ratings.map(|rating| rating.filter(|rating| *rating == 1742));
        assert_eq!(unrated.view, HandicapView { ratings: shown, ..average.view });
    }

    #[test]
    fn where_no_start_does_it_the_better_player_has_less_time() {
        let clock = TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 };
        let one_start = offer("nim 1,2,3", Some(clock), false);
        let handicap = computed(&one_start, [1742, 1742]);
        assert_eq!((handicap.view.by, &handicap.game), (HandicapMeans::Time, &one_start.said.game));
        // The second player wins it, and pays.
        assert_eq!(handicap.clocks, [clock, clock.less(48_000)]);
        // Without time to give, and without another start, it stays uneven, and is said to be so.
        let handicap = computed(&offer("nim 1,2,3", None, false), [1742, 1742]);
        assert_eq!((handicap.view.chance, handicap.clocks), (0, Vec::new()));
        let large = computed(&offer("nim 90,91,92,93", Some(clock), false), [1600, 1500]);
        let better = usize::from(large.first == Some(TAKER));
        assert!(large.clocks[better] != clock && large.clocks[1 - better] == clock, "{large:?}");
        assert_eq!(large.view.chance, 50);
        // It is the same whoever of the two is the better one.
        let mirrored = computed(&offer("nim 90,91,92,93", Some(clock), false), [1500, 1600]);
        let their = usize::from(mirrored.first != Some(TAKER));
        assert_eq!(mirrored.clocks[their], large.clocks[better]);
        assert_eq!((mirrored.clocks[1 - their], mirrored.view.chance), (clock, 50));
    }

    #[test]
    fn the_seeds_tried_follow_the_drawn_one_and_wrap_around() {
        let tried = |seed, offset| {
            let mut offer = offer("nim 3,4,5", None, true);
            offer.drawn.as_mut().expect("a drawn start").draw.seed = Some(seed);
            let found = Cell::new(None);
            let draw = |_: DrawnGame, seed| {
                found.set(Some(seed));
                None
            };
            start(&offer, offset, &HandicapSearch { bytes: 0, late: &|| false, draw: &draw });
            found.get()
        };
        assert_eq!([0, 1, 2].map(|offset| tried(7, offset)), [None, Some(8), Some(9)]);
        assert_eq!([1, 2].map(|offset| tried(MAX_NUMBER, offset)), [Some(0), Some(1)]);
        assert_eq!(tried(MAX_NUMBER - 1, 1), Some(MAX_NUMBER));
    }

    /// Whoever offers would else always have the seat that is a little better.
    #[test]
    fn between_equals_the_lot_decides_who_begins() {
        let clock = TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 };
        for offer in [offer("nim 3,4,5", None, true), offer("nim 1,2,3", Some(clock), false)] {
            let taker = Player { id: TAKER, ..offer.by.clone() };
            let begins = |draw| {
                let mut found = offer.clone().seat(Uuid::nil(), vec![taker.clone()], draw);
                computed(&offer, [1500, 1500]).apply(&mut found);
                found.players[0].id
            };
            assert_ne!(begins(0), begins(1));
        }
    }

    #[test]
    fn it_is_for_one_game_between_the_two() {
        let offer = offer("nim 3,4,5", None, true);
        let taker = Player { id: TAKER, ..offer.by.clone() };
        for draw in [0, 1] {
            let mut found = offer.clone().seat(Uuid::nil(), vec![taker.clone()], draw);
            let handicap = computed(&offer, [1365, 1742]);
            handicap.clone().apply(&mut found);
            assert_eq!((Some(found.players[0].id), &found.game), (handicap.first, &handicap.game));
            assert!(found.terms.excluded.contains(&protocol::ExcludedAction::Rematch));
        }
    }
}
