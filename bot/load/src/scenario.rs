//! The activities of a load's clients, by weight: play, watch, wait in the lobby, load pages, play in
//! tournaments.

use std::str::FromStr;

/// The largest weight.
const MAX_WEIGHT: u32 = 1_000_000;

/// The weight of each activity; only the ratios matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenarios {
    /// Play game after game.
    pub play: u32,
    /// Watch running games.
    pub watch: u32,
    /// Stay in the lobby and follow all its lists.
    pub lobby: u32,
    /// Load the page and the files it names repeatedly.
    pub page: u32,
    /// Enter a tournament made for the load, and play it.
    pub tournament: u32,
}

impl Default for Scenarios {
    fn default() -> Scenarios {
        Scenarios { play: 1, watch: 0, lobby: 0, page: 0, tournament: 0 }
    }
}

/// The number of clients by activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crowd {
    /// The number of players, which is even.
    pub(crate) players: usize,
    pub(crate) watchers: usize,
    pub(crate) loungers: usize,
    pub(crate) page_loaders: usize,
    /// The number of entrants of tournaments, which is even.
    pub(crate) entrants: usize,
}

impl Crowd {
    /// The number of clients with a WebSocket.
    pub(crate) fn connections(self) -> usize {
        self.players + self.entrants + self.watchers + self.loungers
    }
}

impl Scenarios {
    /// Divides the clients by weight. Clients left over by rounding get the first activity with a
    /// weight.
    pub(crate) fn divide(self, clients: usize) -> Crowd {
        let Scenarios { play, watch, lobby, page, tournament } = self;
        let weights = [play, tournament, watch, lobby, page].map(u128::from);
        let total = weights.iter().sum::<u128>().max(1);
        let mut counts = weights.map(|weight| (clients as u128 * weight / total) as usize);
        let left = clients - counts.iter().sum::<usize>();
        if let Some(first) = weights.iter().position(|&weight| weight > 0) {
            counts[first] += left;
        }
        let [players, entrants, watchers, loungers, page_loaders] = counts;
        let [players, entrants] = [players, entrants].map(|count| count.next_multiple_of(2));
        Crowd { players, watchers, loungers, page_loaders, entrants }
    }
}

/// Parses `play=80,watch=10,lobby=5,page=5`; omitted activities have weight 0.
impl FromStr for Scenarios {
    type Err = String;

    fn from_str(text: &str) -> Result<Scenarios, String> {
        let mut all = Scenarios { play: 0, watch: 0, lobby: 0, page: 0, tournament: 0 };
        for part in text.split(',').map(str::trim) {
            let read = part.split_once('=').and_then(|(name, weight)| {
                Some((name.trim(), weight.trim().parse().ok().filter(|&w| w <= MAX_WEIGHT)?))
            });
            let Some((name, weight)) = read else {
                return Err(format!("{part:?} is not a weight, such as watch=10"));
            };
            match name {
                "play" => all.play = weight,
                "watch" => all.watch = weight,
                "lobby" => all.lobby = weight,
                "page" => all.page = weight,
                "tournament" => all.tournament = weight,
                _ => {
                    return Err(format!(
                        "{name:?} is not one of play, watch, lobby, page, tournament"
                    ));
                }
            }
        }
        match all.play + all.watch + all.lobby + all.page + all.tournament {
            0 => Err("all weights are zero".to_owned()),
            _ => Ok(all),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_divided_by_weight() {
        let read = |text: &str| text.parse::<Scenarios>();
        let crowd = read("play=80, watch=10,lobby=5,page=5").unwrap().divide(1_000);
        let expected =
            Crowd { players: 800, watchers: 100, loungers: 50, page_loaders: 50, entrants: 0 };
        assert_eq!(crowd, expected);
        assert_eq!(crowd.connections(), 950);
        assert_eq!(Scenarios::default().divide(7).players, 8);
        let only = read("page=1").unwrap().divide(3);
        assert_eq!((only.players, only.page_loaders), (0, 3));
        assert_eq!(read("watch=1,page=1").unwrap().divide(3).connections(), 2);
        assert_eq!(read("lobby=1,page=1").unwrap().divide(3).watchers, 0);
        let both = read("play=2,tournament=1").unwrap().divide(10);
        assert_eq!((both.players, both.entrants, both.connections()), (8, 4, 12));
        assert_eq!(read("tournament=1").unwrap().divide(5).entrants, 6);
        for alone in ["play", "watch", "lobby", "page", "tournament"] {
            assert!(read(&format!("{alone}=1")).is_ok(), "{alone}");
            assert!(read(&format!("{alone}=0")).is_err(), "{alone}");
        }
        for wrong in ["", "play", "play=x", "dance=1", "play=0", "play=9999999999"] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }

    proptest::proptest! {
        /// Nobody is lost, each share is within one of its weight's, and what is read is divided.
        #[test]
        fn all_clients_are_divided(weights in [0..9u32, 0..9, 0..9, 0..9, 0..9], clients in 1..500usize) {
            let [play, watch, lobby, page, tournament] = weights;
            let total = weights.iter().sum::<u32>() as usize;
            let text = format!(
                "play={play},watch={watch},lobby={lobby},page={page},tournament={tournament}"
            );
            let read = text.parse::<Scenarios>();
            proptest::prop_assert_eq!(read.is_ok(), total > 0);
            if let Ok(scenarios) = read {
                proptest::prop_assert_eq!(scenarios, Scenarios { play, watch, lobby, page, tournament });
                let Crowd { players, watchers, loungers, page_loaders, entrants } =
                    scenarios.divide(clients);
                let all = players + watchers + loungers + page_loaders + entrants;
                proptest::prop_assert!((clients..=clients + 2).contains(&all));
                proptest::prop_assert_eq!((players % 2, entrants % 2), (0, 0));
                let counts = [players, watchers, loungers, page_loaders, entrants];
                for (count, weight) in counts.into_iter().zip(weights) {
                    let share = clients * weight as usize / total;
                    proptest::prop_assert!((share..=share + 5).contains(&count));
                }
            }
        }
    }

    #[test]
    fn the_largest_weight_is_a_million() {
        assert!("page=1000000".parse::<Scenarios>().is_ok());
        assert!("page=1000001".parse::<Scenarios>().is_err());
    }
}
