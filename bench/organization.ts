/**
 * Measures the cost of the reads and writes of an organization with 250,000 candidates beside 500 others, and of one
 * with a hundredth of that: as its administrator, as limited members of the teams of 3 and of 150 jobs, and as a member
 * who may not see confidential jobs.
 *
 *     bun run bench:scale [--candidates 2500,250000] [--others 500] [--only regular expression] [--write] [--keep file]
 *
 * It takes a quarter of an hour with `--candidates 500,50000 --others 50`, most of it for the rows. `--keep` leaves the
 * databases on the server at `BENCH_DATABASE_URL`, and reuses those that the file of an earlier run lists. Buffers are
 * the blocks that PostgreSQL reads for a request (pg_stat_statements), cached or not.
 */
import { SQL } from "bun"
import { parseArgs } from "node:util"
import { progress } from "./Children.ts"
import { format, spread, table } from "./Figures.ts"
import { make, type Member, members, type Organization } from "./large/Fill.ts"
import { find, findChanged, isFor, type Operation, reads, unmeasured, writes } from "./large/Operations.ts"
import * as Page from "./Page.ts"
import * as Postgres from "./Postgres.ts"
import * as Servers from "./Servers.ts"

const { values: options } = parseArgs({
  options: {
    candidates: { type: "string", default: "2500,250000" },
    others: { type: "string", default: "500" },
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
    keep: { type: "string" }
  }
})

/** PostgreSQL plans a prepared statement for its values five times, and may then switch to a generic plan. */
const requests = 10

interface Cost {
  readonly status: string
  readonly ms: number
  readonly statements: number
  readonly buffers: number
}

/** Sends requests, and adds up their cost in the database. */
const measured = async (stats: SQL, database: string, perform: () => Promise<ReadonlyArray<number>>): Promise<Cost> => {
  await stats`SELECT pg_stat_statements_reset(0, (SELECT oid FROM pg_database WHERE datname = ${database}), 0)`
  const statuses = await perform()
  const [{ buffers, calls, ms }] = await stats`
    SELECT sum(calls)::float8 AS calls, sum(shared_blks_hit + shared_blks_read)::float8 AS buffers, sum(total_exec_time) AS ms
    FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = ${database})`
  const [count, status] = [statuses.length, [...new Set(statuses)].join()]
  return { status, ms: ms / count, statements: calls / count, buffers: buffers / count }
}

const perform = (port: number, key: string) => async ({ body, method, path }: Operation): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  await response.arrayBuffer()
  return response.status
}

const costs = async (postgres: Postgres.Server, { id, keys, url }: Omit<Organization, "drop">) => {
  const server = await Servers.start(Servers.programs[0]!, { url, key: keys.admin })
  const sql = new SQL(url, { max: 1 })
  const stats = new SQL(postgres.url("postgres"), { max: 1 })
  await stats`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`
  const database = new URL(url).pathname.slice(1)
  const [sample, only] = [await find(sql, id), new RegExp(options.only)]
  const changed = await findChanged(sql, id, sample)
  const found = new Map<string, Cost>()
  const put = (name: string, cost: Cost) => {
    found.set(name, cost)
    progress(
      `${name}: ${cost.status}, ${cost.statements} statements, ${Math.round(cost.buffers)} buffers, ${
        cost.ms.toFixed(1)
      } ms`
    )
  }
  const leftOut: Array<string> = []
  const each = async (measure: (member: Member, round: number) => Promise<void>) => {
    for (const [round, member] of (Object.keys(members) as Array<Member>).entries()) await measure(member, round)
  }
  const isMeasured = (member: Member, name: string, one: Operation): boolean => {
    const is = isFor(members[member].role, one)
    if (!is) leftOut.push(`${member} ${name}`)
    return is && only.test(`${member} ${name}`)
  }
  await each(async (member) => {
    const ask = perform(server.port, keys[member])
    for (const read of reads(sample)) {
      if (!isMeasured(member, read.name, read)) continue
      await ask(read)
      put(
        `${member} ${read.name}`,
        await measured(stats, database, async () => {
          const statuses: Array<number> = []
          const until = performance.now() + 5000
          for (let n = 0; n < requests && (n === 0 || performance.now() < until); n++) statuses.push(await ask(read))
          return statuses
        })
      )
    }
  })
  // Otherwise the next reader would pay for rows that are not vacuumed yet.
  await each(async (member, round) => {
    const ask = perform(server.port, keys[member])
    for (const [name, all] of writes(sample, changed, round)) {
      if (!isMeasured(member, name, all[0]!)) continue
      put(
        `${member} ${name}`,
        await measured(stats, database, async () => {
          const statuses: Array<number> = []
          for (const one of all) statuses.push(await ask(one))
          return statuses
        })
      )
    }
  })
  await stats.close()
  await sql.close()
  await server.stop()
  return { found, leftOut, unmeasured: unmeasured(sample) }
}

