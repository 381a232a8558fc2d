/** No comment disables the linter. */
import { file, isCode, lineAt, type Rule } from "./Rule.ts"

// Matched in comments, where these directives are written.
const escape = /\b(?:ox|es)lint-disable/g

// Separate from its directive, because this file is checked too.
const linter = "oxlint"

export const escapes: Rule = {
  name: "no way around the linter",
  why: "what it would have said, of types too, is what a reader will believe",
  check: (files) =>
    files.filter(isCode).flatMap(({ path, text }) =>
      [...text.matchAll(escape)].map((match) => ({ path, line: lineAt(text, match.index), message: match[0] }))
    ),
  planted: [{
    files: [file("apps/api/src/App.ts", `// ${linter}-disable-next-line\nrow.id`)],
    says: `${linter}-disable`
  }]
}
