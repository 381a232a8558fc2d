/** Parses SQL statements with PostgreSQL's own parser. */
import { loadModule, type Node, parseSync } from "libpg-query"

await loadModule()

type Tag = Node extends infer Each ? Each extends Each ? keyof Each : never : never
type Of<K extends Tag> = Extract<Node, Readonly<Record<K, unknown>>>[K]

/** Returns the parse trees of the statements in a text. */
export const parse = (sql: string): ReadonlyArray<Node> =>
  (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => stmt === undefined ? [] : [stmt])

/** Returns the content of a node if it is of this kind. */
export const as = <K extends Tag>(node: Node | undefined, tag: K): Of<K> | undefined =>
  (node as Partial<Readonly<Record<Tag, unknown>>> | undefined)?.[tag] as Of<K> | undefined

/** Returns the texts of string nodes. */
export const strings = (nodes: ReadonlyArray<Node> | undefined): ReadonlyArray<string> =>
  (nodes ?? []).flatMap((node) => as(node, "String")?.sval ?? [])

/** Returns the fields of a column reference; `*` is a field too. */
export const fields = (node: Node | undefined): ReadonlyArray<string> =>
  (as(node, "ColumnRef")?.fields ?? []).map((field) => as(field, "String")?.sval ?? "*")

/** Returns an expression without the casts around it, which do not matter here. */
export const uncast = (node: Node | undefined): Node | undefined => {
  const arg = as(node, "TypeCast")?.arg
  return arg === undefined ? node : uncast(arg)
}

/** Visits all objects of a tree, but not those inside of one for which `visit` returns true. */
export const walk = (tree: unknown, visit: (key: string, value: object) => boolean): void => {
  if (typeof tree !== "object" || tree === null) return
  // Object.entries would take twice as long, and the trees of all statements have millions of objects.
  for (const key in tree) {
    const value = (tree as Readonly<Record<string, unknown>>)[key]
    if (typeof value === "object" && value !== null && !visit(key, value)) walk(value, visit)
  }
}

/** Returns whether a node is a query or a change of rows. */
export const isStatement = (node: object): node is Node =>
  "SelectStmt" in node || "InsertStmt" in node || "UpdateStmt" in node || "DeleteStmt" in node || "MergeStmt" in node

/** Returns the outermost statements inside of a tree. */
export const statementsIn = (tree: unknown): ReadonlyArray<Node> => {
  if (typeof tree === "object" && tree !== null && isStatement(tree)) return [tree]
  const found: Array<Node> = []
  walk(tree, (_, value) => isStatement(value) && found.push(value) > 0)
  return found
}

/** Returns the tables and aliases that are used as tables, without those that only a row lock names. */
export const relationsIn = (tree: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  walk({ tree }, (key, value) => {
    if ("relname" in value && typeof value.relname === "string") found.push(value.relname)
    return key === "lockedRels"
  })
  return found
}

/** Returns whether an expression names a column, at any depth. */
export const mentions = (tree: unknown, column: string): boolean => {
  let found = false
  walk({ tree }, (key, value) => {
    found ||= key === "ColumnRef" && fields({ ColumnRef: value }).at(-1) === column
    return found
  })
  return found
}

/** Returns whether a tree has a node of this kind, at any depth. */
export const mentionsTag = (tree: unknown, tag: string): boolean => {
  let found = false
  walk({ tree }, (key) => {
    found ||= key === tag
    return found
  })
  return found
}
