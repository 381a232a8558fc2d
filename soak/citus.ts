/**
 * Checks that a Citus cluster takes every statement: calls every method of every port on it, and then plans and runs
 * each statement for each kind of viewer, with made-up values, in a transaction that is rolled back.
 *
 * `TEST_CITUS_URL=postgres://…/postgres bun soak/citus.ts`, with a database of a coordinator that knows its workers.
 * Takes two minutes if `citus.shard_count` is 4 on the coordinator.
 */
import { writtenFor } from "@candor/sql/database/Seen"
import { SQL } from "bun"
import * as CitusDatabases from "../packages/sql/test/CitusDatabases.ts"
import * as EveryStatement from "../packages/sql/test/EveryStatement.ts"
import { kinds, parametersOf } from "../packages/sql/test/Kinds.ts"
import type { Statement } from "../packages/sql/test/Recorder.ts"

const { coordinator } = CitusDatabases
if (coordinator === undefined) throw new Error("TEST_CITUS_URL is not set: the URL of a database on a coordinator")

const id = "'00000000-0000-7000-8000-000000000001'"
const values: Readonly<Record<string, string>> = {
  bigint: "1",
  boolean: "true",
  bytea: "''",
  date: "'2026-01-01'",
  "double precision": "1",
  integer: "1",
  numeric: "1",
  smallint: "1",
  "timestamp with time zone": "'2026-01-01'",
  uuid: id
}

/** Returns a value of a type that the statement takes as its parameter `$n`. */
const valueOf = (text: string, type: string, n: number): string => {
  const isUsed = (pattern: string) => new RegExp(pattern.replace("$n", `\\$${n}(?!\\d)`)).test(text)
  if (type === "uuid[]") return `ARRAY[${id}]::uuid[]`
  if (type.endsWith("[]")) return `'{}'::${type}`
  if (type === "jsonb") return isUsed("populate_record\\(NULL::\\w+, $n") ? "'{}'" : "'[]'"
  if (isUsed("$n::(text::)?json")) return "'[]'"
  if (isUsed("$n::text::date")) return "'2026-01-01'"
  if (isUsed("'lock_timeout', $n")) return "'1s'"
  return `${values[type] ?? "'aa'"}::${type}`
}

const written = ({ isOfAll, marked, sql }: Statement): ReadonlyArray<string> =>
  marked === sql || isOfAll
    ? [sql]
    : [sql, ...kinds.map((kind) => writtenFor(marked, parametersOf(marked), kind).text)]

/** PostgreSQL's class of broken constraints, and its code of a null in the column by which a table is distributed. */
const isOfValues = (code: unknown): boolean => /^23|^22004$/.test(String(code))

/** Matches a plan in which a worker makes the transaction ids of events. The feed follows the coordinator's. */
const isOfWorker = /Node: host=(?!localhost )\S+ port=\d+ (?:(?!Node:|Distributed Subplan)[\s\S])*pg_current_xact_id/

/** Runs a statement; returns why it was refused. */
const refusal = async (database: SQL, text: string): Promise<string | undefined> => {
  const run = (statement: string) => database.unsafe(statement).simple()
  try {
    await run(`PREPARE one AS ${text}`)
    const [{ types }] = await run(
      "SELECT array_to_json(parameter_types::text[])::text AS types FROM pg_prepared_statements WHERE name = 'one'"
    )
    const parameters = (JSON.parse(types) as ReadonlyArray<string>).map((type, nth) => valueOf(text, type, nth + 1))
    const call = `EXECUTE one${parameters.length === 0 ? "" : `(${parameters.join(", ")})`}`
    if (text.includes("INSERT INTO events")) {
      const plan: ReadonlyArray<Record<"QUERY PLAN", string>> = await run(`EXPLAIN (VERBOSE) ${call}`)
      const lines = plan.map((line) => line["QUERY PLAN"]).join("\n")
      if (isOfWorker.test(lines)) return "stores events with a transaction id of a worker"
    }
    await run(`BEGIN; ${call}`)
    return undefined
  } catch (error) {
    const { errno, message } = error as { readonly errno?: string; readonly message: string }
    return isOfValues(errno) ? undefined : message
  } finally {
    await run("ROLLBACK")
    await run("DEALLOCATE ALL")
  }
}

console.log("Calling every method …")
const { distributed } = await EveryStatement.all()
const texts = new Map(distributed.flatMap((statement) => written(statement).map((text) => [text, statement.method])))
const rowStatements = [...texts].filter(([text]) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(text))
console.log(`Running ${rowStatements.length} statements …`)
const { close, url } = await CitusDatabases.open(coordinator)
const database = new SQL(url, { max: 1 })
let refused = 0
for (const [text, method] of rowStatements) {
  const why = await refusal(database, text)
  if (why === undefined) continue
  refused++
  console.log(`${method}: ${why}\n  ${text.replace(/\s+/g, " ")}`)
}
await database.close()
await close()
console.log(refused === 0 ? "The cluster takes every statement." : `${refused} statements were refused.`)
process.exit(refused === 0 ? 0 : 1)
