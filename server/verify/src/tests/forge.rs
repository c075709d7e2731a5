//! Forgeries of tournament files by somebody who has the key: each changes what was
//! signed and signs it again, correctly. `cargo run -p verify --example forge` does the
//! same to any file.

use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A file's lines without their hashes and its seal.
#[derive(Clone)]
pub(crate) struct Lines(pub(crate) Vec<String>);

/// One way to forge.
pub(crate) struct Forgery {
    pub(crate) name: &'static str,
    /// The kind of tournament that it needs.
    pub(crate) base: &'static str,
    /// What the refusal must say; or one of these, where lots may happen to agree.
    pub(crate) why: &'static str,
    change: fn(&mut Lines) -> Option<()>,
}

impl Forgery {
    /// The forged file; `None` where there is nothing to change.
    pub(crate) fn forge(&self, text: &str, key: &SigningKey) -> Option<String> {
        let mut lines = Lines::read(text);
        (self.change)(&mut lines)?;
        Some(lines.seal(key))
    }
}

impl Lines {
    pub(crate) fn read(text: &str) -> Lines {
        let content = |line: &str| Some(format!("{}}}", line.rsplit_once(",\"hash\":\"")?.0));
        Lines(text.lines().filter_map(content).collect())
    }

    /// Counts the lines, chains them and signs the last hash.
    pub(crate) fn seal(&self, key: &SigningKey) -> String {
        let (mut text, mut hash) = (String::new(), [0u8; 32]);
        for (place, line) in self.0.iter().enumerate() {
            let line = match value(line) {
                Some(mut end) if end["t"] == "end" => {
                    end["lines"] = json!(place);
                    end.to_string()
                }
                _ => line.clone(),
            };
            let open = line.strip_suffix('}').unwrap_or(&line);
            hash = Sha256::digest([&hash[..], open.as_bytes()].concat()).into();
            text += &format!("{open},\"hash\":\"{}\"}}\n", digits(&hash));
        }
        let signature = digits(&key.sign(&hash).to_bytes());
        text + &format!("{{\"t\":\"seal\",\"signature\":\"{signature}\"}}\n")
    }

    fn get(&self, place: usize) -> Value {
        self.0.get(place).and_then(|line| value(line)).unwrap_or_default()
    }

    fn set(&mut self, place: usize, line: &Value) {
        self.0[place] = line.to_string();
    }

    /// The places of all lines of a kind that fit.
    fn all(&self, kind: &str, fits: impl Fn(&Value) -> bool) -> Vec<usize> {
        let fit = |place: &usize| {
            let line = self.get(*place);
            line["t"] == kind && fits(&line)
        };
        (0..self.0.len()).filter(fit).collect()
    }

    fn first(&self, kind: &str, fits: impl Fn(&Value) -> bool) -> Option<usize> {
        self.all(kind, fits).first().copied()
    }

    fn edit(&mut self, place: usize, change: impl Fn(&mut Value)) {
        let mut line = self.get(place);
        change(&mut line);
        self.set(place, &line);
    }

    /// Edits the first line of a kind that fits.
    fn edit_first(
        &mut self,
        kind: &str,
        fits: impl Fn(&Value) -> bool,
        change: impl Fn(&mut Value),
    ) -> Option<()> {
        let place = self.first(kind, fits)?;
        self.edit(place, change);
        Some(())
    }

    fn remove(&mut self, places: &[usize]) -> Option<()> {
        let mut place = 0;
        self.0.retain(|_| {
            place += 1;
            !places.contains(&(place - 1))
        });
        (!places.is_empty()).then_some(())
    }

    /// All that belongs to a pairing, or to all of some rounds.
    fn remove_where(&mut self, fits: impl Fn(&Value) -> bool) -> Option<()> {
        let places: Vec<usize> = ["pairing", "game", "result", "ruling"]
            .iter()
            .flat_map(|kind| self.all(kind, |line| fits(line)))
            .collect();
        self.remove(&places)
    }

