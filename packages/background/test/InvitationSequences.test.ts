/**
 * What interviewers and candidates are sent of an interview from its first time to its end, after the examples of RFC
 * 5546, section 4.2 (“Group Event Examples”). Two programs read every file.
 */
import * as Answers from "@candor/background/mail/InvitationAnswers"
import * as Sending from "@candor/background/mail/Invitations"
import { References } from "@candor/background/submission/References"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { UserId } from "@candor/domain/Id"
import { declinedOf, invitationOf, uidOf } from "@candor/domain/interview/Invitation"
import type { InterviewState } from "@candor/domain/interview/Interview"
import { Interviews } from "@candor/domain/interview/Interviews"
import { timeIn, timeOf } from "@candor/domain/interview/InterviewTime"
import type { Availability } from "@candor/domain/interview/Availability"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import type { MessageState } from "@candor/domain/mail/Message"
import { unreadMail } from "@candor/domain/mail/ReceivedMail"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { MailTransport } from "@candor/mail/MailTransport"
import { read, readAgain } from "@candor/mail/testing/ReadCalendar"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { setUp } from "@candor/sql/testing/MailCalls"
import { apply } from "@candor/sql/testing/Person"
import * as SqlWorld from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { newJob, runOn } from "./WebhookWorld.ts"

const timeAt = (day: string) =>
  Result.getOrThrow(
    timeOf({ local_start: `2040-01-${day}T10:00`, time_zone: ZoneName.make("Europe/Berlin") }, 60, packZones.zone)
  )!

const names = ["ada", "mary", "jonas"] as const
type Name = (typeof names)[number]
type People = Readonly<Record<Name, UserId>>

interface Failure {
  readonly _tag: string
}
type Decide = (
  people: People
) => (
  interview: InterviewState,
  availability: Availability,
  context: DecisionContext
) => Decision<InterviewState, Failure>

const held = (...by: ReadonlyArray<Name>): Decide => (people) => (interview, availability, context) =>
  Scheduling.update(interview, { interviewers: by.map((name) => ({ member_id: people[name] })) }, availability, context)

const moved = (day: string): Decide => () => (interview, availability, context) =>
  Scheduling.reschedule(interview, {}, timeAt(day), availability, context)

/** A reply or a counter, as a calendar sends it. */
const said = (from: string, method: string, sequence: number, more: ReadonlyArray<string>) => ({
  from,
  method,
  sequence,
  more
})

interface Step {
  readonly is: string
  readonly does: Decide | ReturnType<typeof said>
  /** Who is sent what, as “receiver METHOD sequence: attendees”. */
  readonly sends: ReadonlyArray<string>
}

