/** Repositories read as if each request were alone: only statements/ knows about batches and the outbox. */
import { file, matches, type Rule } from "./Rule.ts"

const machinery = [
  ["an ordinal", /\bordinal(ity|s)?\b|\bplace\b/gi],
  ["a planner hint", /\bplannerHint\b|\bBETWEEN [01] AND\b/gi],
  ["an insert into events", /\bINSERT\s+INTO\s+events\b/gi]
] as const

const folder = "packages/sql/src/repositories/"

const planted = (text: string) => [file(`${folder}job/Jobs.ts`, text)]

export const repositories: Rule = {
  name: "no repository has an ordinal, a planner hint or an insert into events",
  why: "a repository is read without knowing how statements are shared, and every change stores its events in one way",
  check: (files) =>
    files.filter(({ path }) => path.startsWith(folder)).flatMap((source) =>
      machinery.flatMap(([what, pattern]) =>
        matches(source, pattern, ([text]) => `${what} belongs in statements/: ${text}`)
      )
    ),
  planted: [
    { files: planted("sql`SELECT x.ordinal FROM jobs`"), says: "an ordinal" },
    {
      files: planted("sql`FROM jsonb_populate_recordset(NULL::jobs, ${rows}) WITH ORDINALITY AS x`"),
      says: "an ordinal"
    },
    { files: planted("const ordinality = index + 1"), says: "an ordinal" },
    { files: planted("sql`UPDATE jobs SET title = ${title} RETURNING 0 AS place`"), says: "an ordinal" },
    { files: planted("sql`SELECT id FROM jobs WHERE ${plannerHint(\"x\")}`"), says: "a planner hint" },
    { files: planted("sql`SELECT id FROM jobs WHERE n BETWEEN 0 AND 1000`"), says: "a planner hint" },
    { files: planted("sql`WITH saved AS (\n  INSERT INTO events (id) VALUES (${id}))`"), says: "an insert into events" }
  ]
}