    /// The first line in other words, byte by byte, with a commitment that fits.
    fn rewrite(&mut self, from: &str, to: &str) -> Option<()> {
        let head = self.0.first_mut().filter(|head| head.contains(from))?;
        *head = head.replacen(from, to, 1);
        self.commit()
    }

    /// Commits to the seed and the first line as they stand.
    fn commit(&mut self) -> Option<()> {
        let seed = self.get(self.first("seed", |_| true)?)["seed"].as_str()?.to_owned();
        let byte = |place: usize| u8::from_str_radix(seed.get(place..place + 2)?, 16).ok();
        let seed: Vec<u8> = (0..64).step_by(2).filter_map(byte).collect();
        let (words, _) = self.0[0].rsplit_once(",\"commitment\":\"")?;
        let commitment = digits(&Sha256::digest([words.as_bytes(), &seed].concat()));
        self.0[0] = format!("{words},\"commitment\":\"{commitment}\"}}");
        Some(())
    }

    /// Cuts the last move off a game that was played to its end, and calls it something
    /// else; the winner is exchanged if `turned`.
    fn cut(&mut self, how: &str, turned: bool) -> Option<()> {
        self.cut_where(how, turned, |_| true)
    }

    /// The same with one of which it would then be the turn of who wins, or not.
    fn cut_to_move(&mut self, how: &str, turned: bool, winner_moves: bool) -> Option<()> {
        self.cut_where(how, turned, |line| {
            let left = moves(line) - 1;
            left >= 4 && (line["seats"][left % 2] == line["winner"]) == winner_moves
        })
    }

    fn cut_where(&mut self, how: &str, turned: bool, fits: impl Fn(&Value) -> bool) -> Option<()> {
        let long = |line: &Value| line["how"] == "played" && moves(line) > 1 && fits(line);
        self.edit_first("game", long, |line| {
            let record = line["record"].as_str().unwrap_or_default();
            let cut = record.rsplit_once(' ').map_or("", |(cut, _)| cut).to_owned();
            line["record"] = json!(cut);
            line["how"] = json!(how);
            if turned {
                let winner = line["seats"][usize::from(line["winner"] == line["seats"][0])].clone();
                line["winner"] = winner;
            }
        })
    }
}

