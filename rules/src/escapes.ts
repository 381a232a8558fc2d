/** Nothing is hidden from the type checker or the linter. */
import { file, isCode, lineAt, type Rule } from "./Rule.ts"

// Looked for in comments too: that is where most of these stand.
const escape = /\bas (?:unknown as )?any\b|<any>|@ts-(?:ignore|expect-error|nocheck)\b|\b(?:ox|es)lint-disable/g

export const escapes: Rule = {
  name: "no way around the type checker or the linter",
  why: "what they would have said is what a reader will believe",
  check: (files) =>
    files.filter(isCode).flatMap(({ path, text }) =>
      [...text.matchAll(escape)].map((match) => ({ path, line: lineAt(text, match.index), message: match[0] }))
    ),
  planted: [
    { files: [file("packages/sql/src/repositories/job/Jobs.ts", "const row = rows[0] as any")], says: "as any" },
    { files: [file("packages/sql/src/repositories/job/Jobs.ts", "// @ts-ignore\nrow.id")], says: "@ts-ignore" },
    { files: [file("packages/sql/test/Jobs.test.ts", "// @ts-expect-error\nrow.id")], says: "@ts-expect-error" },
    { files: [file("apps/api/src/App.ts", "// oxlint-disable-next-line\nrow.id")], says: "oxlint-disable" }
  ]
}
