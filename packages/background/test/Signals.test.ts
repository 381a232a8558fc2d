/** Signals as background work: on a flood, on held applications, for members who do not see all, and after an erasure. */
import * as Signals from "@candor/background/signal/Signals"
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { ApplicationListItem } from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import { decodeWith } from "@candor/domain/Encoded"
import type { JobId } from "@candor/domain/Id"
import * as Organization from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Signals as Port } from "@candor/domain/screening/Signals"
import { Submissions } from "@candor/domain/submission/Submissions"
import { CurrentViewer, viewerOf } from "@candor/sql/database/Viewer"
import { submitted } from "@candor/sql/testing/CareersCalls"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { anonymise, apply } from "@candor/sql/testing/Person"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { flooded } from "./flood/Flood.ts"
import { newJob, runOn } from "./WebhookWorld.ts"

const letter =
  "I have kept the timetables of trams in Ghent for nine years. When the old system failed on a Sunday I drew the plan of the day by hand, " +
  "and since then I ask about the backups first. I would like to do the same for your ferries."

/** Applies under a name with this letter, and looks for signals. */
const applied = Effect.fnUntraced(function*(actor: Actor, job_id: JobId, full_name: string, answer_text = letter) {
  const { candidate, id } = yield* apply(actor, {
    job_id,
    candidate: { full_name, primary_email: `${full_name}@example.com` },
    answers: [{ question_text: "Why?", answer_text }]
  })
  yield* Signals.process({ organization_id: actor.organization_id, application_id: id, request_id: "test" })
  return { id, candidate }
})

for (const database of databases.map(forFile)) {
  const run = runOn(database)

  test(
    `On ${database.name} groups hold most of a small flood of one letter, and nobody who wrote for themselves`,
    () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Flooded" })
        const { ofPeople, ofSpun } = yield* flooded(actor, yield* newJob(actor, "Engineer"), 1, {
          people: 20,
          spun: 120,
          letters: 1
        })
        expect([ofSpun > 0.8, ofPeople]).toEqual([true, 0])
      })),
    120_000
  )

  test(`On ${database.name} a signal names the others as far as they are seen, is turned off and on, and ends with an anonymisation`, () =>
    run(Effect.gen(function*() {
      const { actor, user } = yield* World.organization({ name: "Acme" })
      const { organization_id } = actor
      const sql = yield* SqlClient.SqlClient
      const port = yield* Port
      const organizations = yield* Organizations
      const [open, hidden] = [yield* newJob(actor, "Open"), yield* newJob(actor, "Hidden")]
      yield* sql`UPDATE jobs SET is_confidential = true WHERE id = ${hidden.id}`
      const first = yield* applied(actor, open.id, "Ada")
      const second = yield* applied(actor, hidden.id, "Grace", letter.replace("Ghent", "Cork"))
      const namesFor = (id: typeof first.id) =>
        Effect.map(
          port.ofApplication(organization_id, id),
          (signals) =>
            signals.map(({ kind, others, others_counted, reason }) => [
              kind,
              reason.part,
              others.map(({ full_name }) => full_name),
              others_counted
            ])
        )
      const asOpen = Effect.provideService(CurrentViewer, viewerOf(organization_id, user.id, "open"))
      const listed = Effect.gen(function*() {
        const filters = [{ signal: "similar_text" }, { group_id: second.id }] as const
        const applications = yield* Applications
        return yield* Effect.forEach(filters, (filter) =>
          Effect.map(
            Effect.flatMap(applications.list(organization_id, filter, { limit: 10, offset: 0 }), ({ items }) =>
              decodeWith(Schema.Array(ApplicationListItem))(items)),
            (items) =>
              items.length
          ))
      })
      // Of an other one that is hidden alone nothing is told.
      expect([yield* namesFor(first.id), yield* listed]).toEqual([[["similar_text", "letter", ["Grace"], 1]], [2, 2]])
      expect([yield* asOpen(namesFor(first.id)), yield* asOpen(listed)]).toEqual([[], [0, 0]])
      const third = yield* applied(actor, open.id, "Joan", letter.replace("nine", "ten"))
      expect(yield* namesFor(first.id)).toEqual([["similar_text", "letter", ["Joan", "Grace"], 2]])
      expect(yield* asOpen(namesFor(first.id))).toEqual([["similar_text", "letter", ["Joan"], 1]])
      expect(yield* Effect.flip(asOpen(namesFor(second.id)))).toMatchObject({ _tag: "ApplicationNotFound" })
      // Looked for again, once the text of a file was read, it is the same.
      yield* Signals.process({ organization_id, application_id: first.id, request_id: "again" })
      expect(yield* namesFor(third.id)).toEqual([["similar_text", "letter", ["Ada", "Grace"], 2]])

      const turn = (signals_off: ReadonlyArray<"similar_text">) =>
        organizations.modify(
          actor,
          (organization, context) => Organization.update(organization, { signals_off }, context)
        )
      yield* turn(["similar_text"])
      expect(yield* namesFor(first.id)).toEqual([])
      yield* turn([])

      yield* anonymise(actor, first.candidate.id)
      expect(yield* namesFor(first.id)).toEqual([])
      expect(yield* sql`SELECT FROM prints WHERE id = ${first.id}`).toEqual([])
      expect(yield* namesFor(third.id)).toEqual([["similar_text", "letter", ["Grace"], 1]])
    })))

  test(`On ${database.name} a held submission is compared with others, until an application is made of it`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { organization_id } = actor
      const worker: Worker = { organization_id, worker: "careers", request_id: "test" }
      const sql = yield* SqlClient.SqlClient
      const { id: job } = yield* newJob(actor, "Engineer")
      const held = yield* Effect.forEach(
        ["Ada", "Grace", "Joan"],
        (full_name) =>
          submitted(worker, job, { honeypot: true, person: { full_name, email: `${full_name}@example.com` } })
      )
      yield* sql`UPDATE submissions SET cover_letter = ${letter} WHERE organization_id = ${organization_id}`
      for (const { id } of held)
        yield* Signals.process({ organization_id, submission_id: id, request_id: "test" })
      const { items } = yield* (yield* Submissions).quarantined(organization_id, { signal: "similar_text" }, {
        limit: 10,
        offset: 0
      })
      expect(items.map(({ full_name, signals, similar }) => [full_name, signals, similar?.members])).toEqual(
        ["Joan", "Grace", "Ada"].map((name) => [name, ["same_file", "similar_text"], 3] as never)
      )
      const [signal] = yield* (yield* Port).ofSubmission(organization_id, held[0]!.id)
      expect(signal?.others.map(({ full_name }) => full_name)).toEqual(["Joan", "Grace"])
    })))
}