fn value(line: &str) -> Option<Value> {
    serde_json::from_str(line).ok()
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How many moves a game has.
fn moves(game: &Value) -> usize {
    let moves = game["record"].as_str().and_then(|text| text.split_once(": "));
    moves.map_or(0, |(_, moves)| moves.split(' ').count())
}

fn any(_: &Value) -> bool {
    true
}

fn played(line: &Value) -> bool {
    line["how"] == "played"
}

/// The start of a game, without its moves.
fn unplayed(line: &mut Value) {
    let record = line["record"].as_str().unwrap_or_default();
    line["record"] = json!(record.split_once(':').map_or(record, |(start, _)| start));
}

macro_rules! forgeries {
    ($($name:literal, $base:literal, $why:literal, $change:expr;)*) => {
        /// All ways to forge.
        pub(crate) fn all() -> Vec<Forgery> {
            vec![$(Forgery { name: $name, base: $base, why: $why, change: $change }),*]
        }
    };
}

forgeries! {
    // The schedule.
    "a Swiss is cut to fewer rounds", "swiss", "another round was to be played",
        |l| l.remove_where(|line| line["round"] == 4);
    "one entrant has every bye", "swiss", "against", |l| {
        let byes = l.all("pairing", |line| line["second"].is_null());
        let [one, two] = [*byes.first()?, *byes.get(1)?];
        let (lucky, robbed) = (l.get(one)["first"].clone(), l.get(two)["first"].clone());
        for place in l.all("pairing", |line| line["round"] == 2) {
            l.edit(place, |line| for seat in ["first", "second"] {
                if line[seat] == lucky {
                    line[seat] = robbed.clone();
                } else if line[seat] == robbed {
                    line[seat] = lucky.clone();
                }
            });
        }
        Some(())
    };
    "Swiss opponents are exchanged", "swiss", "against", |l| {
        let round = l.all("pairing", |line| line["round"] == 2);
        let [one, two] = [*round.first()?, *round.get(1)?];
        let (a, b) = (l.get(one)["second"].clone(), l.get(two)["second"].clone());
        l.edit(one, |line| line["second"] = b.clone());
        l.edit(two, |line| line["second"] = a.clone());
        Some(())
    };
    "another begins in a Swiss round", "swiss", "against",
        |l| l.edit_first("pairing", |line| line["round"] == 3, |line| {
            let first = line["first"].clone();
            line["first"] = line["second"].clone();
            line["second"] = first;
        });
    "an entrant is left out of a round", "swiss", "the round is not complete",
        |l| l.remove_where(|line| line["round"] == 3 && line["board"] == 4);
    "a round begins before the last one ends", "swiss", "the round before is still being played", |l| {
        let last = *l.all("game", |line| line["round"] == 1).last()?;
        let two = [l.0[last - 1].clone(), l.0[last].clone()];
        l.remove(&[last - 1, last])?;
        let next = *l.all("pairing", |line| line["round"] == 2).last()?;
        l.0.splice(next + 1..=next, two);
        Some(())
    };
    "somebody late was there before", "late", "against|the round is not complete", |l| {
        let second = l.first("pairing", |line| line["round"] == 2)?;
        let late = l.all("entrant", any).into_iter().find(|place| *place > second)?;
        let line = l.0.remove(late);
        let last = l.all("pairing", any).into_iter().rfind(|place| *place < late)?;
        let round = l.get(last)["round"].clone();
        let first = l.first("pairing", |line| line["round"] == round)?;
        l.0.insert(first, line);
        Some(())
    };
    "somebody comes late to a round-robin", "round robin", "nobody may enter late here", |l| {
        let mut late = l.get(l.first("entrant", |line| line["number"] == 5)?);
        late["number"] = json!(6);
        late["entered"] = json!(6);
        late["late"] = json!(true);
        late["player"] = json!("00000000-0000-0000-0000-00000000ffff");
        let place = l.first("game", any)?;
        l.0.insert(place, late.to_string());
        Some(())
    };
    "a round-robin is cut by a cycle", "two cycles", "the round is not complete",
        |l| l.remove_where(|line| line["round"].as_u64() > Some(3));
    "rounds of a round-robin are exchanged", "round robin", "against", |l| {
        for place in l.all("pairing", |line| line["round"].as_u64() < Some(3)) {
            l.edit(place, |line| line["round"] = json!(3 - line["round"].as_u64().unwrap_or(1)));
        }
        Some(())
    };
    "a pair was not played", "round robin", "takes 2 pairs", |l| {
        let last = *l.all("game", any).last()?;
        l.remove(&[last - 1, last])
    };
    "a pair counts twice", "round robin", "the pair is there twice", |l| {
        let last = *l.all("game", any).last()?;
        let two = [l.0[last - 1].clone(), l.0[last].clone()];
        l.0.splice(last + 1..=last, two);
        Some(())
    };
    "one pair more than planned", "round robin", "the pairing has 2 pairs", |l| {
        let last = *l.all("game", any).last()?;
        let mut two = [l.get(last - 1), l.get(last)];
        two.iter_mut().for_each(|game| game["pair"] = json!(3));
        l.0.splice(last + 1..=last, two.map(|game| game.to_string()));
        Some(())
    };
    "two challengers meet", "gauntlet", "against",
        |l| l.edit_first("pairing", |line| line["first"] == 1, |line| line["first"] = json!(5));
    "a gauntlet without one challenger", "gauntlet", "the round is not complete",
        |l| l.remove_where(|line| line["round"] == 4);
    "an easier way through the bracket", "knockout", "against", |l| {
        let round = l.all("pairing", |line| line["round"] == 1 && !line["second"].is_null());
        let [one, two] = [*round.first()?, *round.get(1)?];
        let (a, b) = (l.get(one)["second"].clone(), l.get(two)["second"].clone());
        l.edit(one, |line| line["second"] = b.clone());
        l.edit(two, |line| line["second"] = a.clone());
        Some(())
    };
    "the loser goes on", "knockout", "against", |l| {
        let place = l.first("pairing", |line| line["round"] == 2)?;
        let on = l.get(place)["first"].clone();
        let fell = l.get(l.first("pairing", |line| {
            line["round"] == 1 && (line["first"] == on || line["second"] == on)
        })?);
        let fell = if fell["first"] == on { &fell["second"] } else { &fell["first"] }.clone();
        let fell = if fell.is_null() { json!(7) } else { fell };
        l.edit(place, |line| line["first"] = fell.clone());
        Some(())
    };
    "overtime is removed", "knockout", "the round before is still being played", |l| {
        let extra = l.first("game", |line| {
            line["pair"].as_u64() > Some(2) && line["round"].as_u64() < Some(3)
        })?;
        let at = l.get(extra);
        let same = |line: &Value| {
            line["round"] == at["round"] && line["board"] == at["board"]
                && line["pair"].as_u64() > Some(2)
        };
        let places = l.all("game", same);
        l.remove(&places)
    };
    "overtime of a pairing that was decided", "knockout", "the pairing has 2 pairs", |l| {
        let decided = l.first("result", |line| line["points"] != json!([1, 1]))?;
        let at = l.get(decided);
        let same = |line: &Value| line["round"] == at["round"] && line["board"] == at["board"];
        let last = *l.all("game", same).last()?;
        let most = l.get(last)["pair"].clone();
        if most != 2 {
            return None;
        }
        let mut two = [l.get(last - 1), l.get(last)];
        two.iter_mut().for_each(|game| game["pair"] = json!(3));
        l.0.splice(last + 1..=last, two.map(|game| game.to_string()));
        Some(())
    };
    "a knockout without its final", "knockout", "another round was to be played",
        |l| l.remove_where(|line| line["round"] == 3);
    // Arenas.
    "pairs of a wave are exchanged", "arena", "against", |l| {
        let two = l.all("pairing", |line| line["round"] == 4);
        let [one, two] = [*two.first()?, *two.get(1)?];
        let (a, b) = (l.get(one)["second"].clone(), l.get(two)["second"].clone());
        l.edit(one, |line| line["second"] = b.clone());
        l.edit(two, |line| line["second"] = a.clone());
        Some(())
    };
    "pairs of a wave are reordered", "arena", "against", |l| {
        let two = l.all("pairing", |line| line["round"] == 4);
        let [one, two] = [*two.first()?, *two.get(1)?];
        l.0.swap(one, two);
        Some(())
    };
    "pairs of an arena end in another order", "arena", "a wave before its time", |l| {
        let later = l.first("wave", |line| line["at_ms"].as_u64() > Some(3_000))?;
        let pairs: Vec<usize> = l.all("game", |line| line["game"] == 1);
        let free = |place: &usize| *place < later && l.get(*place - 1)["t"] != "ruling";
        let pair = pairs.into_iter().rfind(free)?;
        let two = [l.0[pair].clone(), l.0[pair + 1].clone()];
        let round = l.get(l.all("pairing", any).into_iter().find(|place| *place > pair)?);
        l.remove(&[pair, pair + 1])?;
        let last = *l.all("pairing", |line| line["round"] == round["round"]).last()?;
        l.0.splice(last + 1..=last, two);
        Some(())
    };
    "a wave comes before the pairs that it ranks", "arena", "a wave beyond the time", |l| {
        let wave = l.first("wave", |line| line["at_ms"].as_u64() > Some(3_000))?;
        l.edit(wave, |line| line["at_ms"] = json!(2_000));
        Some(())
    };
    "a wave after the end", "arena", "a wave beyond the time", |l| {
        let last = *l.all("wave", any).last()?;
        l.edit(last, |line| line["at_ms"] = json!(10_000));
        Some(())
    };
    "an arena is cut short", "arena", "the arena ended before its time", |l| {
        let waves = l.all("wave", any);
        let last = *waves.last()?;
        let round = l.get(last + 1)["round"].clone();
        l.remove(&[last])?;
        l.remove_where(|line| line["round"] == round)?;
        l.edit_first("end", any, |line| line["at_ms"] = json!(9_000))
    };
    "somebody who was there is called absent", "arena", "against", |l| {
        let wave = l.first("wave", |line| line["at_ms"].as_u64() > Some(1_000))?;
        let absent = l.get(wave + 1)["first"].clone();
        l.edit(wave, |line| if let Some(list) = line["absent"].as_array_mut() {
            list.push(absent.clone());
        });
        Some(())
    };
    "a pair of an arena is missing", "arena", "pairs of the arena are missing", |l| {
        let last = *l.all("game", any).last()?;
        l.remove(&[last - 1, last])
    };
    // Tests.
    "a test that failed passes", "test", "the test says failed",
        |l| l.edit_first("end", |line| line["sprt"] == "failed", |line| line["sprt"] = json!("passed"));
    "pairs are picked until the test passes", "test", "in the order of the schedule", |l| {
        let first = l.get(l.first("entrant", |line| line["entered"] == 1)?)["number"].clone();
        let games = l.all("game", |line| line["game"] == 1);
        let lost: Vec<usize> = games.into_iter().filter(|place| {
            [l.get(*place), l.get(*place + 1)].iter().any(|game| game["winner"] != first)
        }).flat_map(|place| [place, place + 1]).collect();
        l.remove(&lost)?;
        l.edit_first("end", any, |line| line["sprt"] = json!("passed"))
    };
    "a test stops before it has said anything", "test", "in the order of the schedule", |l| {
        let last: Vec<usize> = l.all("game", any).split_off(20);
        l.remove(&last)
    };
    "pairs change their places in the schedule", "test", "the seed gives another start", |l| {
        for place in l.all("game", |line| line["pair"] == 1 || line["pair"] == 3) {
            l.edit(place, |line| line["pair"] = json!(4 - line["pair"].as_u64().unwrap_or(1)));
        }
        Some(())
    };
    // Games.
    "a lost game is cut and called flagged, without a clock", "round robin",
        "there is no clock", |l| l.cut("flagged", true);
    "a lost game is cut and called flagged", "clock", "the player to move loses by time",
        |l| l.cut_to_move("flagged", false, true);
    "a lost game is cut, turned and called flagged", "clock", "the clock had not run out",
        |l| l.cut_to_move("flagged", true, true);
    "a lost game is cut and called adjudicated", "round robin", "no ruling was made",
        |l| l.cut("adjudicated", true);
    "a lost game is cut and called forfeited", "round robin", "is not forfeited",
        |l| l.cut("forfeited", true);
    "a game is called aborted with a winner", "round robin", "is aborted",
        |l| l.cut("aborted", true);
    "a game is called too long with a winner", "round robin", "was not too long",
        |l| l.cut("too_long", true);
    "a game is called resigned by nobody", "round robin", "a player who resigns loses", |l| {
        l.cut("resigned", false)?;
        l.edit_first("game", |line| line["how"] == "resigned", |line| line["winner"] = json!(null))
    };
    "a game has another winner", "round robin", "another winner",
        |l| l.edit_first("game", played, |line| {
            let turned = usize::from(line["winner"] == line["seats"][0]);
            line["winner"] = line["seats"][turned].clone();
        });
    "somebody else has won", "round robin", "does not sit there",
        |l| l.edit_first("game", played, |line| {
            let other = (1..6).map(|n| json!(n));
            let seats = line["seats"].clone();
            let other = other.into_iter().find(|n| *n != seats[0] && *n != seats[1]);
            line["winner"] = other.unwrap_or_default();
        });
    "a game that was played out is called resigned", "round robin", "played to its end",
        |l| l.edit_first("game", played, |line| line["how"] = json!("resigned"));
    "a played pairing is called a no-show", "round robin", "alike",
        |l| l.edit_first("game", |line| line["game"] == 2, |line| {
            line["how"] = json!("no_show");
            unplayed(line);
        });
    "a no-show has moves", "round robin", "somebody has played it", |l| l.cut("no_show", true);
    "one of two games is a no-show", "no show", "alike",
        |l| l.edit_first("game", |line| line["how"] == "no_show" && !line["winner"].is_null(), |line| {
            line["winner"] = json!(null);
        });
    "another start is played", "round robin", "the seed gives another start",
        |l| l.edit_first("game", any, |line| line["record"] = json!("misere nim 1,2,3"));
    "the seats are exchanged", "round robin", "the seats are not theirs",
        |l| l.edit_first("game", any, |line| {
            let seats = [line["seats"][1].clone(), line["seats"][0].clone()];
            line["seats"] = json!(seats);
        });
    "a ruling is kept silent", "round robin", "no ruling was made", |l| {
        let place = l.first("ruling", any)?;
        l.remove(&[place])
    };
    "a ruling decides nothing", "round robin", "the ruling decides nothing", |l| {
        let place = l.first("game", played)?;
        let two = [l.get(place), l.get(place + 1)];
        let [round, board, pair] = ["round", "board", "pair"].map(|key| two[0][key].clone());
        if two[0]["game"] != 1 || two[1]["how"] != "played" {
            return None;
        }
        let ruling = json!({"t": "ruling", "round": round, "board": board, "pair": pair});
        l.0.insert(place, ruling.to_string());
        Some(())
    };
    "a flag without its times", "clock", "the clock had not run out",
        |l| l.edit_first("game", |line| line["how"] == "flagged", |line| line["spent_ms"] = json!([]));
    // People.
    "they have left and play on", "leaver", "has left and plays on", |l| {
        let entrants = l.all("entrant", any).len();
        let last = l.first("game", |line| line["how"] == "played")?;
        let number = l.get(last)["seats"][0].clone();
        l.0.insert(2 + entrants, json!({"t": "left", "number": number}).to_string());
        let pairings: Vec<String> = l.all("pairing", any).iter().map(|p| l.0[*p].clone()).collect();
        let places = l.all("pairing", any);
        l.remove(&places)?;
        // The schedule stands first, the leaving after it.
        l.0.splice(1 + entrants..=entrants, pairings);
        Some(())
    };
    "nobody has left", "leaver", "nobody has left", |l| {
        let left = l.first("left", any)?;
        l.remove(&[left])
    };
    "the same player twice", "chosen", "the same player has entered twice", |l| {
        let entrants = l.all("entrant", any);
        let player = l.get(entrants[0])["player"].clone();
        l.edit(entrants[1], |line| line["player"] = player.clone());
        Some(())
    };
    "an entrant's name is changed", "round robin", "not those of seed, list and lots",
        |l| l.edit_first("entrant", any, |line| line["name"] = json!("Ada"));
    "an entrant's rating is changed", "round robin", "not those of seed, list and lots",
        |l| l.edit_first("entrant", |line| !line["rating"].is_null(), |line| line["rating"] = json!(1_499));
    "an entrant's id is changed", "round robin", "not those of seed, list and lots",
        |l| l.edit_first("entrant", any, |line| line["player"] = json!("00000000-0000-0000-0000-0000000000aa"));
    "an entrant's part of the lots is changed", "round robin", "not those of seed, list and lots",
        |l| l.edit_first("entrant", |line| !line["nonce"].is_null(), |line| line["nonce"] = json!("ab".repeat(32)));
    "a person is called a bot", "round robin", "not those of seed, list and lots",
        |l| l.edit_first("entrant", any, |line| line["kind"] = json!("person"));
    "the order of entering is changed", "round robin", "not those of seed, list and lots", |l| {
        let two = [1, 2].map(|place| l.first("entrant", |line| line["entered"] == place));
        let [one, two] = [two[0]?, two[1]?];
        l.edit(one, |line| line["entered"] = json!(2));
        l.edit(two, |line| line["entered"] = json!(1));
        Some(())
    };
    "numbers are exchanged", "round robin", "not those of seed, list and lots", |l| {
        let two = l.all("entrant", any);
        l.edit(two[3], |line| line["number"] = json!(5));
        l.edit(two[4], |line| line["number"] = json!(4));
        l.0.swap(two[3], two[4]);
        Some(())
    };
    // The plan and the seed.
    "the clock is changed", "clock", "do not match the commitment", |l| {
        l.0[0] = l.0[0].replacen("\"base_ms\":1000", "\"base_ms\":2000", 1);
        Some(())
    };
    "the clock is changed and committed to", "clock", "lots",
        |l| l.rewrite("\"base_ms\":1000", "\"base_ms\":2000");
    "the id is changed", "round robin", "lots",
        |l| l.rewrite("00000000-0000-0000-0000-000000000077", "00000000-0000-0000-0000-000000000078");
    "the tournament's name is changed", "round robin", "lots", |l| l.rewrite("Cup", "Cap");
    "more entrants than the plan admits", "chosen", "for another number of entrants",
        |l| l.rewrite("\"entrants\":40", "\"entrants\":2");
    "a plan beyond its limits", "chosen", "beyond its limits",
        |l| l.rewrite("\"running\":16", "\"running\":65");
    "the plan has fewer pairs", "chosen", "the seed gives another start|lots", |l| l.rewrite("\"pairs\":2", "\"pairs\":1");
    "a chosen seed is not told", "chosen", "lots", |l| l.rewrite("\"chosen\":true", "\"chosen\":false");
    "a seed is called chosen", "round robin", "the seed gives another start|lots", |l| l.rewrite("\"chosen\":false", "\"chosen\":true");
    "another seed", "round robin", "do not match the commitment",
        |l| l.edit_first("seed", any, |line| line["seed"] = json!("0".repeat(64)));
    "another seed, and committed to", "round robin", "lots", |l| {
        l.edit_first("seed", any, |line| line["seed"] = json!("0".repeat(64)))?;
        l.commit()
    };
    "a tournament that was called off goes for finished", "round robin", "takes 2 pairs", |l| {
        let half: Vec<usize> = l.all("game", any).split_off(20);
        l.remove(&half)
    };
    // The tables.
    "a result is changed", "round robin", "another result",
        |l| l.edit_first("result", |line| line["games"] != json!([4, 0]), |line| line["games"] = json!([4, 0]));
    "points are changed", "round robin", "other points",
        |l| l.edit_first("result", |line| line["points"] != json!([1, 1]), |line| line["points"] = json!([1, 1]));
    "a tie-break is changed", "round robin", "the games give",
        |l| l.edit_first("standing", any, |line| line["buchholz"] = json!(line["buchholz"].as_u64().unwrap_or(0) + 1));
    "two of the table are exchanged", "round robin", "the games give", |l| {
        let two = l.all("standing", any);
        l.edit(two[0], |line| line["rank"] = json!(2));
        l.edit(two[1], |line| line["rank"] = json!(1));
        l.0.swap(two[0], two[1]);
        Some(())
    };
    "strength is changed", "round robin", "another difference in Elo",
        |l| l.edit_first("standing", |line| !line["elo"]["likely"].is_null(), |line| {
            line["elo"]["likely"] = json!(line["elo"]["likely"].as_i64().unwrap_or(0) + 5);
        });
}
