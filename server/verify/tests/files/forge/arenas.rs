//! Forged arenas: waves, their order and their times.

use serde_json::json;

use super::lines::any;

forgeries! {
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
}
