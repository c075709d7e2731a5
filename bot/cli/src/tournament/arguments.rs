//! The options of `nim-bot tournament`, and the plan that they make.

use std::path::PathBuf;

use anyhow::anyhow;
use bot::ServerUrl;
use protocol::{
    Begin, Close, EntrantClock, EntrantKinds, EntryRule, Format, Name, Plan, Sprt, StartList,
};
use runner::Entrant;

use super::parse;
use crate::program::ProgramArgs;
use crate::server::TrustArgs;

/// Play a tournament, on a private server or on the one given by --url
#[derive(Debug, clap::Args)]
pub(crate) struct TournamentArguments {
    /// The entrants, separated by commas: levels (perfect, epsilon:0.1, sight:2, random), programs
    /// that speak the line protocol ("program:python3 bot.py"), and players who connect themselves
    /// (remote:Ada); each may be preceded by its name and by how to run its program
    /// ("name=Ada;clock=30+0.5;program:./ada", also dir=, env=, move_ms= and memory_mb=)
    #[arg(long, required_unless_present = "resume")]
    pub(super) entrants: Option<String>,
    /// round-robin, round-robin:2 (cycles), gauntlet, swiss:5 (rounds), knockout
    /// or arena:60 (seconds)
    #[arg(long, value_parser = parse::format, default_value = "round-robin")]
    format: Format,
    /// The number of pairs of games per pairing
    #[arg(long, default_value_t = 1)]
    pairs: u32,
    /// With two entrants, a sequential test: stop once the first entrant is shown to be stronger by
    /// the second number of Elo, or by no more than the first: 0,50. The two error rates (default
    /// 0.05) and the measure (default Elo) may follow: 0,50,0.01,0.05,normalized
    #[arg(long, value_parser = parse::sprt)]
    sprt: Option<Sprt>,
    /// The tournament's name
    #[arg(long, default_value = "Tournament")]
    name: String,
    /// Continue the tournament in this folder
    #[arg(long, conflicts_with_all = ["entrants", "seed", "url"])]
    pub(super) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(super) play: MatchPlayArguments,
}

/// What is played and how, the same for tournaments and matches.
#[derive(Debug, clap::Args)]
pub(crate) struct MatchPlayArguments {
    /// The variants and endings, separated by commas: nim, kayles, moore:2, subtraction:1;2;3;
    /// "misere nim"
    #[arg(long, default_value = "nim")]
    variants: String,
    /// The approximate number of objects in a start
    #[arg(long, default_value_t = 15)]
    size: u64,
    /// A file of starts instead of drawn ones, one a line: by name ("Marienbad") or in the
    /// notation ("misere nim 1,3,5,7"); empty lines and those with # are passed over
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variants", "size"])]
    starts: Option<PathBuf>,
    /// Take the starts of the file in an order drawn from the seed
    #[arg(long, requires = "starts")]
    draw_starts: bool,
    /// Seconds per player for a game, and seconds added per move: 60+1; or bronstein:60+1,
    /// delay:60+1, move:5, days:2, none
    #[arg(long, value_parser = parse::clock, default_value = "300+2")]
    clock: parse::MaybeClock,
    /// The most pairs played at the same time
    #[arg(long, default_value_t = 8)]
    concurrency: u32,
    /// The most pairs that one entrant plays at the same time
    #[arg(long, default_value_t = 4)]
    pub(super) each: u32,
    /// The seed of draw, starts and choices; without one, the server and all entrants together
    /// determine the draw and the starts
    #[arg(long)]
    pub(super) seed: Option<u64>,
    /// The server: ws://HOST:PORT/ws; default: start one
    #[arg(long)]
    pub(super) url: Option<ServerUrl>,
    #[command(flatten)]
    pub(super) trust: TrustArgs,
    /// The folder for the results; created if needed
    #[arg(long, default_value = "nim-tournament")]
    pub(super) out: PathBuf,
    /// Record the dialogue with programs in FOLDER/dialogue
    #[arg(long)]
    pub(super) log: bool,
    #[command(flatten)]
    pub(super) limits: ProgramArgs,
}

impl TournamentArguments {
    /// A match of two until the test ends it.
    pub(crate) fn for_match(
        entrants: String,
        pairs: u32,
        sprt: Sprt,
        play: MatchPlayArguments,
    ) -> TournamentArguments {
        TournamentArguments {
            entrants: Some(entrants),
            format: Format::RoundRobin { cycles: 1 },
            pairs,
            sprt: Some(sprt),
            name: "Match".to_owned(),
            resume: None,
            play,
        }
    }

    /// What is played, in words.
    pub(super) fn games_summary(&self) -> String {
        match &self.play.starts {
            Some(file) => format!("the starts in {}", file.display()),
            None => self.play.variants.clone(),
        }
    }

    pub(super) fn plan(&self, entrants: &[Entrant]) -> anyhow::Result<Plan> {
        let play = &self.play;
        let starts = play.starts.as_deref().map(parse::start_list).transpose()?;
        let courses = match &starts {
            Some(list) => parse::courses_of(list),
            None => {
                let names = play.variants.split(',');
                let courses = names.map(|name| parse::course(name.trim(), play.size));
                courses.collect::<anyhow::Result<_>>()?
            }
        };
        let plan = Plan {
            name: Name::try_from(self.name.clone()).map_err(|why| anyhow!("--name: {why}"))?,
            format: self.format,
            pairs: self.pairs,
            courses,
            starts: starts.map(|list| StartList { list, drawn: play.draw_starts }),
            clock: play.clock.0,
            entry: EntryRule::Open,
            kinds: EntrantKinds::Everybody,
            entrants: entrants.len() as u32,
            begin: Begin::Full,
            running: play.concurrency,
            each: play.each,
            wait_ms: 60_000,
            ready: false,
            byes: 0,
            clocks: own_clocks(entrants),
            close: Close::Played,
            sprt: self.sprt,
        };
        plan.checked().map_err(|why| anyhow!("{why}"))
    }
}

