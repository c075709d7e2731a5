//! Reads a [`Move`] in one pass, by the next token. Trying one shape after another would build
//! an error message for each shape that does not fit, and nearly every message that a server
//! reads is a move.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use smallvec::SmallVec;

use crate::{Move, PassWord, PlaceWord, TakeWord};

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Move, D::Error> {
        from.deserialize_any(MoveVisitor)
    }
}

struct MoveVisitor;

impl<'de> Visitor<'de> for MoveVisitor {
    type Value = Move;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move such as [0, 2]")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Move, E> {
        Ok(Move::Number(number))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Move, A::Error> {
        let mut numbers = SmallVec::new();
        while let Some(item) = items.next_element()? {
            let mv = match (item, numbers.as_slice()) {
                (ListItem::Number(number), _) => {
                    numbers.push(number);
                    continue;
                }
                (ListItem::Place, []) => Move::Place(PlaceWord::Place, number(&mut items)?),
                (ListItem::Take, []) => {
                    Move::Take(TakeWord::Take, number(&mut items)?, number(&mut items)?)
                }
                (ListItem::Pass, []) => Move::Pass([PassWord::Pass]),
                (ListItem::List(list), &[heap, take]) => Move::Leave(heap, take, list),
                _ => return Err(no_move()),
            };
            return match items.next_element::<ListItem>()? {
                None => Ok(mv),
                Some(_) => Err(no_move()),
            };
        }
        Ok(Move::List(numbers))
    }
}

fn number<'de, A: SeqAccess<'de>>(items: &mut A) -> Result<u64, A::Error> {
    items.next_element()?.ok_or_else(no_move)
}

fn no_move<E: Error>() -> E {
    E::custom("expected a move such as [0, 2]")
}

/// An item of a list.
enum ListItem {
    Number(u64),
    Place,
    Take,
    Pass,
    List(Vec<u64>),
}

impl<'de> Deserialize<'de> for ListItem {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ListItem, D::Error> {
        from.deserialize_any(ItemVisitor)
    }
}

struct ItemVisitor;

impl<'de> Visitor<'de> for ItemVisitor {
    type Value = ListItem;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of a move")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<ListItem, E> {
        Ok(ListItem::Number(number))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<ListItem, E> {
        match word {
            "place" => Ok(ListItem::Place),
            "take" => Ok(ListItem::Take),
            "pass" => Ok(ListItem::Pass),
            _ => Err(no_move()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<ListItem, A::Error> {
        let mut list = Vec::new();
        while let Some(number) = items.next_element()? {
            list.push(number);
        }
        Ok(ListItem::List(list))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The same shapes, tried one after the other.
    #[derive(serde::Deserialize, serde::Serialize)]
    #[serde(untagged)]
    enum Tried {
        Number(u64),
        List(Vec<u64>),
        Place(PlaceWord, u64),
        Take(TakeWord, u64, u64),
        Leave(u64, u64, Vec<u64>),
        Pass([PassWord; 1]),
    }

    #[test]
    fn whatever_comes_is_read_as_if_each_shape_were_tried() {
        let parts = [
            json!(0),
            json!(u64::MAX),
            json!(-1),
            json!(1.5),
            json!("place"),
            json!("take"),
            json!("pass"),
            json!("x"),
            json!([]),
            json!([1, 2]),
            json!([[1]]),
            json!(null),
            json!({}),
        ];
        let mut seen = [0, 0];
        let mut compare = |value: &Value| {
            let read = Move::deserialize(value).map(|mv| json!(mv)).ok();
            let tried = Tried::deserialize(value).map(|tried| json!(tried)).ok();
            assert_eq!(read, tried, "{value}");
            let text: Result<Move, _> = serde_json::from_str(&value.to_string());
            assert_eq!(text.map(|mv| json!(mv)).ok(), tried, "{value} as a text");
            seen[usize::from(read.is_some())] += 1;
        };
        compare(&json!([]));
        for a in &parts {
            compare(a);
            compare(&json!([a]));
            for b in &parts {
                compare(&json!([a, b]));
                for c in &parts {
                    compare(&json!([a, b, c]));
                    parts.iter().for_each(|d| compare(&json!([a, b, c, d])));
                }
            }
        }
        assert!(seen[0] > 1_000 && seen[1] > 30, "{seen:?}");
    }
}
