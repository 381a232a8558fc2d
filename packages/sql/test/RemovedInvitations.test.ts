/**
 * Interviews that are removed with their application are cancelled in the calendars of their interviewers, by mails
 * that name nobody.
 */
import type { Actor } from "@candor/domain/access/Actor"
import { remove as removeApplication } from "@candor/domain/application/ApplicationRemoval"
import { Applications } from "@candor/domain/application/Applications"
import type { ApplicationId, CandidateId, InterviewId, JobId, UserId } from "@candor/domain/Id"
import { invitationKey, removedOf } from "@candor/domain/interview/Invitation"
import { Invitations } from "@candor/domain/interview/Invitations"
import { Interviews } from "@candor/domain/interview/Interviews"
import { timeOf } from "@candor/domain/interview/InterviewTime"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { DeletedJobs } from "@candor/domain/job/DeletedJobs"
import { Jobs } from "@candor/domain/job/Jobs"
import { notify } from "@candor/domain/mail/Letter"
import { Messages } from "@candor/domain/mail/Messages"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { describe, expect, test } from "bun:test"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import * as Access from "./Access.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { setUp, workerOf } from "./MailCalls.ts"
import { anonymise, apply, remove } from "./Person.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const time = Result.getOrThrow(
  timeOf({ local_start: "2040-01-02T10:00", time_zone: ZoneName.make("America/New_York") }, 60, packZones.zone)
)!

/** Candor does not speak the job's language: the mails are in the organization's. */
const texts = {
  en: {
    subject: "Interview canceled",
    body: "The interview on 2040-01-02 10:00 (America/New York) is canceled."
  },
  de: {
    subject: "Gespräch abgesagt",
    body: "Das Gespräch am 2.1.2040 um 10:00 Uhr (America/New York) ist abgesagt."
  }
}

interface Removed {
  readonly actor: Actor
  readonly application: ApplicationId
  readonly candidate: CandidateId
  readonly job: JobId
}

/** Marks a job as deleted, as one with many rows is, and removes its applications. */
const removePortions = ({ actor: { organization_id }, job }: Removed) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`UPDATE jobs j SET deleted_at = now() WHERE j.organization_id = ${organization_id} AND j.id = ${job}`
    yield* (yield* DeletedJobs).removeApplications(organization_id, job, { maxRows: 100, after: undefined })
  })

const ways = {
  "the application is deleted": ({ actor, application }: Removed) =>
    Effect.flatMap(Applications, ({ remove }) => remove(actor, application, removeApplication)),
  "the candidate is deleted": ({ actor, candidate }: Removed) => remove(actor, candidate),
  "the candidate is anonymised": ({ actor, candidate }: Removed) => anonymise(actor, candidate),
  "the job is deleted": ({ actor, job }: Removed) => Effect.flatMap(Jobs, ({ remove }) => remove(actor, job)),
  "the rows of a large deleted job are removed": removePortions
}

for (const database of databases) {
  const run = runOn(forFile(database))

  const invited = Effect.fnUntraced(
    function*(
      actor: Actor,
      interview_id: InterviewId,
      recipient: UserId | "candidate",
      status: string,
      method: "REQUEST" | "CANCEL" = "REQUEST",
      was_known = false
    ) {
      const sql = yield* SqlClient.SqlClient
      const key = invitationKey({ interview_id, recipient, sequence: 0 })
      const draft = {
        key,
        subject: "Interview",
        body: "Open Candor to see it.",
        recipient: { name: null, email: "ada@example.com" }
      }
      const { id } = yield* (yield* Messages).notify(
        workerOf(actor),
        key,
        (sender, context) => notify(draft, sender, context)
      )
      yield* sql`UPDATE messages m SET status = ${status} WHERE m.organization_id = ${actor.organization_id} AND m.id = ${id}`
      yield* (yield* Invitations).record(actor.organization_id, interview_id, recipient, {
        method,
        sequence: 0,
        content: "",
        was_known
      })
    }
  )

  describe(`On ${database.name}, interviewers are told of the end of an interview, where their calendars have it, when`, () => {
    test.each([
      ...Object.entries(ways).map(([when, end]) => [when, end, "en"] as const),
      ["the job is deleted in a German organization", ways["the job is deleted"], "de"] as const
    ])("%s", (_, end, language) =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        yield* sql`UPDATE organizations o SET language = ${language} WHERE o.id = ${organization_id}`
        yield* setUp(actor)
        const member = (name: string) =>
          Effect.map(Access.member(organization_id, { email: `${name}@example.com`, full_name: name }), ({ id }) => id)
        const [sent, waiting, cancelled, uncancelled] = yield* Effect.all([
          member("sent"),
          member("waiting"),
          member("cancelled"),
          member("uncancelled")
        ])
        const { id: job } = yield* newJob(actor, "Engineer")
        yield* sql`UPDATE jobs j SET language = 'fr' WHERE j.organization_id = ${organization_id} AND j.id = ${job}`
        const { candidate_id: candidate, id: application } = yield* apply(actor, {
          job_id: job,
          candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
        })
        const interviews = yield* Interviews
        const book = interviews.create(actor, application, { members: [], time }, (known, availability, context) =>
          Scheduling.create(application, { title: "Talk with Grace" }, time, known, availability, context))
        const past = yield* book
        yield* invited(actor, past.id, sent, "sent")
        yield* sql`UPDATE interviews i SET ends_at = now() - interval '1 hour', starts_at = now() - interval '2 hours' WHERE i.organization_id = ${organization_id} AND i.id = ${past.id}`
        const { id } = yield* book
        yield* invited(actor, id, "candidate", "sent")
        yield* invited(actor, id, sent, "delivered")
        yield* invited(actor, id, waiting, "queued")
        yield* invited(actor, id, cancelled, "sent", "CANCEL", true)
        yield* invited(actor, id, uncancelled, "queued", "CANCEL", true)
        yield* sql`DELETE FROM queue`
        yield* end({ actor, application, candidate, job })
        const mails = yield* sql<
          { key: string; email: string; subject: string; body: string; purpose: string; sender: object }
        >`
          SELECT m.key, m.recipients -> 0 ->> 'email' AS email, m.subject, m.body, m.purpose, m.sender FROM messages m
          WHERE m.organization_id = ${organization_id} AND m.status = 'queued' AND m.due_at <= now() AND m.key LIKE 'removed %' ORDER BY 2`
        expect(mails.map(({ email }) =>
          email
        )).toEqual(["sent@example.com", "uncancelled@example.com"])
        const { ends_at, starts_at } = time
        expect(mails.map(({ key }) =>
          removedOf(key)
        )).toEqual([sent, uncancelled].map(() => ({ interview_id: id, sequence: 1, starts_at, ends_at })))
        expect(mails[0]).toMatchObject({
          ...texts[language],
          purpose: "notice",
          sender: { email: "jobs@acme.example" }
        })
        expect(yield* sql`SELECT FROM queue WHERE queue_name = 'mails'`).toHaveLength(1)
      })))
  })
}
