/**
 * Checks before any measurement that all servers answer each kind of request with the same JSON, and write the same
 * data. Fields that only the first server has are excluded from the comparison, and reported.
 */
import { SQL } from "bun"
import { progress } from "./Children.ts"
import { counter, type Request, type Scenario } from "./Scenarios.ts"
import type { Running } from "./Servers.ts"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/**
 * Returns the differences of two values, one line for each path. Adds a field that only the first has to `leftOut`,
 * without indexes of lists.
 */
export const differences = (one: Json, other: Json, leftOut: Set<string>, path = "$"): ReadonlyArray<string> => {
  const compound = (value: Json) => typeof value === "object" && value !== null
  if (!compound(one) || !compound(other) || Array.isArray(one) !== Array.isArray(other)) {
    return one === other ? [] : [`${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`]
  }
  const left = new Map<string, Json>(Object.entries(one ?? {}))
  const right = new Map<string, Json>(Object.entries(other ?? {}))
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [a, b] = [left.get(key), right.get(key)]
    if (b === undefined && !Array.isArray(one)) {
      leftOut.add(`${path}.${key}`.replaceAll(/\.\d+(?=\.|$)/g, ""))
      return []
    }
    if (a === undefined || b === undefined) return [`${path}.${key} is only in one of them`]
    return differences(a, b, leftOut, `${path}.${key}`)
  })
}

const without = (text: string, fields: ReadonlyArray<string>): Json =>
  JSON.parse(text, (key, value) => fields.includes(key) ? "(now)" : value)

const ask = async ({ key: own, port, title }: Running, { body, key = own, method, path }: Request) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: body.replace(counter, "0000000001") })
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${title} answers ${method} ${path} with ${response.status}: ${text}`)
  return text
}

/** Restores the state before a write, and deletes its events. */
export const reset = async (url: string, scenario: Scenario): Promise<void> => {
  const sql = new SQL(url, { max: 1 })
  for (const statement of scenario.reset) await execute(sql, statement)
  await sql.close()
}

/** Executes a statement; retries after a deadlock with a server that still sequences events (deadlock_detected). */
const execute = async (sql: SQL, statement: string): Promise<void> => {
  for (;;) {
    try {
      return void await sql.unsafe(statement)
    } catch (error) {
      if (!(error instanceof SQL.PostgresError) || error.errno !== "40P01") throw error
    }
  }
}

/** The number of requests that are compared, from the start of each scenario. */
const compared = 3

/** Returns the server's answers to the first requests of the scenario, and the number of events that they made. */
const trial = async (server: Running, scenario: Scenario) => {
  await reset(server.url, scenario)
  const sql = new SQL(server.url, { max: 1 })
  // Sets a value that the writes of this and the previous server do not use, so that each write is a change.
  await sql`UPDATE candidates SET university = 'Elsewhere' WHERE university LIKE 'University 0%'`
  await sql`UPDATE notes SET body = 'Nothing yet.' WHERE body LIKE '%call 0%'`
  const texts: Array<string> = []
  for (const request of scenario.requests.slice(0, compared)) texts.push(await ask(server, request))
  const [{ events }] = await sql`SELECT count(*)::int AS events FROM events`
  await sql.close()
  return { bytes: texts[0]!.length, value: { answers: texts.map((text) => without(text, scenario.timed)), events } }
}

/** Returns the bytes of each scenario's answer if all servers agree. Fails with the differences otherwise. */
export const check = async (
  servers: ReadonlyArray<Running>,
  scenarios: ReadonlyArray<Scenario>
): Promise<ReadonlyMap<string, number>> => {
  const bytes = new Map<string, number>()
  const leftOut = new Set<string>()
  for (const scenario of scenarios) {
    const same = scenarios.find(({ sequence }) => sequence !== undefined && sequence === scenario.sequence)
    // The same requests, with another number of connections.
    if (same !== undefined && bytes.has(same.name)) {
      bytes.set(scenario.name, bytes.get(same.name)!)
      continue
    }
    const [reference, ...others] = servers
    const expected = await trial(reference!, scenario)
    for (const server of others) {
      const found = differences(expected.value, (await trial(server, scenario)).value, leftOut)
      if (found.length > 0) {
        const both = `${reference!.title} and ${server.title}`
        throw new Error(`${both} differ in ${scenario.title}:\n${found.slice(0, 20).join("\n")}`)
      }
    }
    for (const { url } of servers) await reset(url, scenario)
    bytes.set(scenario.name, expected.bytes)
  }
  if (leftOut.size > 0)
    progress(`Not compared, as ${servers[0]!.title} alone answers with it: ${[...leftOut].join(", ")}`)
  return bytes
}
