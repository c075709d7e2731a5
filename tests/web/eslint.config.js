// Rules for the page's code besides its layout: no dead code, no shortcuts, no overly long
// files or functions.
import js from "@eslint/js";
import globals from "globals";

const rules = {
  "max-lines": ["error", 400],
  "max-lines-per-function": ["error", { max: 60, skipComments: true, skipBlankLines: true }],
  // The formatter breaks code at 110, but neither strings nor comments.
  "max-len": ["error", { code: 140 }],
  "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
  eqeqeq: "error",
  "no-var": "error",
  "prefer-const": "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-console": "off",
};

export default [
  { ignores: ["**/node_modules/**"] },
  js.configs.recommended,
  { files: ["server/web/**/*.js"], languageOptions: { globals: globals.browser }, rules },
  {
    files: ["clients/javascript/**/*.js"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules,
  },
  // A sentence of a language is one string, and a language may be one file.
  { files: ["server/web/texts/*.js"], rules: { "max-len": "off", "max-lines": "off" } },
  // Functions that run inside the page see the page's globals.
  {
    files: ["tests/web/**/*.js"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { ...rules, "max-lines": ["error", 700] },
  },
];
