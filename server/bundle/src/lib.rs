//! Joins the modules of the page into few files: on a slow network every request counts, and a page
//! of a hundred modules needs a hundred.
//!
//! A bundle has its entries and all that they import. Each of its modules becomes a constant, `$0`,
//! `$1` and so on, with what the module exports, computed by a function that has the module's code.
//! Whatever else refers to the module takes that constant from the bundle, so no module is there
//! twice. This works because the modules form no cycles, await nothing at the top, and export only
//! what does not change.

mod module;

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::module::{Import, Module};

/// Why the modules cannot be joined.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}: {why}")]
pub struct Error {
    /// The path of the module.
    pub path: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: &'static str,
}

/// The modules of a page under a new folder: bundles, and what else these import or fetch.
///
/// `modules` has the sources by path, and may have others besides. `folder` is the address of the
/// folder, such as `/bundles`. Each of `bundles` names its entries; it has the path of the first, and
/// holds all that they import and that no earlier bundle has. The result has the files by path.
///
/// # Errors
/// If a module of a bundle is missing, imports itself by way of others, or has an import or export
/// that is not understood.
pub fn bundle(
    modules: &BTreeMap<String, String>,
    folder: &str,
    bundles: &[&[&str]],
) -> Result<BTreeMap<String, String>, Error> {
    let entries = bundles.iter().copied().flatten().map(|&entry| entry.to_owned()).collect();
    let modules = reached(modules, entries)?;
    let mut page = Page { folder, modules, members: BTreeMap::new(), above: Vec::new() };
    let mut bundled = Vec::new();
    for entries in bundles {
        let mut found = Vec::new();
        for entry in *entries {
            page.collect(entry, entries[0], &mut found, ImportedAt { path: entry, line: 1 })?;
        }
        bundled.push((entries[0], found));
    }
    let alone = page.modules.iter().filter(|(path, _)| !page.members.contains_key(**path));
    let alone = alone.map(|(&path, module)| (path.to_owned(), page.alone(module)));
    let joined = bundled.into_iter().map(|(path, all)| (path.to_owned(), page.joined(path, &all)));
    Ok(alone.chain(joined).collect())
}

/// The modules at these paths, and all that they import or fetch.
fn reached(
    sources: &BTreeMap<String, String>,
    mut paths: Vec<String>,
) -> Result<BTreeMap<&str, Module<'_>>, Error> {
    let mut modules = BTreeMap::new();
    while let Some(wanted) = paths.pop() {
        // A path that is computed may be any in its folder.
        let is_it =
            |path: &str| path == wanted || wanted.ends_with('/') && path.starts_with(&wanted);
        for (path, source) in sources.iter().filter(|(path, _)| is_it(path)) {
            if !modules.contains_key(path.as_str()) {
                let module = Module::parse(path, source)?;
                paths.extend(module.imports.iter().map(|import| import.from.clone()));
                paths.extend(module.fetched());
                modules.insert(path.as_str(), module);
            }
        }
    }
    Ok(modules)
}

/// A module in a bundle: the bundle's path, and the module's number over all bundles.
#[derive(Clone, Copy)]
struct Member<'a> {
    bundle: &'a str,
    number: usize,
}

/// Where something is imported.
#[derive(Clone, Copy)]
struct ImportedAt<'a> {
    path: &'a str,
    line: usize,
}

struct Page<'a> {
    folder: &'a str,
    modules: BTreeMap<&'a str, Module<'a>>,
    members: BTreeMap<&'a str, Member<'a>>,
    /// The modules whose imports are being collected, each imported by the one before.
    above: Vec<&'a str>,
}

impl<'a> Page<'a> {
    /// Adds a module and all that it imports to a bundle, each after what it needs.
    fn collect(
        &mut self,
        path: &str,
        bundle: &'a str,
        found: &mut Vec<&'a str>,
        origin: ImportedAt<'_>,
    ) -> Result<(), Error> {
        if self.members.contains_key(path) {
            return Ok(());
        }
        let error = |why| Error { path: origin.path.to_owned(), line: origin.line, why };
        let found_at = self.modules.get_key_value(path);
        let (&path, module) = found_at.ok_or_else(|| error("there is no such module"))?;
        if self.above.contains(&path) {
            return Err(error("it imports itself by way of others"));
        }
        self.above.push(path);
        for import in module.imports.clone() {
            let origin = ImportedAt { path, line: import.line };
            self.collect(&import.from, bundle, found, origin)?;
        }
        self.above.pop();
        let number = self.members.len();
        self.members.insert(path, Member { bundle, number });
        found.push(path);
        Ok(())
    }

