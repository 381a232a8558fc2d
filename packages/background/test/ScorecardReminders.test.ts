/** Reminders of scorecards: when, to whom, and each once. */
import * as ScorecardReminders from "@candor/background/mail/ScorecardReminders"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { Interviews } from "@candor/domain/interview/Interviews"
import { timeOf } from "@candor/domain/interview/InterviewTime"
import { referenceOf } from "@candor/domain/mail/AutomaticMail"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import { packZones } from "@candor/domain/time/Zones"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { Timestamp } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { setUp } from "@candor/sql/testing/MailCalls"
import { apply } from "@candor/sql/testing/Person"
import { newTemplate, submitted } from "@candor/sql/testing/ScorecardCalls"
import * as SqlWorld from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { newJob, runOn } from "./WebhookWorld.ts"

const time = Result.getOrThrow(
  timeOf({ local_start: "2026-10-14T10:00", time_zone: ZoneName.make("UTC") }, 60, packZones.zone)
)!

for (const database of databases.map(forFile)) {
  test(`On ${database.name} an interviewer is reminded an hour and a day after the interview, its author after two, each once, and nobody after the scorecard`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* SqlWorld.organization({ name: "Acme" })
      yield* setUp(actor)
      const [late, prompt] = yield* Effect.forEach(
        ["late@example.com", "prompt@example.com"],
        (email) => SqlWorld.member(actor.organization_id, { email, scope: "write" })
      )
      const job = yield* newJob(actor, "Engineer")
      const { id } = yield* apply(actor, {
        job_id: job.id,
        candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" }
      })
      const { id: template_id } = yield* newTemplate(actor)
      const members = [late!.user.id, prompt!.user.id]
      const draft = {
        title: "Talk",
        scorecard_template_id: template_id,
        interviewers: members.map((member_id) => ({ member_id }))
      }
      const interview = yield* (yield* Interviews).create(
        actor,
        id,
        { members, time, template_id },
        (application, availability, context) => Scheduling.create(id, draft, time, application, availability, context)
      )
      const remind = yield* Effect.provide(ScorecardReminders.make, MailTransport.layer)
      const sql = yield* SqlClient.SqlClient
      const told = (at: string) =>
        Effect.andThen(
          remind(Timestamp.make(`2026-10-${at}:00.000Z`)),
          Effect.map(
            sql<{ readonly key: string }>`SELECT m.key FROM messages m WHERE m.purpose = 'notice' ORDER BY m.id`,
            (rows) =>
              rows.map(({ key }) =>
                key.replace(interview.id, "").replace(late!.user.id, "late").replace(prompt!.user.id, "prompt").replace(
                  actor.user_id,
                  "author"
                )
              )
          )
        )
      expect(yield* told("14T11:59")).toEqual([])
      const first = ["scorecard  late", "scorecard  prompt"]
      for (let n = 0; n < 2; n++) expect((yield* told("14T12:00")).toSorted()).toEqual(first)
      const [reference] = yield* Effect.map(
        sql<{ readonly key: string }>`SELECT m.key FROM messages m WHERE m.key LIKE ${`%${prompt!.user.id}`}`,
        (rows) => rows.map(({ key }) => referenceOf(key)!)
      )
      const { subject } = yield* AutomaticMails
      expect(yield* subject(actor.organization_id, reference!)).toMatchObject({ person: "Grace Hopper", words: "Talk" })
      yield* submitted(prompt!.actor, interview.id, "Clear.")
      expect(yield* subject(actor.organization_id, reference!)).toBe(null)
      expect((yield* told("15T11:00")).slice(2)).toEqual(["scorecard  late 2"])
      for (let n = 0; n < 2; n++) expect((yield* told("16T11:00")).slice(3)).toEqual(["missing_scorecard  author"])
      expect((yield* told("18T11:00")).length).toBe(4)
    })))
}