/// The clocks of entrants who have their own; they enter in their order.
fn own_clocks(entrants: &[Entrant]) -> Vec<EntrantClock> {
    let own = (1..)
        .zip(entrants)
        .filter_map(|(entered, entrant)| Some(EntrantClock { entered, clock: entrant.clock()? }));
    own.collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use protocol::TimeControl;

    use super::*;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[command(flatten)]
        tournament: TournamentArguments,
    }

    fn arguments(flags: &[&str]) -> TournamentArguments {
        let usual = ["nim-bot", "--entrants", "name=Ada;clock=5+1;program:./ada,perfect,random"];
        let arguments = [&usual[..], flags].concat();
        Arguments::try_parse_from(arguments).expect("they are known").tournament
    }

    fn plan(flags: &[&str]) -> anyhow::Result<Plan> {
        let arguments = arguments(flags);
        arguments.plan(&Entrant::list(arguments.entrants.as_deref().unwrap_or_default())?)
    }

    fn fischer(base_ms: u32, increment_ms: u32) -> TimeControl {
        TimeControl::Fischer { base_ms, increment_ms }
    }

    #[test]
    fn a_plan_is_what_its_options_say() {
        let usual = plan(&[]).expect("a plan");
        assert_eq!(
            (usual.name.as_str(), usual.format),
            ("Tournament", Format::RoundRobin { cycles: 1 })
        );
        assert_eq!((usual.pairs, usual.entrants, usual.running, usual.each), (1, 3, 8, 4));
        assert_eq!(
            (usual.clock, usual.wait_ms, usual.byes),
            (Some(fischer(300_000, 2_000)), 60_000, 0)
        );
        assert_eq!((usual.begin, usual.close, usual.ready), (Begin::Full, Close::Played, false));
        assert!(usual.sprt.is_none() && usual.starts.is_none() && usual.courses.len() == 1);
        assert_eq!(usual.clocks, [EntrantClock { entered: 1, clock: fischer(5_000, 1_000) }]);
        let other = plan(&[
            "--name",
            "Cup",
            "--format",
            "swiss:2",
            "--pairs",
            "2",
            "--concurrency",
            "4",
            "--each",
            "8",
            "--clock",
            "move:5",
            "--variants",
            "nim, misere nim,moore:2",
            "--size",
            "16",
        ]);
        let other = other.expect("a plan");
        assert_eq!((other.name.as_str(), other.format), ("Cup", Format::Swiss { rounds: 2 }));
        assert_eq!((other.pairs, other.running, other.each), (2, 4, 8));
        assert_eq!(other.clock, Some(TimeControl::Move { ms: 5_000 }));
        let two = Entrant::list("perfect,random").expect("two");
        let without = arguments(&["--clock", "none"]).plan(&two).expect("a plan");
        assert_eq!((without.clock, without.entrants, without.clocks.len()), (None, 2, 0));
        let courses: Vec<_> = other
            .courses
            .iter()
            .map(|one| (one.variant.name(), one.ending == rules::Ending::Misere, one.size))
            .collect();
        assert_eq!(courses, [("nim", false, 16), ("nim", true, 16), ("moore", false, 16)]);
        for wrong in [["--name", ""], ["--variants", "chess"], ["--pairs", "0"]] {
            assert!(plan(&wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn starts_may_be_those_of_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("starts");
        std::fs::write(&file, "nim 1,2\nmisere nim 3,4,5\n").expect("writable");
        let file = file.to_str().expect("a name");
        for (flags, drawn) in
            [(&["--starts", file][..], false), (&["--starts", file, "--draw-starts"], true)]
        {
            let plan = plan(flags).expect("a plan");
            let starts = plan.starts.expect("those of the file");
            assert_eq!((starts.list.len(), starts.drawn, plan.courses.len()), (2, drawn, 2));
            assert_eq!(arguments(flags).games_summary(), format!("the starts in {file}"));
        }
        assert_eq!(arguments(&["--variants", "nim,kayles"]).games_summary(), "nim,kayles");
        assert!(plan(&["--starts", "/none"]).is_err());
    }

    #[test]
    fn a_match_is_a_tournament_of_two_with_a_test() {
        let TournamentArguments { play, .. } = arguments(&["--each", "2"]);
        let sprt = parse::sprt("0,50").expect("a test");
        let arguments = TournamentArguments::for_match("perfect,random".to_owned(), 7, sprt, play);
        assert!(arguments.resume.is_none());
        let entrants = arguments.entrants.as_deref().expect("two");
        let plan = arguments.plan(&Entrant::list(entrants).expect("two")).expect("a plan");
        assert_eq!((plan.name.as_str(), plan.pairs, plan.entrants, plan.each), ("Match", 7, 2, 2));
        assert_eq!((plan.sprt, plan.format), (Some(sprt), Format::RoundRobin { cycles: 1 }));
    }
}
