/** Keys, unique constraints and references of tenants' tables begin with organization_id. */
import type { Constraint, Node } from "libpg-query"
import { as, strings } from "./ParseTree.ts"
import type { StatementRule } from "./StatementRule.ts"
import { isTenants, tenant } from "./Tables.ts"

const organization = "organization_id"

const kinds: Readonly<Record<string, string>> = {
  CONSTR_PRIMARY: "PRIMARY KEY",
  CONSTR_UNIQUE: "UNIQUE",
  CONSTR_FOREIGN: "FOREIGN KEY"
}

const first = (names: ReadonlyArray<Node> | undefined, what: string): ReadonlyArray<string> => {
  const [name] = strings(names)
  return name === undefined || name === organization ? [] : [`${what} begins with ${name}, not with ${organization}`]
}

/** Returns what is wrong with a constraint on several columns. */
const constraint = ({ contype, fk_attrs, keys, pk_attrs, pktable }: Constraint): ReadonlyArray<string> => [
  ...first(keys, kinds[String(contype)] ?? "a constraint"),
  ...first(fk_attrs, "FOREIGN KEY"),
  ...pktable?.relname === tenant ? [] : first(pk_attrs, "REFERENCES")
]

/** Returns what is wrong with a column: a constraint in its definition covers only this column. */
const column = (node: Node | undefined): ReadonlyArray<string> => {
  const { colname, constraints = [] } = as(node, "ColumnDef") ?? {}
  return constraints.flatMap((each) => {
    const { contype, pktable } = as(each, "Constraint") ?? {}
    const kind = pktable?.relname === tenant ? undefined : kinds[String(contype)]
    return kind === undefined ? [] : [`${colname} has a ${kind} of its own`]
  })
}

const table = (elements: ReadonlyArray<Node>): ReadonlyArray<string> => {
  const own = elements.map((element) => as(element, "ColumnDef")).find((column) => column?.colname === organization)
  const isRequired = own?.constraints?.some((each) => as(each, "Constraint")?.contype === "CONSTR_NOTNULL")
  const isUuid = strings(own?.typeName?.names).at(-1) === "uuid"
  return [
    ...isUuid && isRequired ? [] : [`there is no ${organization} uuid NOT NULL`],
    ...elements.some((element) => as(element, "Constraint")?.contype === "CONSTR_PRIMARY")
      ? []
      : ["there is no PRIMARY KEY list"],
    ...elements.flatMap(column),
    ...elements.flatMap((element) => constraint(as(element, "Constraint") ?? {}))
  ]
}

/** Returns the table that a statement creates or changes, and what is wrong with it. */
const changed = (statement: Node): readonly [table: string | undefined, wrong: ReadonlyArray<string>] => {
  const made = as(statement, "CreateStmt")
  if (made !== undefined) return [made.relation?.relname, table(made.tableElts ?? [])]
  const index = as(statement, "IndexStmt")
  if (index?.unique) {
    const { expr, name } = as(index.indexParams?.[0], "IndexElem") ?? {}
    return [
      index.relation?.relname,
      first([{ String: { sval: expr === undefined ? name ?? "" : "an expression" } }], "UNIQUE INDEX")
    ]
  }
  const altered = as(statement, "AlterTableStmt")
  const added = (altered?.cmds ?? []).map((command) => as(command, "AlterTableCmd")?.def)
  return [
    altered?.relation?.relname,
    added.flatMap((def) => [...column(def), ...constraint(as(def, "Constraint") ?? {})])
  ]
}

const sound = "organization_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (organization_id, id)"

export const keys: StatementRule = {
  name: "keys and references begin with organization_id",
  why: "a row can refer only to rows of its own organization, and the schema can be distributed by it",
  check: (statement) => {
    const [name, wrong] = changed(statement)
    return isTenants(name) ? wrong.map((message) => `${name}: ${message}`) : []
  },
  planted: [
    ["CREATE TABLE planted (id uuid NOT NULL, PRIMARY KEY (organization_id, id))", "no organization_id uuid NOT NULL"],
    ["CREATE TABLE planted (organization_id uuid, PRIMARY KEY (organization_id))", "no organization_id uuid NOT NULL"],
    ["CREATE TABLE planted (organization_id uuid NOT NULL, id uuid PRIMARY KEY)", "no PRIMARY KEY list"],
    ["CREATE TABLE planted (organization_id uuid NOT NULL, id uuid, PRIMARY KEY (id))", "PRIMARY KEY begins with id"],
    [`CREATE TABLE planted (${sound}, email text UNIQUE)`, "email has a UNIQUE"],
    [`CREATE TABLE planted (${sound}, job_id uuid REFERENCES jobs (id))`, "job_id has a FOREIGN KEY"],
    [`CREATE TABLE planted (${sound}, CONSTRAINT once UNIQUE (email))`, "UNIQUE begins with email"],
    [`CREATE TABLE planted (${sound}, FOREIGN KEY (job_id) REFERENCES jobs (id))`, "FOREIGN KEY begins with job_id"],
    [
      `CREATE TABLE planted (${sound}, FOREIGN KEY (organization_id, job_id) REFERENCES jobs (id, organization_id))`,
      "REFERENCES begins with id"
    ],
    ["CREATE UNIQUE INDEX users_email ON users (email)", "UNIQUE INDEX begins with email"],
    ["CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS users_email ON users (lower(email))", "begins with an expression"],
    ["ALTER TABLE users ADD CONSTRAINT once UNIQUE (email)", "UNIQUE begins with email"],
    ["ALTER TABLE users ADD COLUMN email text UNIQUE", "email has a UNIQUE"]
  ],
  kept: [
    `CREATE TABLE planted (${sound}, FOREIGN KEY (organization_id) REFERENCES organizations (id))`,
    "CREATE UNIQUE INDEX users_email ON users (organization_id, lower(email))",
    "CREATE INDEX events_waiting ON events (id)"
  ]
}
