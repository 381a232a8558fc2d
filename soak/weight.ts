/**
 * Measures the resource usage of the server with its embedded database: its first start from sources, the second, its
 * idle cost, that each acknowledged write is on the disk, and how soon background work begins. Prints each figure
 * beside its bound, and exits with 1 if one is exceeded.
 *
 *     [TEST_DATABASE_URL=…] bun soak/weight.ts     takes four minutes; also measures on that server if one is set
 *
 * CPU time and memory are those of the process and its children; the minimum of three starts counts, because a busy
 * machine only adds to it.
 */
import { scratchFolder } from "@candor/process/testing/Scratch"
import { clusterIn } from "@candor/sql/database/DataDirectory"
import * as PostmasterFile from "@candor/sql/database/embedded/PostmasterFile"
import { SQL } from "bun"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { call, expecting } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import { prepare } from "./Demo.ts"
import { treeMemory, treeSeconds } from "./Processor.ts"
import { becomesReady, type Service, service } from "./Service.ts"
import { create } from "./TestDatabase.ts"

const bounds = {
  /** CPU seconds. */
  firstStart: 5,
  secondStart: 2.5,
  /** MiB. */
  memory: 250,
  /** Percent of a processor, in the first minute and after it. */
  idle: [3, 1] as const,
  transactions: 5,
  /** Milliseconds. */
  begin: 1000
} as const

/** Seconds for which an idle server is watched, twice. */
const minute = 60

const starts = 3

const folder = scratchFolder("weight")
whenEnding(() => rmSync(folder, { recursive: true, force: true }))

let missed = 0
const report = (name: string, value: number, bound: number, unit: string) => {
  if (value > bound) missed++
  console.log(
    `${value > bound ? "MISSED" : "      "}  ${name}: ${value.toFixed(2)} ${unit} (at most ${bound.toFixed(2)})`
  )
}

const begin = async (server: Service): Promise<void> => {
  server.start()
  if (!await becomesReady(server, 60)) throw new Error(`${server.name} is not ready after a minute: see ${server.log}`)
}

/** Returns the CPU usage of an idle server in percent, and the transactions of its database per second. */
const idle = async (server: Service, sql: SQL | undefined) => {
  const transactions = async (): Promise<number> => {
    if (sql === undefined) return 0
    const [row] =
      await sql`SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()`
    return Number(row.count)
  }
  const [usedBefore, countBefore] = [treeSeconds(server.pid()), await transactions()]
  await Bun.sleep(minute * 1000)
  // Less the transaction that read the first figure.
  const count = (await transactions()) - countBefore - 1
  return { percent: (treeSeconds(server.pid()) - usedBefore) / minute * 100, transactions: count / minute }
}

/**
 * Returns the milliseconds from a request until the work that it enqueues has sent something: the minimum of three,
 * each after `before`.
 */
const untilBegun = async (
  { base_url }: Service,
  key: string,
  before = async (): Promise<void> => {}
): Promise<number> => {
  let arrived = Promise.withResolvers<number>()
  const receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => {
      arrived.resolve(performance.now())
      return new Response()
    }
  })
  const send = async <Body>(path: string, body: unknown, status: number) =>
    expecting<Body>(
      await call({ base_url, key }, { method: "POST", path, body }, { timeout: 10_000, pooled: true }),
      status
    )
  const { webhook } = await send<{ webhook: { id: string } }>("/webhooks", {
    url: receiver.url.href,
    event_types: ["job.*"]
  }, 201)
  const taken: Array<number> = []
  for (let attempt = 0; attempt < starts; attempt++) {
    // Waits until the polling after the previous work has ended, so that it does not find the next.
    await Bun.sleep(3000)
    arrived = Promise.withResolvers()
    await before()
    const began = performance.now()
    await send(`/webhooks/${webhook.id}/test`, {}, 201)
    taken.push(await arrived.promise - began)
  }
  await receiver.stop(true)
  return Math.min(...taken)
}

const common = { HOME: folder, CANDOR_WEBHOOK_PRIVATE: "allow" }

