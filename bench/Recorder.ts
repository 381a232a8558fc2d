/**
 * The statements that Candor sends for one request, taken from what it sends: each kind of request is sent once through a
 * proxy, and the parameters that depend on the request are distinguished from constant ones.
 */
import { SQL } from "bun"
import { mkdtempSync } from "node:fs"
import { hash } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { progress, temporary } from "./Children.ts"
import { counter, type Request, type Scenario } from "./Scenarios.ts"
import * as Servers from "./Servers.ts"
import { type Sent, type Value, proxy } from "./Wire.ts"
import type { Copy, World } from "./World.ts"

/** Where a value of a parameter comes from. */
export type Source =
  | { readonly from: "constant"; readonly value: unknown }
  /** SHA-256 of the key, as hexadecimal text or as bytes; the organization that the key names. */
  | { readonly from: "hash" | "hashBytes" | "organization" }
  /** An id in the path. */
  | { readonly from: "path"; readonly index: number }
  | { readonly from: "body"; readonly field: string }
  /** A value in the first row of an earlier statement; `plus` is added to it. */
  | { readonly from: "row"; readonly statement: number; readonly path: ReadonlyArray<string>; readonly plus: number }
  | { readonly from: "newId" | "now" }
  | { readonly from: "list"; readonly items: ReadonlyArray<Source> }
  | { readonly from: "object"; readonly fields: Readonly<Record<string, Source>> }

export interface Statement {
  readonly text: string
  readonly parameters: ReadonlyArray<Source>
  /** Settings of the session that are not the database's own. */
  readonly settings: Readonly<Record<string, string>>
}

/** Statements by the kind of request. */
export type Statements = Readonly<Record<string, ReadonlyArray<Statement>>>

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The same for all requests that differ in ids and bodies only. */
export const kindOf = ({ method, path }: Request): string => `${method} ${path.replaceAll(uuids, ":id")}`

/** A version that nothing else in a statement is taken for. */
const version = 471_147

const isOneOf = "id IN (SELECT x::uuid FROM jsonb_array_elements_text($1::text::jsonb) x)"

/** Gives the rows that are going to be changed that version. */
const mark = async (url: string, requests: ReadonlyArray<Request>): Promise<void> => {
  const sql = new SQL(url, { max: 1 })
  const ids = JSON.stringify(requests.flatMap(({ path }) => path.match(uuids) ?? []))
  for (const table of ["candidates", "notes", "prospects"]) {
    await sql.unsafe(`UPDATE ${table} SET version = ${version} WHERE ${isOneOf}`, [ids])
  }
  // Only who is on the list can be taken off it.
  const listed = requests.filter(({ method }) => method === "DELETE").flatMap(({ path }) => path.match(uuids) ?? [])
  await sql.unsafe(`UPDATE prospects SET status = 'shortlisted' WHERE ${isOneOf}`, [JSON.stringify(listed)])
  await sql.close()
}

type Row = Readonly<Record<string, unknown>>

/** A value in a row that a statement returned, with its path in the JSON of the columns. */
interface Cell {
  readonly statement: number
  readonly path: ReadonlyArray<string>
  readonly value: unknown
}

/** Every value in a row and in the JSON of its columns, with dates as their text. */
const cellsIn = (statement: number, value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<Cell> =>
  value instanceof Date
    ? [{ statement, path, value: value.toISOString() }]
    : typeof value !== "object" || value === null || value instanceof Uint8Array
    ? [{ statement, path, value }]
    : Object.entries(value).flatMap(([name, one]) => cellsIn(statement, one, [...path, name]))

/** The known values of the request that was sent. */
interface Known {
  readonly hash: string
  readonly organization: string
  readonly path: ReadonlyArray<string>
  readonly body: Row
  readonly cells: ReadonlyArray<Cell>
}

const isId = (value: unknown) => typeof value === "string" && value.length === 36 && value.search(uuids) === 0
const isTime = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

const sourceOf = (known: Known, value: unknown, name?: string): Source => {
  const row = (cell: Cell | undefined, plus = 0): Source | undefined =>
    cell && { from: "row", statement: cell.statement, path: cell.path, plus }
  if (Array.isArray(value)) return { from: "list", items: value.map((item) => sourceOf(known, item)) }
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([field, one]) => [field, sourceOf(known, one, field)] as const)
    return { from: "object", fields: Object.fromEntries(fields) }
  }
  if (value === known.hash) return { from: "hash" }
  if (value === known.organization) return { from: "organization" }
  if (name !== undefined && known.body[name] === value) return { from: "body", field: name }
  // Of a note the body says `note`, where its row says `body`.
  const field = typeof value === "string" ? Object.keys(known.body).find((field) => known.body[field] === value) : undefined
  if (field !== undefined) return { from: "body", field }
  const index = known.path.indexOf(value as string)
  if (index >= 0) return { from: "path", index }
  const { cells } = known
  if (value === version) return row(cells.find((cell) => cell.value === version))!
  if (value === version + 1) return row(cells.find((cell) => cell.value === version), 1)!
  const isNamed = (cell: Cell) => name !== undefined && cell.path.at(-1) === name && cell.value === value
  return row(cells.find(isNamed) ?? (isId(value) ? cells.find((cell) => cell.value === value) : undefined)) ??
    (isId(value) ? { from: "newId" } : isTime(value) ? { from: "now" } : { from: "constant", value })
}

