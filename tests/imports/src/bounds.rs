//! The lengths of a file and its functions, in lines as an editor shows them.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{ImplItemFn, Item, ItemFn, TraitItemFn};

use crate::{attributes, is_test};

/// The lines of a file up to its tests, and its functions longer than `most` lines, by name. Test
/// code is excluded.
///
/// # Panics
/// When the file cannot be parsed.
pub fn lengths(text: &str, most: usize) -> (usize, Vec<(String, usize)>) {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let is_code = |item: &&Item| !attributes(item).iter().any(is_test);
    let last = file.items.iter().filter(is_code).map(|item| item.span().end().line).max();
    let mut long = Long { most, found: Vec::new() };
    long.visit_file(&file);
    (last.unwrap_or(0), long.found)
}

struct Long {
    most: usize,
    found: Vec<(String, usize)>,
}

impl Long {
    fn note(&mut self, name: &syn::Ident, span: proc_macro2::Span) {
        let lines = span.end().line - span.start().line + 1;
        if lines > self.most {
            self.found.push((name.to_string(), lines));
        }
    }
}

impl<'ast> Visit<'ast> for Long {
    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes(item).iter().any(is_test) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.note(&item.sig.ident, item.sig.span().join(item.block.span()).unwrap_or(item.span()));
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.note(&item.sig.ident, item.sig.span().join(item.block.span()).unwrap_or(item.span()));
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.note(&item.sig.ident, item.span());
        visit::visit_trait_item_fn(self, item);
    }
}
