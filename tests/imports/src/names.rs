//! The names of types, to find duplicates.

use syn::Item;

use crate::{attributes, is_test};

/// The types and traits that a file declares, including in its inline modules. Those in tests and
/// inside functions are excluded.
///
/// # Panics
/// When the file cannot be parsed.
pub fn types(text: &str) -> Vec<String> {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut found = Vec::new();
    collect(&file.items, &mut found);
    found
}

fn collect(items: &[Item], found: &mut Vec<String>) {
    for item in items.iter().filter(|item| !attributes(item).iter().any(is_test)) {
        match item {
            Item::Enum(item) => found.push(item.ident.to_string()),
            Item::Struct(item) => found.push(item.ident.to_string()),
            Item::Trait(item) => found.push(item.ident.to_string()),
            Item::Type(item) => found.push(item.ident.to_string()),
            Item::Union(item) => found.push(item.ident.to_string()),
            Item::Mod(module) => {
                let items = module.content.as_ref().map(|(_, items)| items.as_slice());
                collect(items.unwrap_or_default(), found);
            }
            _ => {}
        }
    }
}
