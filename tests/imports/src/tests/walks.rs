//! The walks of ARCHITECTURE.md are true: no file occurs twice, and each file is called by an
//! earlier one or uses its results.

use syn::visit::{self, Visit};
use syn::{ExprMethodCall, ExprPath, File, ItemFn};

use super::*;
use crate::mentions::mentions;

/// The first path of each step, by walk.
fn walks(text: &str) -> Vec<Vec<String>> {
    let (_, text) = text.split_once("\n## Two walks").expect("the walks");
    let (text, _) = text.split_once("\n## ").expect("what comes after them");
    let steps = |walk: &str| {
        let steps = walk.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        steps.filter_map(|step| step.split('`').nth(1)).map(str::to_owned).collect()
    };
    text.split("\n### ").skip(1).map(steps).collect()
}

/// A source of the walk: the functions it declares, those it calls, and its imports.
struct Source {
    folder: String,
    module: String,
    has: BTreeSet<String>,
    calls: BTreeSet<String>,
    mentions: BTreeSet<String>,
}

#[derive(Default)]
struct Functions {
    has: BTreeSet<String>,
    calls: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.has.insert(item.sig.ident.to_string());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.has.insert(item.sig.ident.to_string());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.calls.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        self.calls.extend(path.path.segments.last().map(|last| last.ident.to_string()));
        visit::visit_expr_path(self, path);
    }
}

fn read(path: &str) -> Source {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|_| panic!("{path} is there"));
    let (folder, file) = path.split_once("/src/").expect("a source");
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    let mut functions = Functions::default();
    let parsed: File = syn::parse_file(&text).expect("Rust");
    functions.visit_file(&parsed);
    let Functions { has, calls } = functions;
    Source { folder: folder.to_owned(), module, has, calls, mentions: mentions(&text) }
}

/// Functions that many types have, so a call does not identify a file.
const EVERYWHERE: &[&str] = &["new", "default", "lock", "get", "is_empty", "fmt"];

/// Whether `from` can name items in `to`: it imports `to` or an enclosing module, or is in the same
/// folder; via at most `hops` other files.
fn knows(from: &Source, to: &Source, imports: &Imports, hops: usize) -> bool {
    if from.folder != to.folder {
        let name = to.folder.rsplit('/').next().expect("a folder");
        return from.mentions.iter().any(|path| path.split("::").next() == Some(name));
    }
    let around = |other: &String| format!("{}::", to.module).starts_with(&format!("{other}::"));
    let mut known: BTreeSet<&String> = imports[&from.module].iter().collect();
    for _ in 0..hops {
        let further: Vec<_> = known.iter().filter_map(|one| imports.get(*one)).flatten().collect();
        known.extend(further);
    }
    let folder = |module: &str| module.split("::").next().map(str::to_owned);
    known.into_iter().any(around) || folder(&from.module) == folder(&to.module)
}

/// The steps that no earlier step leads to.
fn broken(walk: &[String]) -> Vec<String> {
    let sources: Vec<Source> = walk.iter().map(|path| read(path)).collect();
    let leads = |from: &Source, to: &Source, hops| {
        let mut called = from.calls.iter().filter(|name| !EVERYWHERE.contains(&name.as_str()));
        knows(from, to, imports_of(&from.folder), hops) && called.any(|name| to.has.contains(name))
    };
    let is_reached = |n: usize| {
        let (before, to) = (&sources[..n], &sources[n]);
        before.iter().any(|from| leads(from, to, 1)) || leads(to, &before[n - 1], 0)
    };
    (1..walk.len()).filter(|&n| !is_reached(n)).map(|n| walk[n].clone()).collect()
}

#[test]
fn the_walks_are_true() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the map");
    let walks = walks(&text);
    assert_eq!(walks.iter().map(Vec::len).collect::<Vec<_>>(), [12, 16], "{walks:?}");
    for walk in walks {
        let files: BTreeSet<&String> = walk.iter().collect();
        assert_eq!(files.len(), walk.len(), "a file is returned to: {walk:?}");
        assert_eq!(broken(&walk), [""; 0]);
    }
}

#[test]
fn a_wrong_walk_is_found() {
    let path = |file: &str| format!("server/src/{file}");
    let wrong = [path("game/clock.rs"), path("net/outbox.rs"), path("live/hub/starts.rs")];
    assert_eq!(broken(&wrong), wrong[1..].to_vec());
}
