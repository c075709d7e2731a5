// How the page and its tests are laid out: what `npm run format` writes and
// `npm run lint` asks for.
export default { printWidth: 110, arrowParens: "always", trailingComma: "all" };
