//! The imports between the modules of a crate, from its parsed sources: `use` trees, including
//! renamed, grouped and function-local ones, and paths in the code. Test modules are excluded.

pub mod bounds;
pub mod mentions;
pub mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Meta, Token, UseTree};

/// Modules of a crate by their paths, such as `live::room`, with the modules they import.
pub type Imports = BTreeMap<String, BTreeSet<String>>;

/// The imports of the crate with this `src` folder.
///
/// # Panics
/// When a source cannot be read or parsed.
pub fn of_crate(src: &Path) -> Imports {
    let mut files = BTreeMap::new();
    collect(src, src, &mut files);
    let names: BTreeSet<String> = files.keys().cloned().collect();
    let read = |(name, path): (String, PathBuf)| {
        let text = std::fs::read_to_string(&path).expect("a source");
        let imports = of_source(&name, &text, &names);
        (name, imports)
    };
    files.into_iter().map(read).collect()
}

/// The modules of its crate that one source imports.
///
/// # Panics
/// When the source cannot be parsed.
pub fn of_source(module: &str, text: &str, names: &BTreeSet<String>) -> BTreeSet<String> {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{module}: {error}"));
    let here = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let mut found = Found { here, names, imports: BTreeSet::new() };
    found.visit_file(&file);
    let nested = |other: &str| {
        format!("{other}::").starts_with(&format!("{module}::"))
            || format!("{module}::").starts_with(&format!("{other}::"))
    };
    found.imports.into_iter().filter(|other| !nested(other)).collect()
}

/// The groups of modules that import each other in a circle.
pub fn circles(imports: &Imports) -> Vec<BTreeSet<String>> {
    let reach = |from: &str| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(one) = next.pop() {
            for other in imports.get(&one).into_iter().flatten() {
                if seen.insert(other.clone()) {
                    next.push(other.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        imports.keys().map(|name| (name, reach(name))).collect();
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    for (name, to) in &reached {
        let known = circles.iter().any(|circle| circle.contains(*name));
        if to.contains(*name) && !known {
            let back =
                to.iter().filter(|other| reached.get(other).is_some_and(|t| t.contains(*name)));
            circles.push(back.cloned().collect());
        }
    }
    circles
}

/// Imports from a layer to one above it; `layers` is ordered from the lowest to the highest.
pub fn upward(imports: &Imports, layers: &[&str]) -> Vec<(String, String)> {
    let height = |module: &str| {
        let top = module.split("::").next().unwrap_or_default();
        layers.iter().position(|layer| *layer == top)
    };
    let pairs = imports.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to)));
    pairs
        .filter(|(from, to)| height(from).zip(height(to)).is_some_and(|(from, to)| to > from))
        .map(|(from, to)| (from.clone(), to.clone()))
        .collect()
}

fn collect(src: &Path, folder: &Path, files: &mut BTreeMap<String, PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name != "bin" && name != "tests" {
            collect(src, &path, files);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            let below = path.strip_prefix(src).expect("below").with_extension("");
            let mut parts: Vec<&str> = below.iter().filter_map(|part| part.to_str()).collect();
            if matches!(parts.last(), Some(&("mod" | "lib" | "main"))) {
                parts.pop();
            }
            files.insert(parts.join("::"), path);
        }
    }
}

struct Found<'a> {
    here: Vec<String>,
    names: &'a BTreeSet<String>,
    imports: BTreeSet<String>,
}

impl Found<'_> {
    /// Records the module that a path leads into, if it belongs to the crate.
    fn note(&mut self, path: &[String]) {
        let mut at = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self" | "super") => self.here.clone(),
            _ => return,
        };
        for part in path {
            match part.as_str() {
                "crate" | "self" => {}
                "super" => drop(at.pop()),
                name => at.push(name.to_owned()),
            }
        }
        while !at.is_empty() && !self.names.contains(&at.join("::")) {
            at.pop();
        }
        if !at.is_empty() {
            self.imports.insert(at.join("::"));
        }
    }

    fn note_tree(&mut self, before: &mut Vec<String>, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.note_tree(before, &path.tree);
                before.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.note_tree(before, item));
            }
            UseTree::Name(name) => self.note_leaf(before, name.ident.to_string()),
            UseTree::Rename(name) => self.note_leaf(before, name.ident.to_string()),
            UseTree::Glob(_) => self.note(before),
        }
    }

    fn note_leaf(&mut self, before: &mut Vec<String>, name: String) {
        before.push(name);
        self.note(before);
        before.pop();
    }
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes(item).iter().any(is_test) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        self.here.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.here.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.note_tree(&mut Vec::new(), &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.note(&parts);
        visit::visit_path(self, path);
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether the attribute marks test code: `#[test]`, `#[cfg(test)]`, `#[cfg(all(test, ..))]`.
fn is_test(attribute: &Attribute) -> bool {
    let needs_test = |condition: &Meta| match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => {
            let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            parts.is_ok_and(|parts| parts.iter().any(|part| part.path().is_ident("test")))
        }
        _ => false,
    };
    let path = attribute.path();
    path.is_ident("test")
        || path.is_ident("cfg") && attribute.parse_args().is_ok_and(|meta| needs_test(&meta))
}

#[cfg(test)]
mod tests;
