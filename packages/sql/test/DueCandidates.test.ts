import type { Actor } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import type { CandidateId } from "@candor/domain/Id"
import { DueCandidates, maxCounted } from "@candor/domain/retention/DueCandidates"
import { type Closing, isDue } from "@candor/domain/retention/RetentionRule"
import { later, Timestamp } from "@candor/domain/Timestamp"
import { Transactions } from "@candor/domain/Transactions"
import { maxRejections } from "@candor/sql/repositories/retention/DueCandidates"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { addApplications } from "./LargeJob.ts"
import { merge } from "./Merges.ts"
import { anonymise, apply } from "./Person.ts"
import { allDue, candidateOf, type Ended, endedApplications, ruleThatApplies, setRule } from "./RetentionWorld.ts"
import { newJob } from "./WebhookWorld.ts"
import { came } from "./Submitted.ts"
import * as World from "./World.ts"

const until = Timestamp.make("2025-11-22T00:00:00.000Z")
const [old, recent] = [later(until, -86_400_000), later(until, 1)]

/** Times before, at and after the last one that is due, some of them often. */
const times = [-2, -1, 0, 0, 1, 2].map((days) => later(until, days * 86_400_000))

/** The n-th of a list's combinations with other lists of other lengths. */
const nth = <A>(items: ReadonlyArray<A>, n: number): A => items[n % items.length]!

/** The ids of candidates that the domain says are due, by the applications that are stored. */
const expected = Effect.fn("expected")(function*({ organization_id }: Actor) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string; applications: ReadonlyArray<Closing> }>`
    SELECT c.id, json_agg(json_build_object('status', a.status,
      'closed_at', to_char(a.closed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'applied_again_at', to_char(a.applied_again_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) AS applications
    FROM candidates c JOIN applications a ON a.organization_id = c.organization_id AND a.candidate_id = c.id
    JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id AND j.deleted_at IS NULL
    WHERE c.organization_id = ${organization_id} AND c.anonymised_at IS NULL GROUP BY c.id`
  return rows.filter(({ applications }) => isDue(applications, until)).map(({ id }) => id)
})

/** Rejects or reopens an application, as a request does. */
const change = (actor: Actor, id: Parameters<Applications["Service"]["change"]>[1], to: "reopen" | "reject") =>
  Effect.flatMap(
    Applications,
    (applications) =>
      applications.change(actor, id, (application, context) =>
        to === "reopen"
          ? Lifecycle.reopen(application, context)
          : Lifecycle.reject(application, { reason: "Other" }, context))
  )