    /// The file of a bundle.
    fn joined(&self, bundle: &str, members: &[&str]) -> String {
        let modules = || members.iter().map(|path| &self.modules[path]);
        let imports = modules().flat_map(|module| &module.imports);
        let mut file = self.imported(imports, bundle);
        for module in modules() {
            let number = self.members[module.path].number;
            let _ = writeln!(file, "const ${number} = (() => {{");
            for import in &module.imports {
                file += &self.named(import, "");
            }
            file += &module.code(false, |path| self.dynamic(path));
            let again = module.imports.iter().filter(|import| import.is_export);
            let again = again.flat_map(|import| {
                let number = self.members[import.from.as_str()].number;
                let names = import.names.iter();
                names.map(move |(theirs, ours)| format!("{ours}: ${number}.{theirs}"))
            });
            let own = module.exports.iter().map(|(ours, theirs)| format!("{theirs}: {ours}"));
            let exports: Vec<_> = own.chain(again).collect();
            let _ = writeln!(file, "return {{ {} }};\n}})();", exports.join(", "));
        }
        let all = members.iter().map(|path| format!("${}", self.members[*path].number));
        let _ = writeln!(file, "export {{ {} }};", all.collect::<Vec<_>>().join(", "));
        file
    }

    /// The file of a module that is in no bundle.
    fn alone(&self, module: &Module<'_>) -> String {
        let mut file = self.imported(&module.imports, "");
        for import in &module.imports {
            let from = &import.from;
            if self.members.contains_key(from.as_str()) {
                file += &self.named(import, if import.is_export { "export " } else { "" });
                continue;
            }
            let names = import.names.iter().map(|(theirs, ours)| format!("{theirs} as {ours}"));
            let names = names.collect::<Vec<_>>().join(", ");
            let verb = if import.is_export { "export" } else { "import" };
            let _ = writeln!(file, "{verb} {{ {names} }} from \"{}/{from}\";", self.folder);
        }
        file + &module.code(true, |path| self.dynamic(path))
    }

    /// The lines that import from other bundles.
    fn imported<'i>(&self, imports: impl IntoIterator<Item = &'i Import>, own: &str) -> String {
        let mut others: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for import in imports {
            match self.members.get(import.from.as_str()) {
                Some(Member { bundle, number }) if *bundle != own => {
                    others.entry(bundle).or_default().push(*number);
                }
                _ => {}
            }
        }
        let lines = others.into_iter().map(|(bundle, mut numbers)| {
            numbers.sort_unstable();
            numbers.dedup();
            let all: Vec<_> = numbers.iter().map(|number| format!("${number}")).collect();
            format!("import {{ {} }} from \"{}/{bundle}\";\n", all.join(", "), self.folder)
        });
        lines.collect()
    }

    /// The line that takes an import's names from the module's constant.
    fn named(&self, import: &Import, before: &str) -> String {
        if import.names.is_empty() || import.is_export && before.is_empty() {
            return String::new();
        }
        let number = self.members[import.from.as_str()].number;
        let names = import.names.iter().map(|(theirs, ours)| format!("{theirs}: {ours}"));
        format!("{before}const {{ {} }} = ${number};\n", names.collect::<Vec<_>>().join(", "))
    }

    /// The expression for a module that is fetched when it is needed. The path may be the beginning
    /// of several.
    fn dynamic(&self, path: &str) -> Dynamic {
        match self.members.get(path) {
            Some(Member { bundle, number }) => Dynamic {
                address: format!("{}/{bundle}", self.folder),
                then: format!(".then(({{ ${number} }}) => ${number})"),
            },
            None => Dynamic { address: format!("{}/{path}", self.folder), then: String::new() },
        }
    }
}

/// A module that is fetched when it is needed: its address, and how it is taken from what is there.
struct Dynamic {
    address: String,
    then: String,
}

#[cfg(test)]
mod tests;
