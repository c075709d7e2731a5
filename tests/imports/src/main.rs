//! `cargo run -p imports -- server/src > imports.dot`: the imports of a crate as a Graphviz graph.

use std::path::Path;

fn main() {
    let src = std::env::args().nth(1).unwrap_or_else(|| "server/src".to_owned());
    println!("digraph imports {{\n  rankdir=LR; node [shape=box];");
    for (from, to) in imports::crate_imports(Path::new(&src)) {
        to.iter().for_each(|to| println!("  \"{from}\" -> \"{to}\";"));
    }
    println!("}}");
}