/** Makes writes one by one, and returns how often PostgreSQL flushed its log to the disk for each. */
const syncsOfWrite = async ({ base_url }: Service, data: string, key: string): Promise<number> => {
  const sql = new SQL({
    path: PostmasterFile.socketIn(clusterIn(data)),
    username: "postgres",
    database: "postgres",
    max: 1
  })
  const syncs = async (): Promise<number> => {
    // A session reports its statistics when it ends, or after a second.
    await Bun.sleep(2000)
    const [row] = await sql`SELECT sum(fsyncs) AS count FROM pg_stat_io WHERE object = 'wal'`
    return Number(row.count)
  }
  const writes = 50
  const before = await syncs()
  for (let n = 0; n < writes; n++) {
    expecting(
      await call({ base_url, key }, { method: "POST", path: "/jobs", body: { title: `Job ${n}` } }, {
        timeout: 10_000,
        pooled: true
      }),
      201
    )
  }
  const count = await syncs() - before
  await sql.close()
  return count / writes
}

/** Starts servers on new data directories, each twice; the last one keeps running. */
const embedded = async (): Promise<void> => {
  const used = { first: Infinity, second: Infinity }
  const memory = { first: Infinity, second: Infinity }
  let server: Service | undefined
  const dataOf = (attempt: number) => join(folder, `data-${attempt}`)
  for (let attempt = 0; attempt < starts; attempt++) {
    await server?.stop("SIGTERM")
    const env = { ...common, CANDOR_DATA_DIR: dataOf(attempt) }
    server = await service("server", { name: `embedded-${attempt}`, folder, env, fromSources: true })
    for (const which of ["first", "second"] as const) {
      if (which === "second") await server.stop("SIGTERM")
      await begin(server)
      used[which] = Math.min(used[which], treeSeconds(server.pid()))
      await Bun.sleep(5000)
      memory[which] = Math.min(memory[which], treeMemory(server.pid()))
    }
  }
  report("embedded, first start, processor time", used.first, bounds.firstStart, "s")
  report("embedded, second start, processor time", used.second, bounds.secondStart, "s")
  report("embedded, first start, memory of all processes 5 s later", memory.first, bounds.memory, "MiB")
  report("embedded, second start, memory of all processes 5 s later", memory.second, bounds.memory, "MiB")
  for (const [nth, bound] of bounds.idle.entries()) {
    report(`embedded, idle, minute ${nth + 1}, of a processor`, (await idle(server!, undefined)).percent, bound, "%")
  }
  const data = dataOf(starts - 1)
  const { keys }: { readonly keys: { readonly admin: string } } = await Bun.file(join(data, "demo.json")).json()
  const syncs = await syncsOfWrite(server!, data, keys.admin)
  if (syncs < 1) missed++
  console.log(
    `${syncs < 1 ? "MISSED" : "      "}  embedded, writes to the disk for each acknowledged write: ${
      syncs.toFixed(2)
    } (at least 1)`
  )
  report("embedded, background work begins", await untilBegun(server!, keys.admin), bounds.begin, "ms")
  await server!.stop("SIGTERM")
}

/** Starts a server on a PostgreSQL database, and one that leaves background work to it. */
const onServer = async (): Promise<void> => {
  const { drop, sql, url } = await create()
  whenEnding(() => void drop())
  const { env, keys } = await prepare(folder, url)
  const server = await service("server", { name: "server", folder, env: { ...common, ...env } })
  await begin(server)
  await Bun.sleep(minute * 1000)
  const { percent, transactions } = await idle(server, sql)
  report("PostgreSQL, idle, of a processor", percent, bounds.idle[1], "%")
  report("PostgreSQL, idle, transactions a second", transactions, bounds.transactions, "")
  const other = await service("server", { name: "other", folder, env: { ...common, ...env, CANDOR_WORKER: "none" } })
  await begin(other)
  report(
    "PostgreSQL, background work of another process begins",
    await untilBegun(other, (await keys()).admin),
    bounds.begin,
    "ms"
  )
  const endListening = async (): Promise<void> => {
    const ended = await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`
    if (ended.length === 0) throw new Error("No connection listens.")
  }
  const afterLoss = await untilBegun(other, (await keys()).admin, endListening)
  report("PostgreSQL, the same right after the connection that listens was ended", afterLoss, bounds.begin, "ms")
  await Promise.all([server.stop("SIGTERM"), other.stop("SIGTERM")])
  await drop()
}

await embedded()
if (process.env["TEST_DATABASE_URL"]) await onServer()
process.exit(missed === 0 ? 0 : 1)
