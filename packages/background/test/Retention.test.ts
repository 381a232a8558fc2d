import type { Actor } from "@candor/domain/access/Actor"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { CandidateId } from "@candor/domain/Id"
import { Organizations } from "@candor/domain/organization/Organizations"
import { type DueCandidate, DueCandidates } from "@candor/domain/retention/DueCandidates"
import { closedUntil } from "@candor/domain/retention/RetentionRule"
import { now, Timestamp } from "@candor/domain/Timestamp"
import * as Queue from "@candor/sql/queue/Queue"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { newJob } from "@candor/sql/testing/WebhookWorld"
import { files, received, workerOf } from "@candor/sql/testing/MailCalls"
import { allDue, candidateOf, ruleThatApplies, setRule } from "@candor/sql/testing/RetentionWorld"
import { erase, personWith, tablesWith } from "@candor/sql/testing/Person"
import * as World from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { Effect, Exit, Latch, Layer, Option, Result, Schedule, Scope } from "effect"
import { SqlClient } from "effect/sql"
import * as Retention from "../src/retention/Retention.ts"

/** A worker of its own, as another process has it. */
const worker = Retention.layer.pipe(Layer.provide(Layer.fresh(Queue.layer)))

const old = Timestamp.make("2020-02-29T12:00:00.000Z")

/** The time until which rejections are old enough now, by a rule of 12 months. */
const until = Effect.map(now, (now) => closedUntil(12, now))

/** Waits until the run of the organization is done. */
const done = (actor: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.repeat(
      sql<{ state: string }>`SELECT state FROM queue WHERE queue_name = 'retention' AND id = ${actor.organization_id}`,
      {
        until: (rows) => rows.length > 0 && rows.every(({ state }) => state === "completed"),
        schedule: Schedule.spaced("20 millis")
      }
    ))

/**
 * The ids of the candidates that were anonymised, each as often as an event says so, with the workers that the events
 * name.
 */
const anonymisedBy = (actor: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql<{ id: string; worker: string | null; user_id: string | null }>`
      SELECT subject_id AS id, worker, user_id FROM events
      WHERE organization_id = ${actor.organization_id} AND type = 'candidate.anonymised' ORDER BY subject_id`)

/** `count` candidates that are due, and one that is not. */
const dueCandidates = Effect.fn("dueCandidates")(function*(actor: Actor, count: number) {
  const job = yield* newJob(actor, "Engineer")
  const rejected = { job, status: "rejected", closed_at: old } as const
  const due = yield* Effect.forEach(
    Array.from({ length: count }),
    (_, n) => candidateOf(actor, `Candidate ${n}`, [rejected])
  )
  yield* candidateOf(actor, "Hired", [{ ...rejected, status: "hired" }])
  return due.map(({ id }) => id as string).toSorted()
})

