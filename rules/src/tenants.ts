/** Every statement on a tenant's table says whose rows it means. */
import { type Equation, type Query, queriesOf, type Source } from "./Queries.ts"
import { code, file, isCode, isTest, matches, type Rule, type SourceFile, type Violation } from "./Rule.ts"
import { isMigration, type Statement, statementsOf, tablesOf, tenant, untenanted } from "./Statements.ts"

const isHole = (word: string): boolean => word.startsWith("$")

/** What is interpolated at $n. */
const hole = ({ holes }: Statement, word: string): string => holes[Number(word.slice(1))] ?? ""

/** Whether a text is the part of a query that says where its rows come from, for others to go on with. */
const isPart = ({ own }: Statement): boolean =>
  /\bFROM\b/i.test(own) && !/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(own)

/** The part of a query that an interpolated name stands for: a constant of the file, or of another one. */
const partNamed = (expression: string, path: string, parts: ReadonlyArray<Statement>): Statement | undefined => {
  const [, literal, name] = /^(sql\.literal\()?(\w+)\)?$/.exec(expression) ?? []
  const named = parts.filter((part) => part.name === name)
  return named.find((part) => part.path === path) ?? (literal === undefined ? undefined : named[0])
}

/** A statement with the parts that it interpolates in their places, and those parts. */
const expanded = (statement: Statement, parts: ReadonlyArray<Statement>) => {
  const holes = [...statement.holes]
  const taken: Array<Statement> = []
  const own = statement.own.replace(/\$\d+/g, (word) => {
    const part = partNamed(hole(statement, word), statement.path, parts)
    if (part === undefined) return word
    taken.push(part)
    const offset = holes.length
    holes.push(...part.holes)
    return part.own.replace(/\$(\d+)/g, (_, n: string) => `$${offset + Number(n)}`)
  })
  return { statement: { ...statement, own, holes }, taken }
}

/** The tables that may stand where one is interpolated; undefined where the file does not say. */
const tablesAt = (expression: string, source: SourceFile): ReadonlyArray<string> | undefined => {
  const name = /^sql\((\w+)\)$/.exec(expression)?.[1]
  const type = new RegExp(String.raw`\b${name}: ((?:\| )?"\w+"(?: \| "\w+")*)`).exec(code(source.text))?.[1]
  return name === undefined ? undefined : type?.match(/\w+/g)?.map(String)
}

/** Whether rows are filled with an organization: by name, or else where the file makes them; a row without is refused. */
const isFilled = (columns: ReadonlyArray<string>, { text }: SourceFile): boolean =>
  columns.includes("organization_id") || (columns.some(isHole) && /\borganization_id\b/.test(code(text)))

/** The sources of a query that only rows of a known organization come from. */
const bound = ({ equations, sources }: Query, isTenants: (source: Source) => boolean): ReadonlySet<Source> => {
  const found = new Set<Source>()
  const read = sources.filter((source) => source.filled === undefined)
  const [alone, ...others] = read.filter(isTenants)
  /** The source whose organization a side is; "known" where it comes from outside of the query. */
  const organizationOf = (side: string): Source | "known" | undefined => {
    if (isHole(side)) return "known"
    const [column = "", called] = side.split(".").toReversed()
    if (called === undefined) return column === "organization_id" && others.length === 0 ? alone : undefined
    const source = read.find((one) => one.called === called)
    if (source === undefined || !(isTenants(source) || source.table === tenant)) return "known"
    return column === (source.table === tenant ? "id" : "organization_id") ? source : undefined
  }
  const follow = ({ only, sides }: Equation) => {
    const [one, other] = sides.map(organizationOf)
    for (const [from, to] of [[one, other], [other, one]] as const) {
      if (from === undefined || to === undefined || to === "known") continue
      if ((from === "known" || found.has(from)) && (only === undefined || only === to)) found.add(to)
    }
  }
  // Each round can find what the one before made known.
  for (const _ of read) equations.forEach(follow)
  return found
}

/** Whether a query returns only whose rows there are, and nothing of the rows: it says which organizations to ask about. */
/** Files that make statements for a table that is given to them; the table's own conditions are in repositories. */
const makesStatements = /^packages\/sql\/src\/statements\//

const tellsOrganizationsAlone = ({ columns }: Query): boolean =>
  columns.length === 1 && columns[0]!.split(".").at(-1) === "organization_id"