const parameterOf = (known: Known, value: Value): Source =>
  value === null || typeof value !== "object"
    ? sourceOf(known, value)
    : "json" in value
    ? sourceOf(known, JSON.parse(value.json))
    : value.bytes === known.hash
    ? { from: "hashBytes" }
    : { from: "constant", value: value.bytes }

/** A parameter as the driver of the floor takes it. */
const given = (value: Value): unknown =>
  value === null || typeof value !== "object" ? value : "json" in value ? JSON.parse(value.json) : Buffer.from(value.bytes, "hex")

const organizationOf = (key: string) => key.slice(7, 39).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

/** Finds where the parameters come from, running the statements that only read once more for their rows. */
const statementsOf = async (sql: SQL, { body = "{}", key, path }: Request, sent: ReadonlyArray<Sent>): Promise<ReadonlyArray<Statement>> => {
  const cells: Array<Cell> = []
  const known: Known = {
    hash: hash("sha256", key!),
    organization: organizationOf(key!),
    path: path.match(uuids) ?? [],
    body: JSON.parse(body),
    cells
  }
  const statements: Array<Statement> = []
  for (const [at, { settings, text, values }] of sent.entries()) {
    const { synchronous_commit } = settings
    statements.push({
      text,
      parameters: values.map((value) => parameterOf(known, value)),
      settings: synchronous_commit === undefined ? {} : { synchronous_commit }
    })
    if (at === sent.length - 1) break
    const [row] = await sql.unsafe(text, values.map(given))
    cells.push(...cellsIn(at, row))
  }
  return statements
}

const ask = async (server: Servers.Running, { body, key, method, path }: Request): Promise<void> => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "x-request-id": "bench", ...(body && { "content-type": "application/json" }) },
    ...(body && { body })
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path} is answered with ${response.status}: ${text}`)
}

/** A request of each kind, each about another row. */
const oneOfEach = (scenarios: ReadonlyArray<Scenario>, other: string): ReadonlyMap<string, Request> => {
  const kinds = new Map<string, Array<Request>>()
  for (const request of [{ method: "GET" as const, path: Servers.probe }, ...scenarios.flatMap(({ requests }) => requests)]) {
    const kind = kindOf(request)
    const known = kinds.get(kind)
    if (known === undefined) kinds.set(kind, [request])
    else known.push(request)
  }
  return new Map([...kinds].map(([kind, requests], at) => {
    const { body, key = other, ...request } = requests[at % requests.length]!
    return [kind, { ...request, key, ...(body && { body: body.replace(counter, "0000000000") }) }]
  }))
}

/** Waits until the server has sequenced all events: from then on its work in the background does not name an organization. */
const allSequenced = async ({ url }: Copy): Promise<void> => {
  const sql = new SQL(url, { max: 1 })
  const isWaiting = async () => (await sql`SELECT 1 FROM events WHERE sequence IS NULL LIMIT 1`).length > 0
  const until = performance.now() + 10_000
  while (await isWaiting()) {
    if (performance.now() > until) throw new Error("Candor has not sequenced all events within 10 s")
    await Bun.sleep(20)
  }
  await sql.close()
}

/** Records a part's kinds of requests on a copy of its rows; returns the file with them. */
export const record = async (
  programs: ReadonlyArray<Servers.Program>,
  world: World,
  scenarios: ReadonlyArray<Scenario>
): Promise<string> => {
  const requests = oneOfEach(scenarios, world.key)
  await mark(world.url, [...requests.values()])
  const copy = await world.copy()
  const listening = proxy(copy.url)
  const url = new URL(copy.url)
  url.host = `127.0.0.1:${listening.port}`
  const candor = programs.find(({ name }) => name === "candor") ?? Servers.programs[0]!
  const [server] = await Servers.start(candor, { key: world.key, url: url.href })
  await allSequenced(copy)
  const sql = new SQL(world.url, { max: 1 })
  const statements: Record<string, ReadonlyArray<Statement>> = {}
  for (const [kind, request] of requests) {
    listening.take()
    await ask(server, request)
    const names = (text: string) => ({ values }: Sent) => JSON.stringify(values).includes(text)
    const isAdmission = names(hash("sha256", request.key!))
    // What runs in the background names other things, or only the organization.
    const isOfRequest = names(request.path.match(uuids)?.at(-1) ?? organizationOf(request.key!))
    const sent = listening.take()
    const others = sent.filter((one) => !isAdmission(one) && isOfRequest(one))
    // The first of them may have been sent before the admission (decision 0018).
    statements[kind] = await statementsOf(sql, request, [...sent.filter(isAdmission), ...others])
  }
  await sql`UPDATE prospects SET status = 'discovered' WHERE status <> 'discovered'`
  await sql.close()
  await server.stop()
  listening.stop()
  await copy.drop()
  const file = join(temporary(mkdtempSync(join(tmpdir(), "candor-bench-statements-"))), "statements.json")
  await Bun.write(file, JSON.stringify(statements, null, 2))
  progress(`Candor's statements: ${Object.entries(statements).map(([kind, all]) => `${all.length} for ${kind}`).join(", ")}`)
  return file
}
