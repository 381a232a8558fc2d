/**
 * Sends deliveries that have piled up: a worker has to send at least half as many a second where many wait for a webhook as where
 * few do, and each once. PostgreSQL's statistics are of a time when none waited, with 300 webhooks of other organizations.
 *
 *     TEST_DATABASE_URL=… bun soak/backlog.ts [deliveries]     20,000 by default, beside a tenth of as many
 */
import { scratchFolder } from "@candor/process/testing/Scratch"
import { rmSync } from "node:fs"
import { whenEnding } from "./Cleanup.ts"
import { candor } from "./Programs.ts"
import { becomesReady, service } from "./Service.ts"
import { create } from "./TestDatabase.ts"

const long = Number(process.argv[2] ?? 20_000)
const short = Math.ceil(long / 10)

/** Seconds that each backlog may take. */
const timeLimit = 300

const folder = scratchFolder("backlog")
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const { drop, sql, url } = await create()
const env = { HOME: folder, DATABASE_URL: url, CANDOR_WEBHOOK_PRIVATE: "allow" }

/** The messages of each webhook that have come, by its path; one that came again is twice in it. */
const received = new Map<string, Array<string>>()
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    await request.arrayBuffer()
    const { pathname } = new URL(request.url)
    const messages = received.get(pathname) ?? []
    received.set(pathname, messages)
    messages.push(request.headers.get("webhook-id") ?? "")
    return new Response()
  }
})

/** Makes an organization with a webhook, and returns their ids. */
const webhook = async (path: string) => {
  const { id } = await candor<{ id: string }>(env, "organizations", "create", "--name", path, "--plan", "starter")
  const [made] = await sql`
    INSERT INTO webhook_endpoints (organization_id, id, url, event_types, status, secret, version, created_at, updated_at)
    VALUES (${id}, gen_random_uuid(), ${`${receiver.url.origin}${path}`}, '{job.*}', 'enabled',
      ${`whsec_${btoa("a secret of thirty-two bytes ...")}`}, 1, now(), now())
    RETURNING organization_id, id AS endpoint_id`
  return made as { readonly organization_id: string; readonly endpoint_id: string }
}

/** Gives 300 other organizations a webhook each, with 50 deliveries that succeeded. */
const addOthers = async () => {
  await sql`
    INSERT INTO organizations (id, name, plan, publish_limit, created_at)
    SELECT gen_random_uuid(), 'One of many', 'free', 1, now() FROM generate_series(1, 300)`
  await sql`
    INSERT INTO webhook_endpoints (organization_id, id, url, event_types, status, secret, version, created_at, updated_at)
    SELECT o.id, gen_random_uuid(), w.url, w.event_types, w.status, w.secret, 1, now(), now()
    FROM organizations o, (SELECT * FROM webhook_endpoints LIMIT 1) w WHERE o.name = 'One of many'`
  await sql`
    INSERT INTO webhook_deliveries (organization_id, endpoint_id, id, kind, message_id, event_type, sequence, subject_id, status,
      attempts, created_at, completed_at)
    SELECT organization_id, id, gen_random_uuid(), 'test', gen_random_uuid(), 'job.created', 1, gen_random_uuid(), 'succeeded', 1,
      now(), now()
    FROM webhook_endpoints, generate_series(1, 50)`
  await sql`VACUUM ANALYZE`
}

/** Has so many deliveries wait for a new webhook, each for another subject, and returns how many a second the worker sends. */
const sent = async (path: string, count: number): Promise<number> => {
  const { endpoint_id, organization_id } = await webhook(path)
  // The id of a message has a time in it, which a sample has from there.
  await sql`
    INSERT INTO webhook_deliveries (organization_id, endpoint_id, id, kind, message_id, event_type, sequence, subject_id, status,
      attempts, created_at, next_attempt_at)
    SELECT ${organization_id}::uuid, ${endpoint_id}::uuid, gen_random_uuid(), 'test',
      ('019981d1-4680-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'job.created', n, gen_random_uuid(), 'pending', 0, now(), now()
    FROM generate_series(1, ${count}::integer) n`
  const started = performance.now()
  await sql`
    INSERT INTO queue (state, attempts, created_at, updated_at, queue_name, id, element, visible_at)
    VALUES ('pending', 0, now(), now(), 'receivers', gen_random_uuid()::text,
      ${JSON.stringify({ organization_id, endpoint_id })}, now())`
  const come = () => received.get(path)?.length ?? 0
  const seconds = () => (performance.now() - started) / 1000
  const report = setInterval(() => console.error(`${come()} of ${count} deliveries after ${seconds().toFixed(0)} s`), 5000)
  while (come() < count && seconds() < timeLimit) await Bun.sleep(10)
  clearInterval(report)
  return come() / seconds()
}

/** Every message of the webhook has come, and none twice. */
const isWhole = (path: string, count: number): boolean => {
  const messages = received.get(path) ?? []
  return messages.length === count && new Set(messages).size === count
}

await webhook("/first")
await addOthers()
const worker = await service("worker", { name: "worker", folder, env })
worker.start()
await becomesReady(worker, 60)
// The first deliveries are sent by code that is not compiled yet.
await sent("/warm", short)
const rates = { short: await sent("/short", short), long: await sent("/long", long) }
await worker.stop("SIGTERM")
await receiver.stop(true)
await drop()
const isKept = rates.long >= rates.short / 2 && isWhole("/short", short) && isWhole("/long", long)
console.log(
  `${short} that wait: ${rates.short.toFixed(0)} deliveries a second; ${long} that wait: ${rates.long.toFixed(0)}, ` +
    `${(rates.long / rates.short).toFixed(2)} times as many; ${isKept ? "each came once" : "BROKEN"}`
)
process.exit(isKept ? 0 : 1)
