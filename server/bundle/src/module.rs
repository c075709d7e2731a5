//! What a module imports and exports. The modules are formatted by one tool, so imports and exports
//! begin their lines, and a statement ends with its line.

use std::ops::Range;

use crate::{Dynamic, Error};

/// What the default export is called inside its module.
const DEFAULT: &str = "$default";

/// Names that a module takes from another one: `(theirs, ours)`.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    /// The path of the other module.
    pub(crate) from: String,
    pub(crate) names: Vec<(String, String)>,
    /// Whether the names are exported and not used.
    pub(crate) is_export: bool,
    pub(crate) line: usize,
}

/// A module, apart into its imports, its exports and its code.
#[derive(Debug)]
pub(crate) struct Module<'a> {
    pub(crate) path: &'a str,
    pub(crate) imports: Vec<Import>,
    /// `(ours, theirs)`.
    pub(crate) exports: Vec<(String, String)>,
    /// The code without its imports, each export as the word and what follows it.
    lines: Vec<CodeLine>,
}

#[derive(Debug)]
struct CodeLine {
    /// What stands before the text where the module is a file of its own.
    before: &'static str,
    text: String,
}

impl<'a> Module<'a> {
    /// # Errors
    /// If an import or export is not understood.
    pub(crate) fn parse(path: &'a str, source: &str) -> Result<Module<'a>, Error> {
        let mut module =
            Module { path, imports: Vec::new(), exports: Vec::new(), lines: Vec::new() };
        let source = without_comments(source);
        let mut lines = source.lines().zip(1..);
        while let Some((line, at)) = lines.next() {
            let error = |why| Error { path: path.to_owned(), line: at, why };
            if line.starts_with("import ") || line.starts_with("export {") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    let (more, _) = lines.next().ok_or_else(|| error("it does not end"))?;
                    statement += more;
                }
                module.add(&statement, at).ok_or_else(|| error("it is not understood"))?;
            } else if let Some(value) = line.strip_prefix("export default ") {
                module.exports.push((DEFAULT.to_owned(), "default".to_owned()));
                let text = format!("const {DEFAULT} = {value}");
                module.lines.push(CodeLine { before: "", text });
            } else if let Some(declared) = line.strip_prefix("export ") {
                let name = declared_name(declared);
                let name = name.ok_or_else(|| error("what it exports is not understood"))?;
                module.exports.push((name.clone(), name));
                module.lines.push(CodeLine { before: "export ", text: declared.to_owned() });
            } else if line.starts_with("await ") || line.starts_with("for await ") {
                return Err(error("a module awaits nothing at the top"));
            } else {
                module.lines.push(CodeLine { before: "", text: line.to_owned() });
            }
        }
        Ok(module)
    }

    /// Adds an import, or an export of names in braces.
    fn add(&mut self, statement: &str, line: usize) -> Option<()> {
        let (verb, rest) = statement.strip_suffix(';')?.split_once(' ')?;
        let is_export = verb == "export";
        let Some(braces) = rest.strip_prefix('{') else {
            // For what it does alone.
            let from = self.resolved(rest.strip_prefix('"')?.strip_suffix('"')?)?;
            self.imports.push(Import { from, names: Vec::new(), is_export, line });
            return Some(());
        };
        let (inside, after) = braces.split_once('}')?;
        let names = inside.split(',').map(str::trim).filter(|name| !name.is_empty());
        let names = names.map(|name| {
            let (before, after) = name.split_once(" as ").unwrap_or((name, name));
            (before.to_owned(), after.to_owned())
        });
        match after.trim() {
            "" if is_export => self.exports.extend(names),
            after => {
                let names = names.collect();
                let from = after.strip_prefix("from \"")?.strip_suffix('"')?;
                self.imports.push(Import { from: self.resolved(from)?, names, is_export, line });
            }
        }
        Some(())
    }

    /// The path that a relative address means here.
    fn resolved(&self, address: &str) -> Option<String> {
        let mut folders: Vec<_> = self.path.split('/').collect();
        folders.pop();
        let mut rest =
            address.strip_prefix("./").or(Some(address).filter(|it| it.starts_with("../")))?;
        while let Some(above) = rest.strip_prefix("../") {
            folders.pop()?;
            rest = above;
        }
        folders.push(rest);
        Some(folders.join("/"))
    }

    /// The code, where it `exports` in a file of its own. `dynamic` says where a module is that the
    /// code fetches.
    pub(crate) fn code(&self, exports: bool, dynamic: impl Fn(&str) -> Dynamic) -> String {
        let mut code = String::new();
        for CodeLine { before, text } in &self.lines {
            if exports {
                code += before;
            }
            code += &self.fetching(text, &dynamic);
            code.push('\n');
        }
        if exports && self.exports.iter().any(|(ours, _)| ours == DEFAULT) {
            code += &format!("export {{ {DEFAULT} as default }};\n");
        }
        code
    }

    /// The paths of the modules that the code fetches when it needs them; a folder, with its slash, if
    /// the rest of the path is computed.
    pub(crate) fn fetched(&self) -> impl Iterator<Item = String> {
        let fetches = self.lines.iter().flat_map(|line| self.fetches(&line.text));
        fetches.map(|(_, path)| path)
    }

    /// Where addresses of modules stand in a line, up to the part that is computed, and the paths that
    /// they mean.
    fn fetches(&self, line: &str) -> Vec<(Range<usize>, String)> {
        let calls = line.match_indices("import(").map(|(at, call)| at + call.len());
        let fetches = calls.filter_map(|at| {
            let quote = line[at..].chars().next().filter(|quote| matches!(quote, '"' | '`'))?;
            let from = at + quote.len_utf8();
            let address = line[from..].split(quote).next()?.split("${").next()?;
            Some((from..from + address.len(), self.resolved(address)?))
        });
        fetches.collect()
    }

    /// A line with the places of the modules that it fetches.
    fn fetching(&self, line: &str, dynamic: impl Fn(&str) -> Dynamic) -> String {
        let (mut code, mut end) = (String::new(), 0);
        for (address, path) in self.fetches(line) {
            let place = dynamic(&path);
            code += &line[end..address.start];
            code += &place.address;
            end = address.end;
            let close = line[end..].find(')').map(|at| end + at + 1);
            if let Some(close) = close.filter(|_| !place.then.is_empty()) {
                code += &line[end..close];
                code += &place.then;
                end = close;
            }
        }
        code + &line[end..]
    }
}