/** Holds the candidate in a transaction, and tells whether it is due. */
const held = (actor: Actor, id: CandidateId) =>
  Effect.gen(function*() {
    const due = yield* DueCandidates
    return yield* (yield* Transactions).run(
      Effect.map(due.hold(actor.organization_id, id, until), (value) => ({ value, isKept: true })),
      { isSnapshot: false }
    )
  })

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Due candidates on ${database.name}`, () => {
    test("are those that the domain says, of one organization, the oldest rejection first, in pages of any size", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const jobs = yield* Effect.forEach(["Engineer", "Cook", "Baker"], (title) => newJob(actor, title))
        yield* candidateOf(stranger, "Foreign", [{
          job: yield* newJob(stranger, "Engineer"),
          status: "rejected",
          closed_at: old
        }])
        // Every number of applications, with statuses and times whose combinations do not repeat.
        const made = yield* Effect.forEach(
          Array.from({ length: 120 }, (_, n) => n),
          (n) =>
            candidateOf(
              actor,
              `Candidate ${n}`,
              jobs.slice(0, n % 4).map((job, nthJob): Ended => {
                const status = nth(
                  ["rejected", "rejected", "withdrawn", "rejected", "active", "rejected", "hired"] as const,
                  n * (nthJob + 1) + nthJob
                )
                return {
                  job,
                  status,
                  closed_at: status === "active" ? null : nth(times, Math.floor(n / 4) * (nthJob + 2) + nthJob)
                }
              })
            )
        )
        const due = yield* expected(actor)
        expect(due.length).toBeWithin(15, 60)
        const listed = yield* allDue(actor, until, 100)
        expect(listed.map(({ id }) => id as string).toSorted()).toEqual(due.toSorted())
        expect(listed.map((one) => one.last_rejected_at)).toEqual(listed.map((one) => one.last_rejected_at).toSorted())
        for (const size of [1, 7]) expect(yield* allDue(actor, until, size)).toEqual(listed)
        const port = yield* DueCandidates
        expect(yield* port.count(actor.organization_id, until)).toEqual({ count: due.length, at_least: false })
        // Neither those that were anonymised, nor applications of a deleted job, whose rows are still stored.
        yield* anonymise(actor, listed[0]!.id)
        yield* (yield* SqlClient.SqlClient)`UPDATE jobs SET deleted_at = now() WHERE id = ${jobs[1]!.id}`
        const left = yield* allDue(actor, until, 100)
        expect(left.map(({ id }) => id as string).toSorted()).toEqual((yield* expected(actor)).toSorted())
        for (const { id } of made) expect(yield* held(actor, id)).toBe(left.some((one) => one.id === id))
        expect(yield* held(stranger, left[0]!.id)).toBe(false)
      })))

    test("are not those who were reopened, applied again, or were merged with somebody who is not due", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [job, other] = [yield* newJob(actor, "Engineer"), yield* newJob(actor, "Cook")]
        const rejected = { job, status: "rejected", closed_at: old } as const
        const people = yield* Effect.forEach(
          ["reopened", "again", "merged", "survivor", "both", "sent", "unnoted"],
          (name) => candidateOf(actor, name, [rejected])
        )
        const [reopened, again, merged, survivor, both, sent, unnoted] = people
        const late = yield* candidateOf(actor, "late", [{ job: other, status: "rejected", closed_at: recent }])
        const late2 = yield* candidateOf(actor, "late too", [{ job: other, status: "withdrawn", closed_at: recent }])
        const alsoOld = yield* candidateOf(actor, "also old", [{ job: other, status: "withdrawn", closed_at: old }])
        yield* change(actor, reopened!.applications[0]!, "reopen")
        yield* apply(actor, { job_id: other.id, candidate_id: again!.id, source_type: "api" })
        yield* (yield* SqlClient.SqlClient)`
          UPDATE applications SET applied_again_at = ${recent}::timestamptz WHERE candidate_id = ${sent!.id}`
        // A server of an earlier version does not note it.
        yield* came(actor.organization_id, unnoted!.applications[0]!, "careers_site", {}, {})
        yield* merge(actor, merged!.id, late.id)
        yield* merge(actor, late2.id, survivor!.id)
        yield* merge(actor, alsoOld.id, both!.id)
        expect((yield* allDue(actor, until, 10)).map(({ full_name }) => full_name)).toEqual(["both"])
        for (const { id } of people) expect(yield* held(actor, id)).toBe(id === both!.id)
        // Rejected once more, the months begin anew.
        yield* change(actor, reopened!.applications[0]!, "reject")
        expect(yield* held(actor, reopened!.id)).toBe(false)
      })))

    test("are found behind more rejections of others than one statement looks at, and counted up to 1,000", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const job = yield* newJob(actor, "Engineer")
        const other = yield* newJob(actor, "Cook")
        // One candidate with very many rejections, and an active application.
        const { applications: [first], id } = yield* candidateOf(actor, "Busy", [{
          job,
          status: "rejected",
          closed_at: old
        }])
        yield* sql`
          INSERT INTO applications (organization_id, id, job_id, candidate_id, stage_id, source_type, status, closed_at, version,
            created_at, updated_at, duplicate_of)
          SELECT a.organization_id, gen_random_uuid(), a.job_id, a.candidate_id, a.stage_id, 'api', 'rejected', a.closed_at, 1,
            a.created_at - interval '1 hour', a.updated_at, a.id
          FROM applications a, generate_series(1, ${maxRejections + 1}::integer) WHERE a.id = ${first!}`
        yield* endedApplications(actor, id, [{ job: other, status: "active", closed_at: null }])
        yield* addApplications(actor, job, maxCounted + 1)
        yield* sql`UPDATE applications SET status = 'rejected', closed_at = ${until}::timestamptz WHERE status = 'active' AND candidate_id <> ${id}`
        const due = yield* DueCandidates
        expect(yield* due.count(actor.organization_id, until)).toEqual({ count: maxCounted, at_least: true })
        expect(yield* due.count(actor.organization_id, old)).toEqual({ count: 0, at_least: false })
        const { items, next } = yield* due.list(actor.organization_id, until, { limit: 2 })
        expect([items.length, next?.rejected_at]).toEqual([2, until])
      })))
  })

  describe(`Runs of retention rules on ${database.name}`, () => {
    test("are queued once for each rule that applies, by any number of processes, and again after a day", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { enqueueRuns, continueSoon } = yield* DueCandidates
        const [acme, globex] = [
          yield* World.organization({ name: "Acme" }),
          yield* World.organization({ name: "Globex" })
        ]
        yield* World.organization({ name: "Initech" })
        const queued = sql<
          { id: string; state: string }
        >`SELECT id, state FROM queue WHERE queue_name = 'retention' ORDER BY id`
        yield* setRule(acme.actor, 12)
        yield* enqueueRuns
        expect(yield* queued).toEqual([])
        yield* ruleThatApplies(acme.actor, 6)
        yield* ruleThatApplies(globex.actor, 12)
        yield* setRule(globex.actor, null)
        yield* Effect.all(Array.from({ length: 8 }, () => enqueueRuns), { concurrency: "unbounded" })
        const id: string = acme.organization.id
        expect(yield* queued).toEqual([{ id, state: "pending" }])
        // One that is under way is not queued again; one that is done is, when the next one is due.
        yield* sql`UPDATE queue SET acquired_by = gen_random_uuid() WHERE queue_name = 'retention'`
        yield* continueSoon(acme.organization.id)
        yield* enqueueRuns
        expect(yield* sql`SELECT FROM queue WHERE queue_name = 'retention' AND acquired_by IS NOT NULL`).toHaveLength(1)
        yield* sql`UPDATE queue SET state = 'completed', acquired_by = NULL WHERE queue_name = 'retention'`
        yield* enqueueRuns
        expect(yield* queued).toEqual([{ id, state: "completed" }])
        yield* continueSoon(acme.organization.id)
        yield* continueSoon(globex.organization.id)
        yield* enqueueRuns
        expect(yield* queued).toEqual([{ id, state: "pending" }])
        const [next] = yield* sql<{ hours: number }>`
          SELECT round(extract(epoch FROM retention_run_at - now()) / 3600)::integer AS hours FROM organizations WHERE id = ${id}`
        expect(next!.hours).toBe(24)
      })))
  })
}