const unbound = (
  statement: Statement,
  source: SourceFile,
  tables: ReadonlyArray<string>
): ReadonlyArray<Violation> => {
  const isTenants = ({ table }: Source) => {
    if (!isHole(table)) return tables.includes(table)
    const expression = hole(statement, table)
    // In prose, "from ${minimum}" is no table.
    const isSql = expression.startsWith("sql") || /\b(FROM|JOIN|UPDATE|INTO|USING)\b/.test(statement.own)
    return isSql && (tablesAt(expression, source) ?? tables).some((name) => tables.includes(name))
  }
  return queriesOf(statement.own).filter((query) => !tellsOrganizationsAlone(query)).flatMap((query) => {
    const restricted = bound(query, isTenants)
    return query.sources
      .filter(isTenants)
      .filter((one) => one.filled === undefined ? !restricted.has(one) : !isFilled(one.filled, source))
      .map(({ called, table }) => {
        const used = isHole(table) ? "a table" : table
        const prefix = called === table ? "" : `${called}.`
        return { path: statement.path, line: statement.line, message: `${used} is used without ${prefix}organization_id` }
      })
  })
}

const migration = file(
  "packages/sql/src/migrations/0001_foundation.ts",
  ["jobs", "stages"].map((name) => `\`CREATE TABLE ${name} (\n  organization_id uuid NOT NULL\n)\``).join(", ")
)

const statement = (text: string) => [migration, file("packages/sql/src/repositories/job/Jobs.ts", text)]

export const tenants: Rule = {
  name: "every statement on a tenant's table names organization_id",
  why: "no organization can reach another's rows, and the schema can be distributed by organization",
  check: (files) => {
    const made = files.filter(isMigration).flatMap(tablesOf).map((table) => table.name)
    const tables = made.filter((name) => name !== tenant && !untenanted.has(name))
    const sources = files.filter(isCode).filter((source) =>
      /^(packages|apps)\/\w+\/src\//.test(source.path) && !isTest(source.path) && !isMigration(source) && !makesStatements.test(source.path)
    )
    const all = sources.flatMap((source) => statementsOf(source).map((statement) => ({ source, statement })))
    const parts = all.map(({ statement }) => statement).filter((one) => one.name !== undefined && isPart(one))
    const whole = all.map(({ source, statement }) => ({ source, original: statement, ...expanded(statement, parts) }))
    const taken = new Set(whole.flatMap((one) => one.taken))
    return whole
      .filter(({ original }) => !taken.has(original))
      .flatMap(({ source, statement }) => unbound(statement, source, tables))
      .concat(sources.flatMap((source) =>
        matches(source, /\bsql\.unsafe\(/g, () => "sql.unsafe hides its statement from this rule")
      ))
  },
  planted: [
    { files: statement("sql`SELECT id FROM jobs WHERE id = ${id}`"), says: "jobs is used" },
    { files: statement("sql<{ id: string }>`UPDATE jobs SET title = ${title} WHERE id = ${id}`"), says: "jobs is" },
    { files: statement("sql`DELETE FROM jobs WHERE id = ${id}`"), says: "jobs is used" },
    { files: statement("sql`SELECT organization_id, title FROM jobs WHERE status = 'draft'`"), says: "jobs is used" },
    { files: statement("sql`SELECT count(*) FROM jobs WHERE status = 'draft'`"), says: "jobs is used" },
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
    { files: statement("sql`select * from jobs where id = ${id}`"), says: "jobs is used" },
    {
      files: statement("sql`SELECT j.organization_id, j.id FROM jobs j WHERE j.id = ${id}`"),
      says: "jobs is used without j."
    },
    {
      files: statement("sql`SELECT id FROM jobs, stages WHERE jobs.organization_id = ${id}`"),
      says: "stages is used"
    },
    {
      files: statement("sql`SELECT j.id FROM jobs j JOIN stages s ON s.organization_id = j.organization_id`"),
      says: "jobs is used"
    },
    {
      files: statement("sql`SELECT j.id FROM jobs j JOIN stages s USING (organization_id) WHERE j.id = ${id}`"),
      says: "stages is used"
    },
    {
      files: statement("sql`SELECT s.id FROM jobs j LEFT JOIN stages s ON j.organization_id = ${o}`"),
      says: "jobs is used"
    },
    {
      files: statement("sql`SELECT id FROM jobs WHERE id = ${id} OR title = ${t} AND organization_id = ${o}`"),
      says: "jobs is used"
    },
    {
      files: statement("sql`SELECT id FROM jobs WHERE organization_id = ${o} UNION SELECT id FROM stages`"),
      says: "stages is used"
    },
    {
      files: statement("sql`SELECT k.id FROM jobs k JOIN organizations o ON o.id = k.organization_id`"),
      says: "jobs is used"
    },
    {
      files: statement("sql`UPDATE jobs SET organization_id = ${o} WHERE id = ${id}`"),
      says: "jobs is used"
    },
    { files: statement("sql`INSERT INTO jobs (id) VALUES (${id}) RETURNING organization_id`"), says: "jobs is used" },
    {
      files: statement(
        "const detail = `j.id FROM jobs j`\nconst get = sql`SELECT ${sql.literal(detail)} WHERE j.id = ${id}`"
      ),
      says: "jobs is used without j."
    },
    { files: statement("sql.unsafe(`DELETE FROM jobs`)"), says: "sql.unsafe" }
  ]
}
