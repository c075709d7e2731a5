//! Forged schedules: rounds, byes, brackets, pairs.

use serde_json::{Value, json};

use super::lines::any;

forgeries! {
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
}