const postgres = await Postgres.start()
const file = options.keep === undefined ? undefined : Bun.file(options.keep)
const kept: Array<Omit<Organization, "drop">> = await file?.exists() === true ? await file!.json() : []
const sizes: Array<Awaited<ReturnType<typeof costs>>> = []
for (const [at, candidates] of options.candidates.split(",").map(Number).entries()) {
  const organization = {
    drop: async () => {},
    ...(kept[at] ?? await make(postgres, candidates, Number(options.others)))
  }
  kept[at] = organization
  await file?.write(JSON.stringify(kept))
  sizes.push(await costs(postgres, organization))
  if (file === undefined) await organization.drop()
}
await postgres.stop()

const [small, large] = [sizes[0]!.found, sizes.at(-1)!.found]
const { leftOut, unmeasured: unread } = sizes.at(-1)!
const order = Object.keys(members)
const memberOf = (name: string) => order.indexOf(name.split(" ", 1)[0]!)
const ratios = [...large].toSorted(([one], [other]) => memberOf(one) - memberOf(other)).map(([name, cost]) => {
  const [member] = name.split(" ", 1)
  const admin = member === "admin" ? undefined : large.get(name.replace(member!, "admin"))
  const ratio = (of: Cost | undefined) => of === undefined ? undefined : cost.buffers / of.buffers
  return { name, cost, growth: ratio(small.get(name)), more: ratio(admin) }
})
const times = (ratio: number | undefined) => ratio === undefined ? "" : `${format(ratio)} ×`
const rows = ratios.map((
  { cost, growth, more, name }
) => [name, cost.status, format(cost.statements), format(cost.buffers), format(cost.ms), times(growth), times(more)])
const text = table(["", "status", "statements", "buffers", "ms", "growth from 1/100", "of an administrator's"], rows)
const [candidates] = options.candidates.split(",").slice(-1)
if (options.write) {
  await Page.putDetails(
    "organization",
    `# A large organization

By \`bun run bench:scale\`: ${candidates} candidates beside ${options.others} other organizations. For each request its status, statements, blocks that PostgreSQL
reads, and its milliseconds, which count for little where the machine did something else; then the blocks as multiples of those with a hundredth of the
candidates, and of those of an administrator. Who the members are is in [Fill.ts](../../bench/large/Fill.ts), and why some reads take more in
[limits](../limits.md#large-organizations).

${text}

Reads that are left out, of what the organization has none of, or no key reads, and the whole export: ${
      unread.join(", ")
    }.

Operations that a member may not call, or whose rows they do not see: ${leftOut.join(", ")}.`
  )
}
console.log(text)
const above = (what: string, which: "growth" | "more", limit: number) => {
  const found = ratios.filter((one) => (one[which] ?? 0) > limit)
    .toSorted((one, other) => other[which]! - one[which]!)
    .map((one) => `${one.name}: ${times(one[which])}, ${format(one.cost.buffers)}`)
  console.error(`${found.length} of ${ratios.length} requests read more than ${what}:\n${found.join("\n")}`)
}
above("4 times as many buffers as with a hundredth", "growth", 4)
above("twice as many as an administrator's", "more", 2)
console.error(`Left out: ${[...unread, ...leftOut].join("; ")}`)
const refused = [...small, ...large].filter(([, { status }]) => !/^2\d\d(,2\d\d)*$/.test(status))
if (refused.length > 0)
  throw new Error(`Refused: ${refused.map(([name, { status }]) => `${name}: ${status}`).join("; ")}`)
console.error(`The longest takes ${format(spread([...large.values()].map(({ ms }) => ms)).max)} ms`)
