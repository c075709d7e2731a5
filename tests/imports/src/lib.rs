//! The imports between the modules of a crate, from its parsed sources: `use` trees, including
//! renamed, grouped and function-local ones, and paths in the code. A name that a module exports
//! again leads to the module that defines it. Test modules are excluded.

pub mod bounds;
pub mod mentions;
pub mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Meta, Token, UseTree, Visibility};

/// Modules of a crate by their paths, such as `live::room`, with the modules they import.
pub type Imports = BTreeMap<String, BTreeSet<String>>;

/// The imports of the crate with this `src` folder.
///
/// # Panics
/// When a source cannot be read or parsed.
pub fn crate_imports(src: &Path) -> Imports {
    let mut files = BTreeMap::new();
    collect(src, src, &mut files);
    let read = |(name, path): (String, PathBuf)| {
        let text = std::fs::read_to_string(&path).expect("a source");
        (name, text)
    };
    let texts: BTreeMap<String, String> = files.into_iter().map(read).collect();
    let modules = Modules::new(&texts);
    texts.iter().map(|(name, text)| (name.clone(), source_imports(name, text, &modules))).collect()
}

/// The modules of a crate, and where the names that they export again come from.
#[derive(Debug, Default)]
pub struct Modules {
    names: BTreeSet<String>,
    /// From `module::Name` to the path of what it is.
    exports: BTreeMap<String, Vec<String>>,
}

impl Modules {
    /// Reads the sources of these modules.
    ///
    /// # Panics
    /// When a source cannot be parsed.
    pub fn new(texts: &BTreeMap<String, String>) -> Modules {
        let mut modules = Modules { names: texts.keys().cloned().collect(), ..Modules::default() };
        let files: BTreeMap<&str, syn::File> =
            texts.iter().map(|(module, text)| (module.as_str(), parse(module, text))).collect();
        let own = |module: &str| {
            let file = files.get(module);
            file.map(|file| file.items.iter().filter_map(defined).collect()).unwrap_or_default()
        };
        for (module, file) in &files {
            for item in &file.items {
                if let Item::Use(item) = item
                    && !matches!(item.vis, Visibility::Inherited)
                {
                    modules.export(&parts(module), &mut Vec::new(), &item.tree, &own);
                }
            }
        }
        modules
    }

    /// Notes what a public `use` in the module `here` exports; `own` are the names of a module's
    /// own public items.
    fn export(
        &mut self,
        here: &[String],
        before: &mut Vec<String>,
        tree: &UseTree,
        own: &impl Fn(&str) -> Vec<String>,
    ) {
        // A path begins in this module, unless it says otherwise.
        let root = |path: &[String]| absolute(here, path).unwrap_or_else(|| [here, path].concat());
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.export(here, before, &path.tree, own);
                before.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.export(here, before, item, own));
            }
            UseTree::Name(name) => self.add(here, &name.ident, root(before), &name.ident),
            UseTree::Rename(name) => self.add(here, &name.rename, root(before), &name.ident),
            UseTree::Glob(_) => {
                let from = root(before);
                for name in own(&from.join("::")) {
                    self.add(here, &name, from.clone(), &name);
                }
            }
        }
    }

    /// Notes that `here::seen` is `name` of the module `from`, unless that is of another crate.
    fn add(
        &mut self,
        here: &[String],
        seen: &impl ToString,
        from: Vec<String>,
        name: &impl ToString,
    ) {
        let exported = [here, &[seen.to_string()]].concat().join("::");
        let path = [from, vec![name.to_string()]].concat();
        if path.join("::") != exported
            && (1..path.len()).any(|n| self.names.contains(&path[..n].join("::")))
        {
            self.exports.insert(exported, path);
        }
    }

    /// The module that a path from the root of the crate leads into, if it leads into any.
    fn module_of(&self, path: &[String]) -> Option<String> {
        let mut path = path.to_vec();
        // As many steps as a name may be exported again.
        for _ in 0..8 {
            let longer = (1..=path.len()).find_map(|length| {
                let target = self.exports.get(&path[..length].join("::"))?;
                Some([target, &path[length..]].concat())
            });
            match longer {
                Some(longer) => path = longer,
                None => break,
            }
        }
        (1..=path.len())
            .rev()
            .map(|length| path[..length].join("::"))
            .find(|m| self.names.contains(m))
    }
}

/// The name of what an item defines, if that can be imported.
fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn parse(module: &str, text: &str) -> syn::File {
    syn::parse_file(text).unwrap_or_else(|error| panic!("{module}: {error}"))
}

fn parts(module: &str) -> Vec<String> {
    module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// A path from the root of the crate, if it begins with `crate`, `self` or `super`.
fn absolute(here: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut at = match path.first().map(String::as_str) {
        Some("crate") => Vec::new(),
        Some("self" | "super") => here.to_vec(),
        _ => return None,
    };
    for part in path {
        match part.as_str() {
            "crate" | "self" => {}
            "super" => drop(at.pop()),
            name => at.push(name.to_owned()),
        }
    }
    Some(at)
}

/// The modules of its crate that one source imports.
///
/// # Panics
/// When the source cannot be parsed.
pub fn source_imports(module: &str, text: &str, modules: &Modules) -> BTreeSet<String> {
    let mut found = Found { here: parts(module), modules, imports: BTreeSet::new() };
    found.visit_file(&parse(module, text));
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
    modules: &'a Modules,
    imports: BTreeSet<String>,
}

impl Found<'_> {
    /// Records the module that a path leads into, if it belongs to the crate.
    fn note(&mut self, path: &[String]) {
        let at = absolute(&self.here, path);
        self.imports.extend(at.and_then(|at| self.modules.module_of(&at)));
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