/// The name that a declaration declares.
fn declared_name(declaration: &str) -> Option<String> {
    let kinds = ["function ", "async function ", "class ", "const "];
    let rest = kinds.iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$');
    let name: String = rest.chars().take_while(|&it| is_part(it)).collect();
    (!name.is_empty()).then_some(name)
}

/// Empties the lines of a module that hold comments alone. A test of the page sees that no text has
/// lines that look like comments.
fn without_comments(source: &str) -> String {
    let mut inside = false;
    let lines = source.split('\n').map(|line| {
        let text = line.trim();
        let begins = !inside && text.starts_with("/*");
        match (inside || begins, text.split_once("*/")) {
            (true, None) => {
                inside = true;
                ""
            }
            (true, Some((_, rest))) => {
                inside = false;
                rest
            }
            (false, _) if text.starts_with("//") => "",
            (false, _) => line,
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_fill_lines_are_not_sent() {
        let source = "// What it is.\n/** @type {number} */\nlet a = 1; // one\n/**\n * Long.\n */\n\
                      f(\n  /** @type {any} */ (a),\n  `//`,\n  \"/* no */\",\n);\n/* a\n b */ g();\n";
        let sent =
            "\n\nlet a = 1; // one\n\n\n\nf(\n (a),\n  `//`,\n  \"/* no */\",\n);\n\n g();\n";
        assert_eq!(without_comments(source), sent);
    }
}
