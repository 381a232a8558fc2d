/** Keys, unique constraints and references of tenants' tables begin with organization_id. */
import { code, file, lineAt, type Rule, type SourceFile, type Violation } from "./Rule.ts"
import { isMigration, tablesOf, tenant, untenanted } from "./Statements.ts"

const lists: ReadonlyArray<readonly [string, RegExp]> = [
  ["PRIMARY KEY", /\bPRIMARY KEY \(\s*(\w+)/g],
  ["UNIQUE", /\bUNIQUE (?:NULLS NOT DISTINCT )?\(\s*(\w+)/g],
  ["FOREIGN KEY", /\bFOREIGN KEY \(\s*(\w+)/g],
  ["REFERENCES", new RegExp(String.raw`\bREFERENCES (?!${tenant} )\w+ \(\s*(\w+)`, "g")],
  ["UNIQUE INDEX", /\bUNIQUE INDEX (?:IF NOT EXISTS )?\w+ ON \w+ \(\s*(\w+)/g]
]

const listsOf = (source: SourceFile): ReadonlyArray<Violation> =>
  lists.flatMap(([what, pattern]) =>
    [...code(source.text).matchAll(pattern)].filter((match) => match[1] !== "organization_id").map((match) => ({
      path: source.path,
      line: lineAt(source.text, match.index),
      message: `${what} begins with ${match[1]}, not with organization_id`
    }))
  )

const columnsOf = (source: SourceFile): ReadonlyArray<Violation> =>
  tablesOf(source).filter(({ name }) => name !== tenant && !untenanted.has(name)).flatMap(({ body, line, name }) => {
    const at = (message: string): Violation => ({ path: source.path, line, message: `${name}${message}` })
    // Written behind a column, a constraint is on that column alone.
    const alone =
      /^\s*(?!CONSTRAINT|PRIMARY|UNIQUE|FOREIGN)(\w+) .*\b(PRIMARY KEY|UNIQUE|REFERENCES (?!organizations ))/gm
    return [
      /^\s*organization_id uuid NOT NULL/m.test(body) ? [] : [at(" has no organization_id uuid NOT NULL")],
      /\bPRIMARY KEY \(/.test(body) ? [] : [at(" has no PRIMARY KEY list")],
      [...body.matchAll(alone)].map((match) => at(`.${match[1]} has a ${match[2]!.trim()} of its own`))
    ].flat()
  })

const planted = "packages/sql/src/migrations/0002_planted.ts"

const table = (body: string) => [
  file(
    planted,
    `\`CREATE TABLE organizations (\n  id uuid PRIMARY KEY\n)\`, \`CREATE TABLE planted (\n  ${body}\n)\``
  )
]

const sound = "organization_id uuid NOT NULL,\n  id uuid NOT NULL,\n  PRIMARY KEY (organization_id, id)"

export const keys: Rule = {
  name: "keys and references begin with organization_id",
  why: "a row can refer only to rows of its own organization, and the schema can be distributed by it",
  check: (files) => files.filter(isMigration).flatMap((source) => columnsOf(source).concat(listsOf(source))),
  planted: [
    {
      files: table("id uuid NOT NULL,\n  PRIMARY KEY (organization_id, id)"),
      says: "no organization_id uuid NOT NULL"
    },
    { files: table("organization_id uuid NOT NULL,\n  id uuid PRIMARY KEY"), says: "no PRIMARY KEY list" },
    {
      files: table("organization_id uuid NOT NULL,\n  id uuid NOT NULL,\n  PRIMARY KEY (id)"),
      says: "PRIMARY KEY begins with id"
    },
    { files: table(`${sound},\n  email text UNIQUE`), says: "planted.email has a UNIQUE" },
    { files: table(`${sound},\n  job_id uuid REFERENCES jobs (id)`), says: "planted.job_id has a REFERENCES" },
    { files: table(`${sound},\n  CONSTRAINT once UNIQUE (email)`), says: "UNIQUE begins with email" },
    {
      files: table(`${sound},\n  FOREIGN KEY (job_id) REFERENCES jobs (id)`),
      says: "FOREIGN KEY begins with job_id"
    },
    {
      files: table(`${sound},\n  FOREIGN KEY (organization_id, job_id) REFERENCES jobs (id, organization_id)`),
      says: "REFERENCES begins with id"
    },
    {
      files: [file(planted, "`CREATE UNIQUE INDEX users_email ON users (email)`")],
      says: "UNIQUE INDEX begins with email"
    }
  ]
}
