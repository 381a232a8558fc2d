/**
 * Tests the change feed under load: 8 writers make changes while 3 readers follow. Every reader must get each change
 * once, in the same order, without gaps.
 *
 *     bun soak/feed.ts [changes]     100,000 by default; on TEST_DATABASE_URL, else on PGlite
 */
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { Events } from "@candor/domain/event/Events"
import { Timestamp } from "@candor/domain/Timestamp"
import { closeIdle, databases, runOn } from "@candor/sql/testing/Databases"
import * as World from "@candor/sql/testing/World"
import { Effect, Option } from "effect"

const changes = Number(process.argv[2] ?? 100_000)
const writers = 8
const readers = 3

const since = Timestamp.make("2000-01-01T00:00:00.000Z")
const database = databases.at(-1)!

const write = (actor: World.Member["actor"], count: number, progress: (made: number) => void) =>
  Effect.gen(function*() {
    const candidates = yield* Candidates
    const made: Array<string> = []
    while (made.length < count) {
      const candidate = yield* candidates.create(
        actor,
        (context) => Candidate.create({ full_name: "Ada Lovelace", primary_email: "ada@example.com" }, context)
      )
      made.push(candidate.id)
      progress(made.length)
    }
    return made
  })

/** Follows until it has read all changes; dies at the first wrong sequence number. */
const read = (organization: World.Member["actor"]["organization_id"]) =>
  Effect.gen(function*() {
    const events = yield* Events
    const seen: Array<string> = []
    while (seen.length < changes) {
      yield* events.changed(organization, seen.length)
      const page = yield* events.page(organization, { after: seen.length, types: undefined, limit: 1000, since })
      for (const event of page.events) {
        if (event.sequence !== seen.length + 1) {
          return yield* Effect.die(new Error(`after ${seen.length} came ${event.sequence}`))
        }
        seen.push(event.subject_id)
      }
    }
    return seen
  })

await runOn(database)(Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Soak" })
  const started = performance.now()
  const done: Array<number> = []
  const shares = Array.from({ length: writers }, (_, n) => Math.floor((changes + n) / writers))
  const report = setInterval(() => {
    console.error(`${done.reduce((sum, made) => sum + made, 0)} of ${changes} changes`)
  }, 5000)
  const [written, orders] = yield* Effect.all([
    Effect.all(shares.map((share, n) => write(actor, share, (made) => done[n] = made)), { concurrency: "unbounded" }),
    Effect.all(Array.from({ length: readers }, () => read(actor.organization_id)), { concurrency: "unbounded" })
  ], { concurrency: "unbounded" }).pipe(Effect.ensuring(Effect.sync(() => clearInterval(report))))
  const seconds = (performance.now() - started) / 1000
  const made = new Set(written.flat())
  const same = orders.every((order) => order.every((id, at) => id === orders[0]![at]))
  const whole = orders.every((order) =>
    order.length === changes && new Set(order).size === changes && order.every((id) => made.has(id))
  )
  const { broken } = yield* (yield* AuditLog).verify(actor.organization_id)
  const isKept = same && whole && Option.isNone(broken)
  console.log(
    `${database.name}: ${changes} changes by ${writers} writers, followed by ${readers} readers, in ${
      seconds.toFixed(1)
    } s ` +
      `(${Math.round(changes / seconds)} a second): ${
        isKept ? "each seen once, in one order; the chain holds" : "BROKEN"
      }`
  )
  process.exitCode = isKept ? 0 : 1
}))
await closeIdle()
