/** Every statement on a tenant's table says whose rows it means. */
import { code, file, isCode, isTest, matches, type Rule, type SourceFile, type Violation } from "./Rule.ts"
import { isMigration, type Statement, statementsOf, tablesOf, tenant } from "./Statements.ts"

const notAnAlias =
  /^(where|set|on|using|values|order|group|join|left|inner|cross|limit|returning|for|as|select|default)$/i

interface Use {
  readonly table: string
  readonly alias: string | undefined
  readonly inserted: boolean
}

/** The tables that a statement uses, each with its alias there; a table that is interpolated is a question mark. */
const uses = (statement: Statement, tables: ReadonlyArray<string>): ReadonlyArray<Use> =>
  [...statement.own.matchAll(/\b(FROM|JOIN|UPDATE|INTO|USING)\s+(\w+|\?)(?:\s+(?:AS\s+)?([a-z_]\w*))?/g)]
    .filter((match) => match[2] === "?" || tables.includes(match[2]!))
    .map(([, keyword, table, alias]) => ({
      table: table!,
      // An inserted row names its columns without the alias.
      alias: keyword === "INTO" || alias === undefined || notAnAlias.test(alias) ? undefined : alias,
      inserted: keyword === "INTO"
    }))

const unbound = (
  statement: Statement,
  { text }: SourceFile,
  tables: ReadonlyArray<string>
): ReadonlyArray<Violation> =>
  uses(statement, tables)
    .filter(({ alias, inserted }) => {
      const name = alias === undefined ? "organization_id" : `${alias}.organization_id`
      if (new RegExp(String.raw`\b${name}\b`).test(statement.whole)) return false
      // A row that is made elsewhere in the file; what has none is refused by the column.
      return !(inserted && statement.own.includes("?") && /\borganization_id\b/.test(code(text)))
    })
    .map(({ alias, table }) => {
      const used = table === "?" ? "a table" : table
      const prefix = alias === undefined ? "" : `${alias}.`
      return { path: statement.path, line: statement.line, message: `${used} is used without ${prefix}organization_id` }
    })

const migration = file(
  "packages/sql/src/migrations/0001_foundation.ts",
  ["jobs", "stages"].map((name) => `\`CREATE TABLE ${name} (\n  organization_id uuid NOT NULL\n)\``).join(", ")
)

const statement = (text: string) => [migration, file("packages/sql/src/Jobs.ts", text)]

export const tenants: Rule = {
  name: "every statement on a tenant's table names organization_id",
  why: "no organization can reach another's rows, and the schema can be distributed by organization",
  check: (files) => {
    const made = files.filter(isMigration).flatMap(tablesOf).map((table) => table.name)
    const tables = made.filter((name) => name !== tenant)
    const sources = files.filter(isCode).filter((source) =>
      /^(packages\/sql|apps\/\w+)\/src\//.test(source.path) && !isTest(source.path) && !isMigration(source)
    )
    return sources.flatMap((source) =>
      statementsOf(source)
        .flatMap((statement) => unbound(statement, source, tables))
        .concat(matches(source, /\bsql\.unsafe\(/g, () => "sql.unsafe hides its statement from this rule"))
    )
  },
  planted: [
    { files: statement("sql`SELECT id FROM jobs WHERE id = ${id}`"), says: "jobs is used" },
    { files: statement("sql<{ id: string }>`UPDATE jobs SET title = ${title} WHERE id = ${id}`"), says: "jobs is" },
    { files: statement("sql`DELETE FROM jobs WHERE id = ${id}`"), says: "jobs is used" },
    { files: statement("sql`INSERT INTO jobs ${sql.insert({ id })}`"), says: "jobs is used" },
    {
      files: statement("sql`SELECT s.id FROM jobs j JOIN stages s ON s.job_id = j.id WHERE j.organization_id = ${o}`"),
      says: "stages is used without s."
    },
    { files: statement("const ofJob = `SELECT count(*) FROM stages s WHERE s.job_id = j.id`"), says: "stages is used" },
    { files: statement("sql`SELECT id FROM ${sql(table)} WHERE id = ${id}`"), says: "a table is used" },
    {
      files: statement(
        "sql`SELECT FROM users WHERE organization_id = ${o} OR ${all ? sql`true` : sql`EXISTS (SELECT FROM stages s)`}`"
      ),
      says: "stages is used"
    },
    { files: statement("sql.unsafe(`DELETE FROM jobs`)"), says: "sql.unsafe" }
  ]
}
