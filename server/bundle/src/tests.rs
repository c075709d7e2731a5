use super::*;

fn page(modules: &[(&str, &str)]) -> BTreeMap<String, String> {
    modules.iter().map(|&(path, source)| (path.to_owned(), source.to_owned())).collect()
}

/// Two bundles, and a module of its own that uses both.
#[test]
fn each_module_is_there_once_and_found_from_everywhere() {
    let modules = page(&[
        (
            "app.js",
            "import { t } from \"./texts/text.js\";\nimport {\n  a,\n  b as c,\n} from \"./lib.js\";\n\
             const page = () => import(\"./views/home.js\");\nconst file = (n) => import(`./texts/${n}.js`);\n\
             t(a, c, import(\"./views/late.js\"), page, (await import(\"./lib.js\")).b);\n",
        ),
        (
            "lib.js",
            "// Two.\nimport \"./texts/text.js\";\nexport const a = 1;\nconst b = 2;\nexport { b };\n",
        ),
        ("texts/text.js", "export function t(said) {\n  return said;\n}\n"),
        ("texts/en.js", "export default {\n  a: 1,\n};\n"),
        (
            "views/home.js",
            "import { t } from \"../texts/text.js\";\nexport { a } from \"../lib.js\";\n\
             export const view = t;\n",
        ),
        (
            "views/late.js",
            "import { view } from \"./home.js\";\nimport { other } from \"./other.js\";\n\
             export { t as say } from \"../texts/text.js\";\nexport class Late {}\n\
             view(other, import(\"./other.js\").then(view));\n",
        ),
        ("views/other.js", "export async function other() {}\n"),
        ("apart.js", "import all from \"./app.js\";\n"),
    ]);
    let files = bundle(&modules, "/b", &[&["app.js"], &["views/home.js"]]).expect("understood");
    let expected = page(&[
        (
            "app.js",
            "const $0 = (() => {\nfunction t(said) {\n  return said;\n}\nreturn { t: t };\n})();\n\
             const $1 = (() => {\n\nconst a = 1;\nconst b = 2;\nreturn { a: a, b: b };\n})();\n\
             const $2 = (() => {\nconst { t: t } = $0;\nconst { a: a, b: c } = $1;\n\
             const page = () => import(\"/b/views/home.js\").then(({ $3 }) => $3);\n\
             const file = (n) => import(`/b/texts/${n}.js`);\n\
             t(a, c, import(\"/b/views/late.js\"), page, (await import(\"/b/app.js\").then(({ $1 }) => $1)).b);\n\
             return {  };\n})();\nexport { $0, $1, $2 };\n",
        ),
        ("texts/en.js", "const $default = {\n  a: 1,\n};\nexport { $default as default };\n"),
        (
            "views/home.js",
            "import { $0, $1 } from \"/b/app.js\";\nconst $3 = (() => {\nconst { t: t } = $0;\n\
             const view = t;\nreturn { view: view, a: $1.a };\n})();\nexport { $3 };\n",
        ),
        (
            "views/late.js",
            "import { $0 } from \"/b/app.js\";\nimport { $3 } from \"/b/views/home.js\";\n\
             const { view: view } = $3;\nimport { other as other } from \"/b/views/other.js\";\n\
             export const { t: say } = $0;\nexport class Late {}\n\
             view(other, import(\"/b/views/other.js\").then(view));\n",
        ),
        ("views/other.js", "export async function other() {}\n"),
    ]);
    for (path, file) in &expected {
        assert_eq!(files.get(path), Some(file), "{path}");
    }
    assert_eq!(files.len(), expected.len());
}

#[test]
fn what_is_not_understood_is_refused_with_its_line() {
    let refused = |source: &str| {
        let modules = page(&[("a.js", source)]);
        bundle(&modules, "/b", &[&["a.js"]]).map_err(|error| (error.line, error.why))
    };
    let not_understood = "it is not understood";
    let unknown = "what it exports is not understood";
    for (source, line, why) in [
        ("\nimport a from \"./b.js\";\n", 2, not_understood),
        ("import * as a from \"./b.js\";\n", 1, not_understood),
        ("import { a } from \"b\";\n", 1, not_understood),
        ("import { a } from \"../b.js\";\n", 1, not_understood),
        ("import {\n  a,\n", 1, "it does not end"),
        ("export let a = 1;\n", 1, unknown),
        ("export const { a } = f();\n", 1, unknown),
        ("// Why.\n\nimport { a } from \"./b.js\";\n", 3, "there is no such module"),
        ("f();\nawait f();\n", 2, "a module awaits nothing at the top"),
    ] {
        assert_eq!(refused(source), Err((line, why)), "{source}");
    }
    assert_eq!(
        refused("import { a } from \"./a.js\";\n"),
        Err((1, "it imports itself by way of others"))
    );
    assert!(refused("export {};\nasync function f() {\n  await g();\n}\n").is_ok());
}