/** The port, whose `hold` opens the latch and hangs after it was called `calls` times. */
const hangingAfter = (port: DueCandidates["Service"], calls: number, latch: Latch.Latch): DueCandidates["Service"] => {
  let called = 0
  return {
    ...port,
    hold: (...request) => called++ < calls ? port.hold(...request) : Effect.andThen(latch.open, Effect.never)
  }
}

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`A run of a retention rule on ${database.name}`, () => {
    test("anonymises exactly those that the preview lists, as the operation does, in the name of the rule", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const sql = yield* SqlClient.SqlClient
        const person = yield* personWith(actor, "zq7marker", "referral")
        yield* sql`UPDATE applications SET status = 'rejected', closed_at = ${old}::timestamptz WHERE candidate_id = ${person.id}`
        const due = yield* dueCandidates(actor, 3)
        const kept = yield* dueCandidates(stranger, 1)
        const listed = yield* allDue(actor, yield* until, 100)
        expect(listed.map(({ id }) => id as string).toSorted()).toEqual([...due, person.id].toSorted())
        yield* ruleThatApplies(actor, 12)
        yield* Layer.build(worker)
        yield* done(actor)
        const events = yield* anonymisedBy(actor)
        expect(events).toEqual(
          [...due, person.id].toSorted().map((id) => ({ id, worker: "retention rule", user_id: null }))
        )
        expect(yield* allDue(actor, yield* until, 100)).toEqual([])
        expect((yield* allDue(stranger, yield* until, 100)).map(({ id }) => id as string)).toEqual(kept)
        // Nothing of the person is left, the linked prospect included, once the erasures are done that the run queued.
        yield* erase(actor)
        expect(yield* tablesWith("zq7marker")).toEqual([])
        const log = yield* AuditLog
        const { entries } = yield* log.page(actor.organization_id, { before: undefined, limit: 100 })
        expect(entries.filter(({ type }) => type === "candidate.anonymised").map((entry) => entry.actor.worker))
          .toEqual(events.map(({ worker }) => worker))
        expect((yield* log.verify(actor.organization_id)).broken).toEqual(Option.none())
      }))))

    test("deletes the mails that belonged to nobody for so long, with their files, and no others", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const mail = workerOf(actor)
        const gone = yield* received(mail, null, {}, yield* files(mail))
        yield* sql`UPDATE messages SET created_at = ${yield* until}::timestamptz`
        const kept = yield* received(mail, null, {}, [])
        const retention = yield* Retention.make
        yield* retention(actor.organization_id)
        expect(yield* sql`SELECT FROM messages`).toHaveLength(2)
        yield* ruleThatApplies(actor, 12)
        yield* retention(actor.organization_id)
        expect(yield* sql`SELECT id FROM messages`).toEqual([{ id: kept.id }])
        expect(yield* sql`SELECT id FROM removed_contents`).toEqual([{ id: gone.files[0]!.id }])
        expect(yield* sql`SELECT subject_id, worker FROM events WHERE type = 'message.deleted'`).toEqual([{
          subject_id: gone.id,
          worker: "retention rule"
        }])
      }))))

    test("that ends in the middle is gone on with by the next worker, and anonymises nobody twice", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const due = yield* dueCandidates(actor, 5)
        yield* ruleThatApplies(actor, 12)
        const [latch, scope] = [yield* Latch.make(), yield* Scope.make()]
        const port = hangingAfter(yield* DueCandidates, 2, latch)
        yield* Scope.provide(Layer.build(worker), scope).pipe(Effect.provideService(DueCandidates, port))
        yield* latch.await
        yield* Scope.close(scope, Exit.void)
        expect(yield* anonymisedBy(actor)).toHaveLength(2)
        yield* Layer.build(worker)
        yield* done(actor)
        expect((yield* anonymisedBy(actor)).map(({ id }) => id)).toEqual(due)
      }))))

    test("is none before the rule applies, and none of a rule that was removed", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        yield* dueCandidates(actor, 1)
        const runOnce = Effect.flatMap(Retention.make, (retention) => retention(actor.organization_id))
        yield* setRule(actor, 12)
        yield* runOnce
        yield* ruleThatApplies(actor, 6)
        // A rule that was shortened applies after a day, also where its run is queued already.
        yield* setRule(actor, 3)
        yield* runOnce
        yield* setRule(actor, null)
        yield* runOnce
        expect(yield* anonymisedBy(actor)).toEqual([])
        expect(yield* sql`SELECT FROM queue WHERE queue_name = 'retention'`).toEqual([])
      }))))
  })
}

const organization = World.organization({ name: "Acme" }).pipe(Effect.map(({ actor }) => actor))

/** Runs the rule over a port that lists candidates without end, of which it fails to hold some. */
const runOver = Effect.fn("runOver")(
  function*(
    actor: Actor,
    fails: (n: number) => boolean,
    afterBatch: Effect.Effect<unknown, unknown, Organizations> = Effect.void
  ) {
    const port = yield* DueCandidates
    const candidates = yield* Candidates
    const between = Effect.orDie(Effect.provideService(afterBatch, Organizations, yield* Organizations))
    const seen = { held: 0, anonymised: 0, continued: 0, lists: 0 }
    const one = (n: number): DueCandidate => ({
      id: CandidateId.make(`00000000-0000-7000-8000-${String(n).padStart(12, "0")}`),
      full_name: "Candidate",
      last_rejected_at: old,
      last_closed_at: old
    })
    const endless: DueCandidates["Service"] = {
      ...port,
      list: (_, __, { limit }) =>
        Effect.as(seen.lists++ === 0 ? Effect.void : between, {
          items: Array.from({ length: limit }, (_, n) => one(n)),
          next: { rejected_at: old, id: one(0).id }
        }),
      hold: () => fails(seen.held++) ? Effect.die(new Error("locked")) : Effect.succeed(true),
      continueSoon: () => Effect.sync(() => seen.continued++)
    }
    const anonymising: Candidates["Service"] = {
      ...candidates,
      anonymise: () => Effect.sync(() => seen.anonymised++) as never
    }
    const result = yield* Effect.flatMap(Retention.make, (retention) => retention(actor.organization_id)).pipe(
      Effect.provideService(DueCandidates, endless),
      Effect.provideService(Candidates, anonymising),
      Effect.result
    )
    return { ...seen, result }
  }
)

describe("A run of a retention rule", () => {
  const run = runOn(forFile(databases[0]!))

  test("goes on where a candidate cannot be anonymised, and then fails, so that it is tried again", () =>
    run(Effect.gen(function*() {
      const actor = yield* organization
      yield* ruleThatApplies(actor, 12)
      const { anonymised, result } = yield* runOver(actor, (n) => n === 7)
      expect(anonymised).toBe(1000)
      expect(result).toEqual(Result.fail(new Retention.RetentionRunIncomplete({ failed: 1 })))
    })))

  test("reads the rule before each batch of 100, and stops where it was removed or shortened meanwhile", () =>
    run(Effect.gen(function*() {
      const actor = yield* organization
      yield* ruleThatApplies(actor, 12)
      const { anonymised, continued } = yield* runOver(actor, () => false, setRule(actor, 6))
      expect({ anonymised, continued }).toEqual({ anonymised: 200, continued: 0 })
    })))
})
