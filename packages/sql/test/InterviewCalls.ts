/** Calls every method of the port for interviews, with ids of an application. */
import type { Actor } from "@candor/domain/access/Actor"
import type { ApplicationId } from "@candor/domain/Id"
import { Interviews } from "@candor/domain/interview/Interviews"
import { Invitations } from "@candor/domain/interview/Invitations"
import { timeOf } from "@candor/domain/interview/InterviewTime"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { Replacements } from "@candor/domain/scheduling/Replacements"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Result } from "effect"

const from = Timestamp.make("2040-01-01T00:00:00.000Z")
const to = Timestamp.make("2050-01-01T00:00:00.000Z")
const timeAt = (day: string) =>
  Result.getOrThrow(
    timeOf({ local_start: `2040-01-${day}T10:00`, time_zone: ZoneName.make("Europe/Berlin") }, 60, packZones.zone)
  )!

export const interviewCalls = Effect.fn("interviewCalls")(function*(actor: Actor, application_id: ApplicationId) {
  const interviews = yield* Interviews
  const replacements = yield* Replacements
  const { organization_id, user_id: member_id } = actor
  const overriding = { override_reason: "Both agreed." }
  const create = (time = timeAt("01")) =>
    interviews.create(
      actor,
      application_id,
      { members: [member_id], time },
      (application, availability, context) =>
        Scheduling.create(
          application_id,
          { title: "Talk", interviewers: [{ member_id }], ...overriding },
          time,
          application,
          availability,
          context
        )
    )
  const { id } = yield* create()
  const invitations = yield* Invitations
  const invitation = { method: "REQUEST", content: "", sequence: 0, was_known: false } as const
  const page = { limit: 10, offset: 0 }
  const after = { limit: 10, offset: 0, after: { created_at: from, id } }
  return {
    list: Effect.andThen(
      Effect.andThen(
        Effect.forEach([page, after], (page) => interviews.list(organization_id, { member_id }, page)),
        interviews.list(organization_id, { external_id: { system: "greenhouse", id: "1" } }, page)
      ),
      interviews.list(organization_id, { application_id }, page)
    ),
    within: Effect.andThen(
      Effect.andThen(
        interviews.within(organization_id, { from, to, member_id }, { ...page, after: { starts_at: from, id } }),
        interviews.within(organization_id, { from, to, member_id, is_held: true }, page)
      ),
      Effect.andThen(
        interviews.within(organization_id, { ids: [id] }, page),
        interviews.within(organization_id, { from, to, application_id }, page)
      )
    ),
    toCome: interviews.toCome(organization_id, application_id),
    appointments: Effect.andThen(
      interviews.appointments(organization_id, from, { ...page, after: { starts_at: from, id } }),
      Effect.map(
        interviews.appointments(organization_id, from, page),
        ({ items }) => items.some((one) => one.id === id)
      )
    ),
    get: interviews.get(organization_id, id),
    create: create(),
    invited: Effect.andThen(
      Effect.forEach(
        [member_id, "candidate"] as const,
        (recipient) =>
          Effect.andThen(
            invitations.record(organization_id, id, recipient, invitation),
            invitations.recordSaid(organization_id, id, { recipient, sequence: invitation.sequence, said: "Said" })
          )
      ),
      invitations.get(organization_id, id)
    ),
    feed: Effect.andThen(
      Effect.forEach(["secret", null], (secret) => invitations.setFeed(actor, secret)),
      invitations.feed(organization_id, member_id)
    ),
    times: interviews.times(organization_id, [member_id], { starts_at: from, ends_at: to }, id),
    pool: replacements.pool(organization_id, id),
    replace: replacements.replace(
      actor,
      id,
      ({ interview }, availability, context) =>
        Scheduling.update(interview, { title: crypto.randomUUID() }, availability, context)
    ),
    // One change without a new booking, and one with.
    modify: Effect.andThen(
      interviews.modify(
        actor,
        id,
        () => ({}),
        (interview, availability, context) =>
          Scheduling.update(interview, { title: crypto.randomUUID() }, availability, context)
      ),
      interviews.modify(
        actor,
        id,
        () => ({ members: [member_id], time: timeAt("02") }),
        (interview, availability, context) =>
          Scheduling.reschedule(
            interview,
            overriding,
            timeAt(interview.local_start?.startsWith("2040-01-02") ? "03" : "02"),
            availability,
            context
          )
      )
    )
  }
})
