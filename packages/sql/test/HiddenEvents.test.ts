/**
 * What members who see a part are told by the feed: an event is hidden with what its row belongs to now, whatever it
 * belonged to then.
 */
import type { Actor } from "@candor/domain/access/Actor"
import { Events } from "@candor/domain/event/Events"
import { type ApplicationId, UserId } from "@candor/domain/Id"
import { assign, remove as removeMail } from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import { Timestamp } from "@candor/domain/Timestamp"
import { CurrentViewer } from "@candor/sql/database/Viewer"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { received, workerOf } from "./MailCalls.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import { discover, into, known, remove, update, url, world } from "./SourcingWorld.ts"
import * as World from "./World.ts"

/** A member of no team. */
const nobody = UserId.make("0197f3a2-5b1c-7d4e-8f60-00000000dead")

/** The types of the events of some subjects that a member who is in no team is told. */
const told = (actor: Actor, job_access: "open" | "team", subjects: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const { organization_id } = actor
    yield* untilSequenceable(organization_id)
    const request = { after: 0, types: undefined, limit: 1000, since: Timestamp.make("2000-01-01T00:00:00.000Z") }
    const page = (yield* Events).page(organization_id, request)
    const { events } = yield* Effect.provideService(page, CurrentViewer, {
      organization_id,
      member_id: nobody,
      job_access
    })
    return events.filter(({ subject_id }) => subjects.includes(subject_id)).map(({ type }) => type)
  })

const hide = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE jobs SET is_confidential = true WHERE id = ${id}`)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Events of hidden rows, on ${database.name}:`, () => {
    test("a prospect's are hidden once it became a hidden application, and told while it became a visible one or none", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const [job, open] = [(yield* jobWith(actor, "Hidden", 1)).job, (yield* jobWith(actor, "Open", 1)).job]
        const people = ["ada", "bob", "eve", "dan"].map((name) => ({
          ...known,
          linkedin_url: url(name),
          email: `${name}@example.com`
        }))
        const [hidden, visible, none, deleted] = yield* discover(actor, search, people)
        yield* update(actor, hidden!.id, { summary: "Wants to leave" })
        yield* into(actor, hidden!.id, job)
        yield* into(actor, visible!.id, open)
        yield* remove(actor, deleted!.id)
        yield* hide(job.id)
        expect(yield* told(actor, "open", [hidden!.id])).toEqual([])
        expect(yield* told(actor, "open", [visible!.id])).toEqual(
          expect.arrayContaining(["prospect.discovered", "prospect.converted"])
        )
        expect(yield* told(actor, "open", [none!.id])).toEqual(["prospect.discovered"])
        expect(yield* told(actor, "open", [deleted!.id])).toEqual(["prospect.deleted"])
        expect(yield* told(actor, "team", [hidden!, visible!, none!, deleted!].map(({ id }) => id))).toEqual([])
      })))

    test("those of a mail that belonged to nobody are hidden once it is given to a hidden application", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { applications: [application], job } = yield* jobWith(actor, "Hidden", 1)
        const messages = yield* Messages
        const [given, deleted, nobodys] = yield* Effect.forEach(
          [1, 2, 3],
          () => received(workerOf(actor), null, {}, [])
        )
        const given_to = application!.id as ApplicationId
        yield* messages.assign(
          actor,
          given!.id,
          given_to,
          (assignable, context) => assign(assignable, given_to, context)
        )
        yield* messages.remove(actor, deleted!.id, removeMail)
        yield* hide(job.id)
        expect(yield* told(actor, "open", [given!.id])).toEqual([])
        expect(yield* told(actor, "open", [nobodys!.id])).toEqual(["message.received"])
        expect(yield* told(actor, "open", [deleted!.id])).toEqual(["message.deleted"])
        expect(yield* told(actor, "team", [given!, deleted!, nobodys!].map(({ id }) => id))).toEqual([])
      })))
  })
}