const steps: ReadonlyArray<Step> = [
  {
    is: "4.2.1 request",
    does: held("ada"),
    sends: ["ada REQUEST 1: ada NEEDS-ACTION", "candidate REQUEST 1: grace NEEDS-ACTION"]
  },
  {
    is: "4.2.2 reply",
    does: said("ada", "REPLY", 1, ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.com"]),
    sends: []
  },
  {
    is: "4.2.2 reply",
    does: said("grace", "REPLY", 1, ["ATTENDEE;PARTSTAT=TENTATIVE:mailto:grace@example.com"]),
    sends: []
  },
  {
    is: "4.2.4 counter",
    does: said("grace", "COUNTER", 1, [
      "ATTENDEE;PARTSTAT=TENTATIVE:mailto:grace@example.com",
      "DTSTART:20400103T090000Z",
      "DTEND:20400103T100000Z"
    ]),
    sends: []
  },
  {
    is: "4.2.4 decline of a counter (3.2.8)",
    does: () => (interview, _, context) => Scheduling.declineProposal(interview, null, context),
    sends: ["candidate DECLINECOUNTER 1: grace TENTATIVE"]
  },
  {
    is: "4.2.4 counter, by an interviewer",
    does: said("ada", "COUNTER", 1, [
      "ATTENDEE;PARTSTAT=TENTATIVE:mailto:ada@example.com",
      "DTSTART:20400103T090000Z",
      "DTEND:20400103T100000Z"
    ]),
    sends: []
  },
  {
    is: "4.2.4 decline of the interviewer’s counter",
    does: ({ ada }) => (interview, _, context) => Scheduling.declineProposal(interview, ada, context),
    sends: ["ada DECLINECOUNTER 1: ada ACCEPTED"]
  },
  {
    is: "4.2.3 update of its place",
    does: () => (interview, availability, context) =>
      Scheduling.update(interview, { location: "Hamburg" }, availability, context),
    sends: ["ada REQUEST 2: ada ACCEPTED", "candidate REQUEST 2: grace TENTATIVE"]
  },
  {
    is: "4.2.3 update of its time, as was proposed",
    does: moved("03"),
    sends: ["ada REQUEST 3: ada NEEDS-ACTION", "candidate REQUEST 3: grace NEEDS-ACTION"]
  },
  {
    is: "4.2.3 update that adds one",
    does: held("ada", "mary"),
    sends: [
      "ada REQUEST 4: ada NEEDS-ACTION, mary NEEDS-ACTION",
      "candidate REQUEST 4: grace NEEDS-ACTION",
      "mary REQUEST 4: mary NEEDS-ACTION, ada NEEDS-ACTION"
    ]
  },
  {
    is: "4.2.10 removal of one, whom another replaces",
    does: held("ada", "jonas"),
    sends: [
      "ada REQUEST 5: ada NEEDS-ACTION, jonas NEEDS-ACTION",
      "candidate REQUEST 5: grace NEEDS-ACTION",
      "jonas REQUEST 5: jonas NEEDS-ACTION, ada NEEDS-ACTION",
      "mary CANCEL 5: mary NEEDS-ACTION"
    ]
  },
  {
    is: "4.2.9 cancel",
    does: () => (interview, _, context) => Scheduling.cancel(interview, {}, context),
    sends: [
      "ada CANCEL 6: ada NEEDS-ACTION",
      "candidate CANCEL 6: grace NEEDS-ACTION",
      "jonas CANCEL 6: jonas NEEDS-ACTION"
    ]
  },
  {
    is: "4.2.1 request after it",
    does: () => (interview, availability, context) => Scheduling.reopen(interview, availability, context),
    sends: [
      "ada REQUEST 7: ada NEEDS-ACTION, jonas NEEDS-ACTION",
      "candidate REQUEST 7: grace NEEDS-ACTION",
      "jonas REQUEST 7: jonas NEEDS-ACTION, ada NEEDS-ACTION"
    ]
  }
]

for (const database of databases.map(forFile)) {
  test(`The sequences of RFC 5546, on ${database.name}`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      const { organization_id } = actor
      yield* setUp(actor)
      const members = yield* Effect.forEach(names, (name) =>
        Effect.map(SqlWorld.member(organization_id, { email: `${name}@example.com`, scope: "write" }), ({ user }) =>
          [name, user.id] as const))
      const people = Object.fromEntries(members) as People
      const nameOf = (recipient: string) =>
        names.find((name) =>
          people[name] === recipient
        ) ?? recipient
      const job = yield* newJob(actor, "Engineer")
      const { id: application_id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      const interviews = yield* Interviews
      const { id } = yield* interviews.create(
        actor,
        application_id,
        { members: [], time: timeAt("02") },
        (application, availability, context) =>
          Scheduling.create(application_id, { title: "Talk" }, timeAt("02"), application, availability, context)
      )
      const by = { organization_id, worker: "mails", request_id: "mails" }
      const invite = yield* Effect.provide(Sending.make, MailTransport.layer)
      const sent = yield* Effect.provide(Sending.sent, Layer.merge(MailTransport.layer, References.layer))
      const answered = yield* Answers.make(() => Effect.void)

      const answer = ({ from, method, more, sequence }: ReturnType<typeof said>) => {
        const lines = [
          "BEGIN:VCALENDAR",
          "VERSION:2.0",
          `METHOD:${method}`,
          "BEGIN:VEVENT",
          `UID:${uidOf(id)}`,
          `SEQUENCE:${sequence}`,
          ...more,
          "END:VEVENT",
          "END:VCALENDAR",
          ""
        ]
        const mail = {
          ...unreadMail({ uid: 1, uid_validity: 1, received_at: timeAt("01").starts_at }),
          body: "",
          sender: { name: null, email: `${from}@example.com` },
          sender_check: "passed"
        } as const
        return Effect.map(answered(by, { ...mail, calendar: lines.join("\r\n") }), (result) =>
          expect(result).toMatchObject({ refusal: null }))
      }

      /** Writes and sends the mails that wait, and returns what they say. */
      const mails = Effect.gen(function*() {
        yield* invite(by, id)
        const waiting = yield* sql<MessageState>`SELECT m.* FROM messages m WHERE m.status = 'queued' ORDER BY m.key`
        return yield* Effect.forEach(waiting, (message) =>
          Effect.gen(function*() {
            const text = yield* sent(organization_id, message)
            yield* sql`UPDATE messages m SET status = 'sent', due_at = NULL WHERE m.organization_id = ${organization_id} AND m.id = ${message.id}`
            const file = text!.calendar.content
            const { events: [event], method } = read(file)
            const other = readAgain(file)
            expect(other).toMatchObject({
              method: String(method),
              events: [{ uid: event!.uid, summary: event!.summary }]
            })
            expect([event!.uid, event!.organizer]).toEqual([uidOf(id), "mailto:jobs@acme.example"])
            const attendees = event!.attendees.map((one) =>
              one.replace(/^mailto:(\w+)@example.com/, "$1")
            ).join(", ")
            return `${nameOf((invitationOf(message.key) ?? declinedOf(message.key))!.recipient)} ${String(method)} ${
              event!.sequence
            }: ${attendees}`
          }))
      })

      for (const { does, is, sends } of steps) {
        const requested = (state: InterviewState) => ({ members: Object.values(people), time: timeIn(state) })
        yield* typeof does === "function" ? interviews.modify(actor, id, requested, does(people)) : answer(does)
        expect([is, ...(yield* mails).toSorted()]).toEqual([is, ...sends])
      }
      expect(yield* interviews.get(organization_id, id)).toMatchObject({ status: "scheduled", proposals: [] })
    })))
}
