//! `GET /api/variants`: the variants, with their endings and the starts that have a name. The page
//! offers these, so a new variant or preset is offered as soon as the rules and the solver know it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::Json;
use rules::{Ending, Preset, Setup};
use serde::{Deserialize, Serialize};

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

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantsQuery {
    /// The maximum number of presets per variant: a client that only shows the variants needs one.
    presets: Option<usize>,
}

pub(crate) async fn variants(
    Query(VariantsQuery { presets }): Query<VariantsQuery>,
) -> Json<Vec<OfferedVariant>> {
    let mut offered = OFFERED.clone();
    if let Some(most) = presets {
        offered.iter_mut().for_each(|variant| variant.presets.truncate(most));
    }
    Json(offered)
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
    use rules::Variant;

    use super::*;

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
