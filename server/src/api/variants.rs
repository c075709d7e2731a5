//! `GET /api/variants`: the variants, with their endings and the starts that have a name. The page
//! offers these, so a new variant or preset is offered as soon as the rules and the solver know it.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{AppendHeaders, IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use rules::{Ending, Preset, Setup};
use serde::{Deserialize, Serialize};

use crate::api::conditional::{gzip, takes_gzip};
use crate::api::extract::Query;

/// A variant that can be chosen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct OfferedVariant {
    variant: &'static str,
    /// The usual one first.
    endings: Vec<Ending>,
    /// The usual one first.
    presets: Vec<Named>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Named {
    name: &'static str,
    game: Setup,
}

/// Built once: it never changes while the server runs.
static OFFERED: LazyLock<Vec<OfferedVariant>> = LazyLock::new(offered);

/// The answers, by the maximum number of presets: each is a good part of the page's first load, and
/// shrinks to a fifth.
static ANSWERS: LazyLock<Vec<OnceLock<PackedList>>> = LazyLock::new(|| {
    let most = OFFERED.iter().map(|variant| variant.presets.len()).max().unwrap_or(0);
    (0..=most).map(|_| OnceLock::new()).collect()
});

/// An answer in JSON, plain and as gzip.
#[derive(Debug)]
struct PackedList {
    plain: Bytes,
    packed: Bytes,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantsQuery {
    /// The maximum number of presets per variant: a client that only shows the variants needs one.
    presets: Option<usize>,
}

pub(crate) async fn variants(
    Query(VariantsQuery { presets }): Query<VariantsQuery>,
    headers: HeaderMap,
) -> Response {
    let all = ANSWERS.len() - 1;
    let most = presets.map_or(all, |most| most.min(all));
    let PackedList { plain, packed } = ANSWERS[most].get_or_init(|| answer(most));
    let packed = takes_gzip(&headers).then(|| packed.clone());
    let encoding = packed.is_some().then_some(AppendHeaders([(CONTENT_ENCODING, "gzip")]));
    let kind = [(CONTENT_TYPE, "application/json"), (VARY, "accept-encoding")];
    (kind, encoding, packed.unwrap_or_else(|| plain.clone())).into_response()
}

fn answer(most: usize) -> PackedList {
    let mut offered = OFFERED.clone();
    offered.iter_mut().for_each(|variant| variant.presets.truncate(most));
    // Serialising names and numbers cannot fail.
    let plain = serde_json::to_vec(&offered).unwrap_or_default();
    let packed = gzip(&plain, Compression::best());
    PackedList { plain: plain.into(), packed }
}

/// Lists the variants in the order of the presets, easiest to understand first.
fn offered() -> Vec<OfferedVariant> {
    let mut places = BTreeMap::new();
    let mut offered: Vec<OfferedVariant> = Vec::new();
    for preset in Preset::all() {
        let game = preset.setup();
        let variant = game.variant().name();
        let place = *places.entry(variant).or_insert_with(|| {
            let mut endings = game.variant().rules().endings().to_vec();
            endings.sort_by_key(|ending| *ending != game.ending());
            offered.push(OfferedVariant { variant, endings, presets: Vec::new() });
            offered.len() - 1
        });
        let &Preset { name, .. } = preset;
        offered[place].presets.push(Named { name, game });
    }
    offered
}

/// The OpenAPI descriptions of these paths.
#[cfg(feature = "schema")]
pub(super) fn operations() -> Vec<super::operation::Operation> {
    use super::operation::Operation;

    let summary = "Every variant, with its endings and its named starts.";
    vec![
        Operation::get("/api/variants", summary)
            .query::<VariantsQuery>()
            .answers::<Vec<OfferedVariant>>(200)
            .refuses(&[400]),
    ]
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;
    use rules::Variant;

    use super::*;

    #[test]
    fn an_answer_is_packed_as_it_is_and_its_presets_are_counted() {
        for most in [1, ANSWERS.len() - 1] {
            let PackedList { plain, packed } = answer(most);
            let mut read = Vec::new();
            GzDecoder::new(&packed[..]).read_to_end(&mut read).expect("gzip");
            assert!(read == plain && 3 * packed.len() < plain.len(), "{}", packed.len());
            let said: Vec<serde_json::Value> = serde_json::from_slice(&plain).expect("JSON");
            let counts = said.iter().map(|one| one["presets"].as_array().map_or(0, Vec::len));
            assert_eq!(counts.max(), Some(most));
        }
    }

    #[test]
    fn every_variant_is_offered_once_with_its_usual_ending_first() {
        let offered = offered();
        let mut names: Vec<_> = offered.iter().map(|offered| offered.variant).collect();
        names.sort_unstable();
        let mut known = Variant::NAMES.to_vec();
        known.sort_unstable();
        assert_eq!(names, known);
        for OfferedVariant { variant, endings, presets } in offered {
            assert_eq!(endings[0], presets[0].game.ending(), "{variant}");
            assert_eq!(endings.len(), presets[0].game.variant().rules().endings().len());
        }
    }
}
