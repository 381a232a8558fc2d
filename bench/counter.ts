/**
 * What it would cost to number events by a counter row of their organization, in the transaction that writes them, in place of the
 * sequencer (decision 0013): writes a second of 12 sessions, to one organization and to a thousand, of one row and of eight.
 *
 *     bun bench/counter.ts [--seconds 5] [--rounds 3]
 *
 * A write with the sequencer is over when its events have numbers, so the time to number what is left counts too.
 */
import * as Database from "@candor/sql/database/Database"
import { Sequencer } from "@candor/sql/sequencing/Sequencer"
import { SQL } from "bun"
import { Effect, Layer, Logger, Redacted } from "effect"
import { parseArgs } from "node:util"
import { progress } from "./Children.ts"
import { format, formatSpread, spread, table } from "./Figures.ts"
import * as Postgres from "./Postgres.ts"
import * as Usage from "./Usage.ts"
import * as World from "./World.ts"

const { values: options } = parseArgs({
  options: { seconds: { type: "string", default: "5" }, rounds: { type: "string", default: "3" } }
})
const seconds = Number(options.seconds)

const sessions = 12

/** Changes candidates and stores an event of each; `number` and `counter` give it its place in the organization's sequence. */
const statement = (counter: string, number: string, joined: string) => `
  WITH ${counter} saved AS (
    UPDATE candidates c SET university = md5(random()::text), version = version + 1
    FROM unnest($1::uuid[], $2::uuid[]) x (organization_id, id)
    WHERE c.organization_id = x.organization_id AND c.id = x.id
    RETURNING c.*
  )
  INSERT INTO events (organization_id, id, type, subject_id, data, request_id, occurred_at, sequence)
  SELECT s.organization_id, gen_random_uuid(), 'candidate.updated', s.id, jsonb_build_object('university', s.university), 'bench', now(), ${number}
  FROM (SELECT *, row_number() OVER (PARTITION BY organization_id) AS place FROM saved) s ${joined}`

// Rows of counters are locked in one order, so that no two statements wait for each other.
const counted = statement(
  `locked AS MATERIALIZED (
    SELECT k.organization_id, (SELECT count(*) FROM unnest($1::uuid[]) o WHERE o = k.organization_id) AS more
    FROM organization_counters k WHERE k.organization_id = ANY ($1::uuid[]) ORDER BY k.organization_id FOR NO KEY UPDATE
  ), numbered AS (
    UPDATE organization_counters k SET n = k.n + locked.more FROM locked WHERE k.organization_id = locked.organization_id
    RETURNING k.organization_id, k.n - locked.more AS before
  ),`,
  "numbered.before + s.place",
  "JOIN numbered USING (organization_id)"
)
const uncounted = statement("", "NULL", "")

const postgres = await Postgres.start()
const world = await World.make(postgres, { applications: 2000, prospects: 10, events: 0, others: 1000, each: 12 })
const sql = new SQL(world.url, { max: sessions })
await sql.unsafe("CREATE TABLE organization_counters AS SELECT id AS organization_id, 0::bigint AS n FROM organizations")
await sql.unsafe("ALTER TABLE organization_counters ADD PRIMARY KEY (organization_id)")
const candidates: ReadonlyArray<{ readonly organization_id: string; readonly id: string; readonly is_one: boolean }> = await sql.unsafe(
  "SELECT organization_id, id, organization_id = $1 AS is_one FROM candidates ORDER BY md5(id::text)",
  [world.organization_id]
)

/** Gives waiting events their numbers, again and again until `isOver`, and then until none waits. */
const sequencing = (isOver: () => boolean) =>
  Effect.gen(function*() {
    const { sequenceAll } = yield* Sequencer
    while (!isOver()) {
      yield* sequenceAll
      yield* Effect.sleep("1 second")
    }
    while (yield* sequenceAll) yield* Effect.sleep("10 millis")
  }).pipe(
    Effect.provide(Sequencer.layer.pipe(Layer.provide(Database.server({ url: Redacted.make(world.url) })))),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  )

/** Writes a second, and processor time of the database a write in microseconds. */
const measure = async (isCounted: boolean, isOne: boolean, size: number) => {
  await sql.unsafe("TRUNCATE events, event_heads CASCADE")
  await sql.unsafe("VACUUM candidates, organization_counters")
  await sql.unsafe("UPDATE organization_counters SET n = 0")
  const own = candidates.filter(({ is_one }) => is_one === isOne)
  const began = performance.now()
  const used = postgres.pid === undefined ? 0 : Usage.treeMicros(postgres.pid)
  const isOver = () => performance.now() - began > seconds * 1000
  const numbered = isCounted ? undefined : sequencing(isOver)
  let writes = 0
  await Promise.all(Array.from({ length: sessions }, async (_, session) => {
    const rows = own.filter((_, at) => at % sessions === session)
    for (let at = 0; !isOver(); at = (at + size) % (rows.length - size)) {
      const some = rows.slice(at, at + size)
      const ids = (values: ReadonlyArray<string>) => `{${values.join(",")}}`
      await sql.unsafe(isCounted ? counted : uncounted, [ids(some.map((row) => row.organization_id)), ids(some.map(({ id }) => id))])
      writes += size
    }
  }))
  await numbered
  const took = (performance.now() - began) / 1000
  const cpu = postgres.pid === undefined ? Number.NaN : (Usage.treeMicros(postgres.pid) - used) / writes
  return { perSecond: writes / took, cpu }
}

const rows: Array<ReadonlyArray<string>> = []
for (const isOne of [true, false]) {
  for (const size of [1, 8]) {
    const measured = { sequencer: [] as Array<{ perSecond: number; cpu: number }>, counter: [] as Array<{ perSecond: number; cpu: number }> }
    for (let round = 1; round <= Number(options.rounds); round++) {
      progress(`${isOne ? "one organization" : "a thousand"}, ${size} rows a statement, round ${round}`)
      for (const name of round % 2 === 0 ? ["counter", "sequencer"] as const : ["sequencer", "counter"] as const) {
        measured[name].push(await measure(name === "counter", isOne, size))
      }
    }
    const of = (name: keyof typeof measured, what: "perSecond" | "cpu") => formatSpread(spread(measured[name].map((one) => one[what])))
    const ratio = measured.counter.map(({ perSecond }, at) => perSecond / measured.sequencer[at]!.perSecond)
    rows.push([
      `${isOne ? "one organization" : "a thousand"}, ${size} a statement`,
      of("sequencer", "perSecond"), of("counter", "perSecond"), format(spread(ratio).median),
      of("sequencer", "cpu"), of("counter", "cpu")
    ])
  }
}
console.log(table(["writes", "now, writes/s", "counter, writes/s", "counter ÷ now", "now, CPU µs a write", "counter, CPU µs"], rows))
await sql.close()
await world.drop()
await postgres.stop()
