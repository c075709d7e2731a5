//! The names in the code of a file, as full paths: aliases, renamed imports, globs and the contents
//! of macros are followed. False positives are preferred to misses: an alias applies to the whole
//! file, and any name may come from a glob.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{ExprMethodCall, Item, ItemExternCrate, ItemType, ItemUse, Type, UseTree};

use crate::{attributes, is_test};

/// The most aliases of aliases followed; a longer chain is a cycle.
const DEPTH: usize = 8;

/// The paths that a file names, such as `std::time::Instant::now`; in addition `unsafe`, `async`,
/// `.name` for a method call, `name!` for a macro, and `#[path]`. Test code is excluded.
///
/// # Panics
/// When the file cannot be parsed.
pub fn mentions(text: &str) -> BTreeSet<String> {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let mut names = Names::default();
    if !file.attrs.iter().any(is_test) {
        names.visit_file(&file);
    }
    names.resolved()
}

/// Whether `mention` is `path` or an item inside it.
pub fn is_in(mention: &str, path: &str) -> bool {
    mention.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[derive(Default)]
struct Names {
    /// Local names and their paths.
    aliases: BTreeMap<String, BTreeSet<String>>,
    globs: BTreeSet<String>,
    paths: BTreeSet<String>,
    marks: BTreeSet<String>,
}

impl Names {
    fn resolved(self) -> BTreeSet<String> {
        let mut all = self.marks.clone();
        let mut next: Vec<(String, usize)> =
            self.paths.iter().chain(&self.globs).map(|path| (path.clone(), 0)).collect();
        while let Some((path, depth)) = next.pop() {
            let (first, rest) = path.split_once("::").unwrap_or((&path, ""));
            let join = |before: &str| match rest {
                "" => before.to_owned(),
                rest => format!("{before}::{rest}"),
            };
            if depth < DEPTH {
                let known = self.aliases.get(first).into_iter().flatten();
                next.extend(known.filter(|to| *to != first).map(|to| (join(to), depth + 1)));
            }
            if depth == 0 {
                next.extend(self.globs.iter().map(|glob| (format!("{glob}::{path}"), 1)));
            }
            all.insert(normal(&path));
        }
        all
    }

    fn tree(&mut self, before: &str, tree: &UseTree) {
        let join = |name: &syn::Ident| match before {
            "" => name.to_string(),
            before => format!("{before}::{name}"),
        };
        match tree {
            UseTree::Path(path) => self.tree(&join(&path.ident), &path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(before, item)),
            UseTree::Glob(_) => drop(self.globs.insert(before.to_owned())),
            UseTree::Name(name) if name.ident == "self" => {
                let last = before.rsplit("::").next().unwrap_or_default();
                self.alias(last.to_owned(), before.to_owned());
            }
            UseTree::Name(name) => self.alias(name.ident.to_string(), join(&name.ident)),
            UseTree::Rename(name) if name.ident == "self" => {
                self.alias(name.rename.to_string(), before.to_owned());
            }
            UseTree::Rename(name) => self.alias(name.rename.to_string(), join(&name.ident)),
        }
    }

    fn alias(&mut self, name: String, path: String) {
        self.paths.insert(path.clone());
        self.aliases.entry(name).or_default().insert(path);
    }

    /// The paths in the tokens of a macro, which are not parsed.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (String::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if matches!(name.as_str(), "unsafe" | "async") {
                        self.marks.insert(name.clone());
                    }
                    if colons == 2 {
                        path = format!("{path}::{name}");
                    } else {
                        self.paths.extend(Some(std::mem::replace(&mut path, name)));
                    }
                    colons = 0;
                }
                TokenTree::Punct(point) if point.as_char() == ':' => colons += 1,
                TokenTree::Punct(point) => {
                    if point.as_char() == '!' {
                        self.marks.insert(format!("{path}!"));
                    }
                    colons = 0;
                }
                TokenTree::Group(group) => {
                    self.tokens(group.stream());
                    colons = 0;
                }
                TokenTree::Literal(_) => colons = 0,
            }
        }
        self.paths.insert(path);
    }

    fn qualified(&mut self, of: Option<&syn::QSelf>, path: &syn::Path) {
        if let Some(syn::QSelf { ty, .. }) = of
            && let Type::Path(own) = &**ty
        {
            self.paths.insert(format!("{}::{}", written(&own.path), written(path)));
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes(item).iter().any(is_test) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.tree("", &item.tree);
    }

    fn visit_item_extern_crate(&mut self, item: &'ast ItemExternCrate) {
        let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name);
        self.alias(name.to_string(), item.ident.to_string());
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        if let Type::Path(of) = &*item.ty {
            self.alias(item.ident.to_string(), written(&of.path));
        }
        visit::visit_item_type(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.paths.insert(written(path));
        visit::visit_path(self, path);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.qualified(path.qself.as_ref(), &path.path);
        visit::visit_expr_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.marks.insert(format!(".{}", call.method));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        let name = called.path.segments.last().map(|part| part.ident.to_string());
        self.marks.insert(format!("{}!", name.unwrap_or_default()));
        self.paths.insert(written(&called.path));
        self.tokens(called.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if attribute.path().is_ident("path") {
            self.marks.insert("#[path]".to_owned());
        }
        visit::visit_attribute(self, attribute);
    }

    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.marks.insert("unsafe".to_owned());
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.marks.extend(item.unsafety.map(|_| "unsafe".to_owned()));
        visit::visit_item_impl(self, item);
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.marks.extend(signature.unsafety.map(|_| "unsafe".to_owned()));
        self.marks.extend(signature.asyncness.map(|_| "async".to_owned()));
        visit::visit_signature(self, signature);
    }

    fn visit_expr_async(&mut self, block: &'ast syn::ExprAsync) {
        self.marks.insert("async".to_owned());
        visit::visit_expr_async(self, block);
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        self.marks.extend(closure.asyncness.map(|_| "async".to_owned()));
        visit::visit_expr_closure(self, closure);
    }
}

fn written(path: &syn::Path) -> String {
    let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
    parts.join("::")
}

/// Replaces `core` and `alloc` by `std`, the name that the walls use.
fn normal(path: &str) -> String {
    match path.split_once("::") {
        Some(("core" | "alloc", rest)) => format!("std::{rest}"),
        _ => path.to_owned(),
    }
}
