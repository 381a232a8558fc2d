/**
 * Statements that serve many organizations at once: each organization reads, changes and records its own rows alone.
 */
import type { Actor } from "@candor/domain/access/Actor"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { Applications } from "@candor/domain/application/Applications"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import * as InterviewFeedback from "@candor/domain/feedback/InterviewFeedback"
import { Feedback } from "@candor/domain/feedback/Feedback"
import { StageId } from "@candor/domain/Id"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { describe, expect, test } from "bun:test"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { insertApplication } from "./ApplicationRow.ts"
import { counting } from "./Counting.ts"
import { databases, pglite, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

/** An organization with one row of each kind that statements are shared for. */
const tenant = (n: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { actor } = yield* World.organization({ name: `Tenant ${n}` })
    const { organization_id } = actor
    const { candidate_id, id, job_id, stage_id } = yield* insertApplication(organization_id)
    const second = StageId.make(crypto.randomUUID())
    yield* sql`INSERT INTO stages ${
      sql.insert({ organization_id, job_id, id: second, name: `Stage ${n}`, order_index: 1 })
    }`
    const note = yield* (yield* Notes).create(actor, { application_id: id }, (context) =>
      Note.write({ application_id: id }, { note: `Note ${n}` }, context))
    const feedback = yield* (yield* Feedback).create(actor, { application_id: id }, (context) =>
      InterviewFeedback.submit(id, { interview_type: "onsite", rating: "yes", body: `Feedback ${n}` }, context))
    const search = yield* (yield* SourcingSearches).create(actor, { name: `Search ${n}` })
    const drafts = [{ full_name: `Prospect ${n}`, linkedin_url: `https://www.linkedin.com/in/p-${n}` }]
    const [prospect] = yield* (yield* Prospects).discover(actor, search.id, drafts, (known, context) =>
      Prospect.discover(search.id, drafts, known, context))
    return {
      n,
      actor,
      candidate_id,
      application_id: id,
      stage_id,
      second,
      note_id: note.id,
      feedback_id: feedback.id,
      prospect_id: prospect!.id
    }
  })

type Tenant = Effect.Success<ReturnType<typeof tenant>>

const tenants = (count: number) =>
  Effect.forEach(Array.from({ length: count }, (_, n) => n), tenant, { concurrency: 10 })

type Operation = (actor: Actor, owner: Tenant) => Effect.Effect<unknown, unknown>

type Name =
  | "read a candidate"
  | "read an application"
  | "list applications"
  | "read a prospect"
  | "change a candidate"
  | "change a note"
  | "change feedback"
  | "shortlist a prospect"
  | "move an application"

/** Every read and change whose statement is shared, by `actor`, of the rows of `owner`. Fails where it finds none. */
const operations = Effect.gen(function*() {
  const candidates = yield* Candidates
  const applications = yield* Applications
  const notes = yield* Notes
  const feedback = yield* Feedback
  const prospects = yield* Prospects
  const operations: Readonly<Record<Name, Operation>> = {
    "read a candidate": (actor, owner) => candidates.get(actor.organization_id, owner.candidate_id),
    "read an application": (actor, owner) => applications.get(actor.organization_id, owner.application_id),
    "list applications": (actor, owner) =>
      Effect.flatMap(
        applications.list(actor.organization_id, { stage_id: owner.stage_id }, { limit: 10, offset: 0 }),
        ({ items }) => items.bytes.length > "[]".length ? Effect.succeed(items) : Effect.fail("nothing is listed")
      ),
    "read a prospect": (actor, owner) => prospects.get(actor.organization_id, owner.prospect_id),
    "change a candidate": (actor, owner) =>
      candidates.modify(actor, owner.candidate_id, (candidate, context) =>
        Candidate.update(candidate, {
          university: `University ${owner.n}`,
          linkedin_url: `https://www.linkedin.com/in/c-${owner.n}`
        }, context)),
    "change a note": (actor, owner) =>
      notes.modify(
        actor,
        { application_id: owner.application_id },
        owner.note_id,
        (note, context) => Note.edit(note, { note: `Longer note ${owner.n}` }, context)
      ),
    "change feedback": (actor, owner) =>
      feedback.modify(
        actor,
        { application_id: owner.application_id },
        owner.feedback_id,
        (feedback, context) => InterviewFeedback.revise(feedback, { body: `Longer feedback ${owner.n}` }, context)
      ),
    "shortlist a prospect": (actor, owner) => prospects.modify(actor, owner.prospect_id, Prospect.shortlist),
    "move an application": (actor, owner) =>
      applications.move(
        actor,
        owner.application_id,
        owner.second,
        (application, requested, context) => Lifecycle.move(application, requested, { stage_id: owner.second }, context)
      )
  }
  return operations
})

interface Stored {
  readonly organization_id: string
  readonly university: string
  readonly body: string
  readonly feedback: string
  readonly status: string
  readonly stage_id: string
  readonly profiles: number
  readonly events: ReadonlyArray<{ readonly type: string; readonly subject_id: string }>
}

const stored = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<Stored>`
    SELECT c.organization_id, c.university, n.body, f.body AS feedback, p.status, a.stage_id,
      (SELECT count(*)::integer FROM ai_profiles x
        WHERE x.organization_id = c.organization_id AND x.candidate_id = c.id) AS profiles,
      (SELECT json_agg(json_build_object('type', e.type, 'subject_id', e.subject_id) ORDER BY e.type)
        FROM events e WHERE e.organization_id = c.organization_id
          AND e.type IN ('candidate.updated', 'ai_profile.requested', 'note.updated', 'prospect.shortlisted', 'application.moved')) AS events
    FROM applications a
    JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id
    JOIN notes n ON n.organization_id = a.organization_id
    JOIN interview_feedback f ON f.organization_id = a.organization_id
    JOIN prospects p ON p.organization_id = a.organization_id
  `)

