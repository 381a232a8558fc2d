/**
 * Measures the weight of the server as it is built: its first start on an embedded database beside the second, what it costs while
 * nobody uses it, and how soon background work begins. Prints each figure beside its bound, and ends with 1 where one is missed.
 *
 *     [TEST_DATABASE_URL=…] bun soak/weight.ts [seconds]     idle for 30 s by default; on the server too, where one is named
 *
 * Processor time is that of the process and its children; of three starts the least counts, because a busy machine only adds to it.
 */
import { scratchFolder } from "@candor/process/testing/Scratch"
import type { SQL } from "bun"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { call, expecting } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import { prepare } from "./Demo.ts"
import { treeSeconds } from "./Processor.ts"
import { residentMemory } from "./ResidentMemory.ts"
import { becomesReady, type Service, service } from "./Service.ts"
import { create } from "./TestDatabase.ts"

const seconds = Number(process.argv[2] ?? 30)

const bounds = {
  /** Of the processor time of the second start. */
  firstStart: 2,
  /** MiB. */
  resident: 450,
  /** Percent of a processor. */
  idle: 2,
  transactions: 5,
  /** Milliseconds. */
  begin: 1000
} as const

/** Seconds after which a server that is ready has done what it does after a start. */
const settled = 30

const starts = 3

const folder = scratchFolder("weight")
whenEnding(() => rmSync(folder, { recursive: true, force: true }))

let missed = 0
const report = (name: string, value: number, bound: number, unit: string) => {
  if (value > bound) missed++
  console.log(`${value > bound ? "MISSED" : "      "}  ${name}: ${value.toFixed(2)} ${unit} (at most ${bound.toFixed(2)})`)
}

const begin = async (server: Service): Promise<void> => {
  server.start()
  if (!await becomesReady(server, 60)) throw new Error(`${server.name} is not ready after a minute: see ${server.log}`)
}

/** Processor time of a server while nobody uses it, in percent, and the transactions of its database in a second. */
const idle = async (server: Service, sql: SQL | undefined) => {
  await Bun.sleep(settled * 1000)
  const transactions = async (): Promise<number> => {
    if (sql === undefined) return 0
    const [row] = await sql`SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()`
    return Number(row.count)
  }
  const [usedBefore, countBefore] = [treeSeconds(server.pid()), await transactions()]
  await Bun.sleep(seconds * 1000)
  // Less the one that has read the first figure.
  const count = (await transactions()) - countBefore - 1
  return { percent: (treeSeconds(server.pid()) - usedBefore) / seconds * 100, transactions: count / seconds }
}

/** Milliseconds from a request to a server until the work that it queues has sent something: the least of three, each after `before`. */
const untilBegun = async ({ base_url }: Service, key: string, before = async (): Promise<void> => {}): Promise<number> => {
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
    expecting<Body>(await call({ base_url, key }, { method: "POST", path, body }, { timeout: 10_000, pooled: true }), status)
  const { webhook } = await send<{ webhook: { id: string } }>("/webhooks", { url: receiver.url.href, event_types: ["job.*"] }, 201)
  const taken: Array<number> = []
  for (let attempt = 0; attempt < starts; attempt++) {
    // What is still polled for after the work before must not find it.
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

/** Starts servers on new data directories, each twice; the last of them stays. */
const embedded = async (): Promise<void> => {
  const used = { first: Infinity, second: Infinity }
  const resident = { first: Infinity, second: Infinity }
  let server: Service | undefined
  for (let attempt = 0; attempt < starts; attempt++) {
    await server?.stop("SIGTERM")
    const data = join(folder, `data-${attempt}`)
    server = await service("server", { name: `embedded-${attempt}`, folder, env: { ...common, CANDOR_DATA_DIR: data } })
    for (const which of ["first", "second"] as const) {
      if (which === "second") await server.stop("SIGTERM")
      await begin(server)
      used[which] = Math.min(used[which], treeSeconds(server.pid()))
      await Bun.sleep(5000)
      resident[which] = Math.min(resident[which], residentMemory(server.pid())!)
    }
  }
  console.log(`        embedded, second start: ${used.second.toFixed(2)} s of a processor, ${resident.second.toFixed(0)} MiB resident 5 s later`)
  report("embedded, first start, processor time", used.first, bounds.firstStart * used.second, "s")
  report("embedded, first start, resident 5 s later", resident.first, bounds.resident, "MiB")
  report("embedded, idle, of a processor", (await idle(server!, undefined)).percent, bounds.idle, "%")
  const { keys }: { readonly keys: { readonly admin: string } } = await Bun.file(join(folder, `data-${starts - 1}`, "demo.json")).json()
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
  const { percent, transactions } = await idle(server, sql)
  report("PostgreSQL, idle, of a processor", percent, bounds.idle, "%")
  report("PostgreSQL, idle, transactions a second", transactions, bounds.transactions, "")
  const other = await service("server", { name: "other", folder, env: { ...common, ...env, CANDOR_WORKER: "none" } })
  await begin(other)
  report("PostgreSQL, background work of another process begins", await untilBegun(other, (await keys()).admin), bounds.begin, "ms")
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
