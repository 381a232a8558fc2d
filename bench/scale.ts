/**
 * Measures how Candor's answers slow down as an organization grows, with 1,000 others beside it.
 *
 *     bun run bench:growth [--sizes 10000,100000,1000000] [--large] [--requests 200] [--write]
 *
 * `--large` adds 10,000,000 applications. Each size has its own database and server; requests are sent one at a time,
 * to the sizes in turn.
 */
import { SQL } from "bun"
import { parseArgs } from "node:util"
import { progress } from "./Children.ts"
import { format, spread, table } from "./Figures.ts"
import * as Page from "./Page.ts"
import * as Postgres from "./Postgres.ts"
import { reads } from "./Reads.ts"
import * as Samples from "./Samples.ts"
import * as Servers from "./Servers.ts"
import * as World from "./World.ts"

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000,1000000" },
    large: { type: "boolean", default: false },
    requests: { type: "string", default: "200" },
    write: { type: "boolean", default: false }
  }
})
const sizes = [...options.sizes.split(",").map(Number), ...(options.large ? [10_000_000] : [])]
const count = Number(options.requests)

interface Setup {
  readonly size: number
  /** Functions that run an operation, by name. */
  readonly operations: ReadonlyMap<string, () => Promise<void>>
  readonly stop: () => Promise<void>
}

/** The join as one would first write it: it looks up every row before the page in every table, and then discards it. */
const naive = `
  SELECT a.id, a.created_at, c.full_name, c.primary_email, c.linkedin_url, s.name, s.order_index, j.title
  FROM applications a
  JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id
  JOIN stages s ON s.organization_id = a.organization_id AND s.job_id = a.job_id AND s.id = a.stage_id
  JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
  WHERE a.organization_id = $1
  ORDER BY a.created_at DESC, a.id DESC LIMIT 51 OFFSET $2`

const get = async ({ key, port }: Servers.Running, path: string): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}` }
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} is answered with ${response.status}: ${text}`)
  return text
}

const open = async (postgres: Postgres.Server, size: number): Promise<Setup> => {
  const world = await World.make(postgres, {
    applications: size,
    prospects: 10_000,
    events: size,
    others: 1000,
    each: 10
  })
  const server = await Servers.start(Servers.programs[0]!, world)
  const sql = new SQL(world.url, { max: 1 })
  const organization = world.organization_id
  // Helps the naive join: PostgreSQL's generic plan takes many times as long.
  await sql`SET plan_cache_mode = force_custom_plan`
  const sample = await Samples.find(sql, server, organization, size, count)
  const operations = new Map(
    reads.map(({ name, operation, path = () => operation }) =>
      [name, async () => void await get(server, path(sample))] as const
    )
  )
  operations.set("naive join at offset 100,000", async () => void await sql.unsafe(naive, [organization, sample.deep]))
  return {
    size,
    operations,
    stop: async () => {
      await sql.close()
      await server.stop()
      await world.drop()
    }
  }
}

/**
 * Returns the milliseconds of the operation at each size: for a number of runs, or for 5 s, the sizes in turn; NaN if
 * it fails.
 */
const measure = async (
  setups: ReadonlyArray<Setup>,
  operation: string
): Promise<ReadonlyArray<ReadonlyArray<number>>> => {
  const times = setups.map(() => [] as Array<number>)
  const failed = new Set<Setup>()
  const until = performance.now() + 5000 * setups.length
  for (let n = 0; n < count && (n < 3 || performance.now() < until); n++) {
    for (const [at, setup] of setups.entries()) {
      if (failed.has(setup)) continue
      const began = performance.now()
      try {
        await setup.operations.get(operation)!()
      } catch (error) {
        progress(String(error))
        failed.add(setup)
      }
      times[at]!.push(failed.has(setup) ? Number.NaN : performance.now() - began)
    }
  }
  return times
}

/** Returns the median in milliseconds at each size; undefined if the operation fails. */
const timed = async (setups: ReadonlyArray<Setup>, operation: string): Promise<ReadonlyArray<number | undefined>> => {
  const times = await measure(setups, operation)
  return times.map((values) => values.some(Number.isNaN) ? undefined : spread(values).median)
}

const shown = (median: number | undefined) => median === undefined ? "no answer" : format(median)

const postgres = await Postgres.start()
const setups: Array<Setup> = []
for (const size of sizes) setups.push(await open(postgres, size))

// Every operation runs before any is timed, so that code is compiled, statements are prepared, and the database's
// processes have mapped its pages.
const operations = [...setups[0]!.operations.keys()]
for (const operation of operations) {
  progress(`warming up: ${operation}`)
  await measure(setups, operation)
}
const rows: Array<ReadonlyArray<string>> = []
/** Reads that slow down by at most this factor are counted, not listed. */
const flat = 2
let flatReads = 0
for (const operation of operations) {
  const medians = await timed(setups, operation)
  const growth = medians.slice(1).map((median) =>
    median === undefined || medians[0] === undefined ? undefined : median / medians[0]
  )
  if (growth.every((times) => times !== undefined && times <= flat)) flatReads++
  else rows.push([
      operation,
      ...medians.map(shown),
      growth.at(-1) === undefined ? "" : `${growth.at(-1)!.toFixed(2)} ×`
    ])
  progress(`${operation}: ${medians.map(shown).join(", ")}`)
}
for (const setup of setups) await setup.stop()
await postgres.stop()

const names = sizes.map((size) => size.toLocaleString("en-US"))
const text = [
  `Medians of up to ${count} requests, one at a time, in milliseconds, and their growth from ${names[0]} to ` +
  `${names.at(-1)} applications. ${flatReads} further reads grow by a factor of ${flat} at most.`,
  table(["", ...names.map((name) => `${name}, ms`), "growth"], rows)
].join("\n\n")
if (options.write) await Page.put("scale", text)
console.log(text)