for (const database of databases.map(forFile)) {
  describe(`many organizations on ${database.name}`, () => {
    test("each reads and changes its own rows, with their events, while all others do the same", () =>
      runOn(database)(Effect.gen(function*() {
        const all = yield* tenants(20)
        for (const operation of Object.values(yield* operations)) {
          yield* Effect.forEach(all, (one) => operation(one.actor, one), { concurrency: "unbounded" })
        }
        const rows = yield* stored
        expect(rows).toHaveLength(20)
        for (const { actor, application_id, candidate_id, n, note_id, prospect_id, second } of all) {
          const row = rows.find(({ organization_id }) => organization_id === actor.organization_id)!
          expect(row).toMatchObject({
            university: `University ${n}`,
            body: `Longer note ${n}`,
            feedback: `Longer feedback ${n}`,
            status: "shortlisted",
            stage_id: second,
            profiles: 1
          })
          expect(row.events.map(({ subject_id, type }) => [type, subject_id])).toEqual([
            ["ai_profile.requested", expect.any(String)],
            ["application.moved", application_id],
            ["candidate.updated", candidate_id],
            ["note.updated", note_id],
            ["prospect.shortlisted", prospect_id]
          ])
        }
      })))

    test("another organization's rows are not found, in a statement that serves their owner too", () =>
      runOn(database)(Effect.gen(function*() {
        const [victim, attacker] = (yield* tenants(2)) as [Tenant, Tenant]
        for (const [name, operation] of Object.entries(yield* operations)) {
          const [own, foreign] = yield* Effect.all(
            [victim.actor, attacker.actor].map((actor) => Effect.exit(operation(actor, victim))),
            { concurrency: "unbounded" }
          )
          expect([name, Exit.isSuccess(own!), Exit.isFailure(foreign!)]).toEqual([name, true, true])
        }
      })))
  })
}

// Only a server has a second session to lock rows in.
for (const database of databases.filter((database) => database !== pglite).map(forFile)) {
  test(`on ${database.name}, while a row of one organization is locked, the changes of 40 others do not wait, and its own is made afterwards`, () =>
    runOn(database)(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const [locked, ...others] = yield* tenants(41)
        const changes = yield* operations
        for (
          const [change, table, id] of [
            ["change a candidate", "candidates", "candidate_id"],
            ["change a note", "notes", "note_id"],
            ["change a note", "applications", "application_id"],
            ["change feedback", "interview_feedback", "feedback_id"],
            ["shortlist a prospect", "prospects", "prospect_id"],
            ["move an application", "applications", "application_id"]
          ] as const
        ) {
          // The same change twice would be none.
          yield* sql`UPDATE notes SET body = 'Note'`
          const isLocked = yield* Deferred.make<void>()
          const release = yield* Deferred.make<void>()
          const lock = yield* Effect.forkScoped(sql.withTransaction(
            sql`SELECT FROM ${sql(table)} WHERE organization_id = ${locked!.actor.organization_id} AND id = ${
              locked![id]
            } FOR UPDATE`.pipe(
              Effect.andThen(Deferred.succeed(isLocked, undefined)),
              Effect.andThen(Deferred.await(release))
            )
          ))
          yield* Deferred.await(isLocked)
          const { count, result: own } = yield* counting(
            "UPDATE",
            Effect.gen(function*() {
              const own = yield* Effect.forkScoped(changes[change](locked!.actor, locked!), { startImmediately: true })
              yield* Effect.forEach(others, (one) => changes[change](one.actor, one), { concurrency: "unbounded" })
              return own
            })
          )
          // Shared statements, and those that try the locked row alone. Tried one by one, there would be 41.
          expect({ change, table, isShared: count > 0 && count < 20 }).toEqual({ change, table, isShared: true })
          expect({ change, table, own: own.pollUnsafe() }).toEqual({ change, table, own: undefined })
          yield* Deferred.succeed(release, undefined)
          yield* Fiber.join(lock)
          yield* Fiber.join(own)
        }
      }).pipe(Effect.scoped)
    ))

  test(`on ${database.name}, while a row of one organization is locked, its own change is given up after a second, tried again, and made`, () =>
    runOn(database)(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const one = yield* tenant(0)
        const isLocked = yield* Deferred.make<void>()
        const release = yield* Deferred.make<void>()
        const lock = yield* Effect.forkScoped(sql.withTransaction(
          sql`SELECT FROM candidates WHERE organization_id = ${one.actor.organization_id} AND id = ${one.candidate_id} FOR UPDATE`
            .pipe(
              Effect.andThen(Deferred.succeed(isLocked, undefined)),
              Effect.andThen(Deferred.await(release))
            )
        ))
        yield* Deferred.await(isLocked)
        expect(yield* sql`SHOW lock_timeout`).toEqual([{ lock_timeout: "1s" }])
        const own = yield* Effect.forkScoped((yield* operations)["change a candidate"](one.actor, one))
        const waiting = sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        yield* Effect.repeat(waiting, { until: (rows) => rows.length === 1 })
        yield* Effect.repeat(waiting, { until: (rows) => rows.length === 0 })
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(lock)
        yield* Fiber.join(own)
      }).pipe(Effect.scoped)
    ))
}
