import { enter, timed } from "@candor/domain/application/ApplicationHistory"
import type { ApplicationStatus } from "@candor/domain/application/ApplicationStatus"
import type { ApplicationState } from "@candor/domain/application/Application"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import type { Decision } from "@candor/domain/Decision"
import {
  ApplicationId,
  CandidateId,
  HistoryEntryId,
  JobId,
  MailTemplateId,
  RejectionReasonId,
  StageId
} from "@candor/domain/Id"
import { defaultNames } from "@candor/domain/job/Stage"
import { typesOf as typesOfStages } from "@candor/domain/job/StageType"
import { UnknownRejectionReason } from "@candor/domain/rejection/RejectionReason"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { actor, contextAt, id } from "./context.ts"

const job_id = JobId.make(id(10))
const pipeline = (...names: ReadonlyArray<string>) =>
  typesOfStages(names.map((name) => ({ name }))).map((type, order_index): Lifecycle.StageOfJob => ({
    id: StageId.make(id(20 + order_index)),
    name: names[order_index]!,
    type,
    order_index,
    job_id
  }))
const stages = pipeline(...defaultNames.en)
const [applied, screen, , offer, hiredStage] = stages as [
  Lifecycle.StageOfJob,
  Lifecycle.StageOfJob,
  Lifecycle.StageOfJob,
  Lifecycle.StageOfJob,
  Lifecycle.StageOfJob
]
const shown = ({ job_id: _, ...stage }: Lifecycle.StageOfJob) => stage
const foreign: Lifecycle.StageOfJob = { ...screen, id: StageId.make(id(40)), job_id: JobId.make(id(11)) }
const reasons = ["Not qualified", "Position closed"].map((name, n) => ({
  id: RejectionReasonId.make(id(50 + n)),
  name
}))

const created_at = Timestamp.make("2026-11-01T09:00:00.000Z")
const closed_at = Timestamp.make("2026-11-10T09:00:00.000Z")
const { now } = contextAt()

const application: ApplicationState = {
  id: ApplicationId.make(id(1)),
  job_id,
  candidate_id: CandidateId.make(id(2)),
  stage_id: screen.id,
  candidate: { id: CandidateId.make(id(2)), full_name: "Ada Lovelace" },
  stage: shown(screen),
  job: { id: job_id, title: "Engineer" },
  source_type: "api",
  external_ids: [],
  status: "active",
  rejection_reason: null,
  created_at,
  updated_at: created_at,
  closed_at: null,
  applied_again_at: null,
  withdrawal_handled_at: null,
  duplicate_of: null,
  prospect_id: null,
  version: 3
}

const inStatus = (status: ApplicationStatus, more: Partial<ApplicationState> = {}): ApplicationState => ({
  ...application,
  status,
  rejection_reason: status === "rejected" ? "Not qualified" : null,
  closed_at: status === "active" ? null : closed_at,
  ...more
})

const inJob = (
  application: ApplicationState,
  all: ReadonlyArray<Lifecycle.StageOfJob> = stages,
  active_in: StageId | null = null
): Lifecycle.ApplicationInJob => ({
  active_in,
  application,
  anonymised_at: null,
  stages: all.map(shown),
  reasons
})

const move = (application: ApplicationState, to: Lifecycle.StageOfJob) =>
  Lifecycle.move(application, to, { stage_id: to.id }, contextAt())

const typesOf = ({ events }: { readonly events: ReadonlyArray<{ readonly type: string }> }) =>
  events.map(({ type }) => type)
const unchanged = (application: ApplicationState) =>
  Result.succeed({ entity: { application, entered: null, note: null }, events: [] })
const refused = (status: ApplicationStatus) => Result.fail(new Lifecycle.ApplicationClosed({ status }))

describe("a move", () => {
  test("goes to a stage of the application's own job and says from where; to the present stage it changes nothing", () => {
    const moved = Result.getOrThrow(move(application, offer))
    expect(moved.entity.application).toEqual({
      ...application,
      stage_id: offer.id,
      stage: shown(offer),
      updated_at: now,
      version: 4
    })
    expect(moved.events).toMatchObject([
      {
        type: "application.moved",
        data: {
          stage_id: offer.id,
          from_stage_id: screen.id,
          status: "active",
          candidate: { id: application.candidate_id, full_name: "Ada Lovelace" },
          job: { id: job_id, title: "Engineer" },
          stage: { id: offer.id, name: offer.name },
          from_stage: { id: screen.id, name: screen.name }
        }
      }
    ])
    expect(move(application, screen)).toEqual(unchanged(application))
    expect(move(application, foreign)).toEqual(
      Result.fail(new Lifecycle.StageOfAnotherJob({ stage_id: foreign.id, job_id }))
    )
  })

  test("is not before the change before it, which a server with another clock may have made", () => {
    const updated_at = Timestamp.make("2099-01-01T00:00:00.000Z")
    expect(Result.getOrThrow(move({ ...application, updated_at }, offer)).entity.application.updated_at).toBe(
      updated_at
    )
  })

  test("from a stage that the application has left is refused, and says where the application is", () => {
    const from = (from_stage_id: StageId, to: Lifecycle.StageOfJob) =>
      Lifecycle.move(application, to, { stage_id: to.id, from_stage_id }, contextAt())
    expect(from(applied.id, offer)).toEqual(Result.fail(new Lifecycle.ApplicationMoved({ stage: shown(screen) })))
    expect(Result.isSuccess(from(screen.id, offer))).toBe(true)
    expect(from(applied.id, screen)).toEqual(unchanged(application))
  })

  test("to the stage named Hired is the same as hiring", () => {
    const moved = move(application, hiredStage)
    expect(moved).toEqual(Lifecycle.hire(inJob(application), contextAt()))
    const { entity, ...decided } = Result.getOrThrow(moved)
    expect(entity.application).toMatchObject({ status: "hired", closed_at: now, stage: shown(hiredStage), version: 4 })
    expect(typesOf(decided)).toEqual(["application.moved", "application.hired"])
  })

  test.each(["rejected", "withdrawn", "hired"] as const)(
    "of a %s application is refused, but to its present stage",
    (status) => {
      const closed = inStatus(status)
      expect(move(closed, applied)).toEqual(refused(status))
      expect(move(closed, screen)).toEqual(unchanged(closed))
    }
  )
})

describe("hiring", () => {
  test("leaves the application in its stage where no stage of the job is named Hired", () => {
    const all = pipeline("Applied", "Screen", "Offer accepted")
    const { entity, ...decided } = Result.getOrThrow(Lifecycle.hire(inJob(application, all), contextAt()))
    expect(entity.application).toMatchObject({ status: "hired", stage: shown(screen) })
    expect(typesOf(decided)).toEqual(["application.hired"])
  })

  test("knows the stage by its name in any case of letters", () => {
    const all = pipeline("Applied", "Screen", " HIRED ")
    const { entity } = Result.getOrThrow(Lifecycle.hire(inJob(application, all), contextAt()))
    expect(entity.application.stage.order_index).toBe(2)
  })
})

describe("a rejection", () => {
  const reject = (application: ApplicationState, rejection: Lifecycle.Rejection) =>
    Lifecycle.reject(inJob(application), rejection, contextAt())

  test("has a reason of the organization, in any case of letters, and keeps its name", () => {
    const { entity, ...decided } = Result.getOrThrow(reject(application, { reason: "position CLOSED" }))
    const after: ApplicationState = {
      ...application,
      status: "rejected",
      rejection_reason: "Position closed",
      closed_at: now,
      updated_at: now,
      version: 4
    }
    expect(entity).toEqual({ application: after, entered: enter(after, "rejected", contextAt()), note: null })
    expect(decided.events).toMatchObject([
      {
        type: "application.rejected",
        data: { status: "rejected", rejection_reason: "Position closed", closed_at: now }
      }
    ])
    expect(reject(application, { reason: "Too tall" })).toEqual(
      Result.fail(new UnknownRejectionReason({ reason: "Too tall", accepted: ["Not qualified", "Position closed"] }))
    )
  })

  test.each<readonly [string | null | undefined, string | null | undefined, object]>([
    [undefined, undefined, {}],
    [undefined, null, {}],
    [undefined, id(70), { mail_template_id: id(70) }],
    [id(71), id(70), { mail_template_id: id(71) }],
    [null, id(70), { mail_template_id: null }]
  ])("with the template %p, for a reason with %p, tells of the mail %p", (chosen, ofReason, told) => {
    const given = (template: string | null | undefined) =>
      template === undefined ? {} : { mail_template_id: template === null ? null : MailTemplateId.make(template) }
    const because = reasons.map((reason) => ({ ...reason, ...given(ofReason) }))
    const { events } = Result.getOrThrow(
      Lifecycle.reject(
        { ...inJob(application), reasons: because },
        { reason: "Not qualified", ...given(chosen) },
        contextAt()
      )
    )
    const { mail_template_id } = events[0]!.data as { readonly mail_template_id?: string | null }
    expect(mail_template_id === undefined ? {} : { mail_template_id }).toEqual(told)
  })

  test("adds its note to the application", () => {
    const { entity, ...decided } = Result.getOrThrow(reject(application, { reason: "Not qualified", note: "No SQL." }))
    expect(entity.note).toMatchObject({ application_id: application.id, body: "No SQL.", version: 1 })
    expect(typesOf(decided)).toEqual(["application.rejected", "note.created"])
  })

  test("for the same reason again changes nothing; with another reason, or a note, it is refused", () => {
    const rejected = inStatus("rejected")
    expect(reject(rejected, { reason: "Not qualified" })).toEqual(unchanged(rejected))
    const removed = Lifecycle.reject({ ...inJob(rejected), reasons: [] }, { reason: "not qualified" }, contextAt())
    expect(removed).toEqual(unchanged(rejected))
    expect(reject(rejected, { reason: "Position closed" })).toEqual(refused("rejected"))
    expect(reject(rejected, { reason: "Not qualified", note: "No SQL." })).toEqual(refused("rejected"))
  })
})

describe("every status", () => {
  const operations: Readonly<
    Record<string, (application: ApplicationState) => Decision<Lifecycle.ApplicationChange, unknown>>
  > = {
    reject: (application) => Lifecycle.reject(inJob(application), { reason: "Not qualified" }, contextAt()),
    withdraw: (application) => Lifecycle.withdraw(inJob(application), contextAt()),
    hire: (application) => Lifecycle.hire(inJob(application), contextAt()),
    reopen: (application) => Lifecycle.reopen(inJob(application), contextAt())
  }
  const target = { reject: "rejected", withdraw: "withdrawn", hire: "hired", reopen: "active" } as const

  test.each(
    (["active", "rejected", "withdrawn", "hired"] as const).flatMap((status) =>
      (["reject", "withdraw", "hire", "reopen"] as const).map((operation) => [status, operation] as const)
    )
  )("%s, then %s: only an active application ends, and any may be reopened", (status, operation) => {
    const before = inStatus(status)
    const outcome = operations[operation]!(before)
    const expected = status === target[operation]
      ? unchanged(before)
      : status !== "active" && operation !== "reopen"
      ? refused(status)
      : "changed"
    expect(expected === "changed" ? Result.getOrThrow(outcome).entity.application.status : outcome)
      .toEqual(expected === "changed" ? target[operation] : expected)
  })
})

describe("reopening", () => {
  const reopen = (application: ApplicationState, all?: ReadonlyArray<Lifecycle.StageOfJob>, active_in?: StageId) =>
    Result.getOrThrow(Lifecycle.reopen(inJob(application, all, active_in), contextAt()))

  test("makes a rejected application active in its stage, without the reason", () => {
    const { entity, ...decided } = reopen(inStatus("rejected"))
    expect(entity.application).toEqual({ ...application, updated_at: now, version: 4 })
    expect(typesOf(decided)).toEqual(["application.reopened"])
  })

  test("takes a hired application back to the stage in which it was active last, unless that one is gone or is of the type hired", () => {
    const hired = inStatus("hired", { stage: shown(hiredStage) })
    const stageOf = (active_in: StageId, all = stages) => reopen(hired, all, active_in).entity.application.stage.name
    expect(stageOf(screen.id)).toBe("Screen")
    expect(stageOf(foreign.id)).toBe("Offer")
    expect(stageOf(screen.id, stages.map((stage) => stage.id === screen.id ? { ...stage, type: "hired" } : stage)))
      .toBe("Offer")
  })

  test("takes an application that began as hired back to the stage before the one named Hired", () => {
    const { entity, ...decided } = reopen(inStatus("hired", { stage: shown(hiredStage) }))
    expect(entity.application).toMatchObject({ status: "active", closed_at: null, stage: shown(offer) })
    expect(typesOf(decided)).toEqual(["application.moved", "application.reopened"])
  })

  test("leaves a hired application where no other stage comes before the one named Hired, or it is in another", () => {
    const only = pipeline("Hired", "Onboarding")
    expect(reopen(inStatus("hired", { stage: shown(only[0]!) }), only).entity.application.stage.name).toBe("Hired")
    expect(reopen(inStatus("hired")).entity.application.stage).toEqual(shown(screen))
  })
})

const sent = { before: Timestamp.make("2026-11-10T08:59:59.999Z"), since: Timestamp.make("2026-11-10T09:00:00.001Z") }

test.each<[what: string, application: ApplicationState, sent_at: Timestamp, applied_again_at: Timestamp | null]>([
  ["of who has withdrawn stays withdrawn", inStatus("withdrawn"), sent.since, sent.since],
  ["of who is rejected stays rejected", inStatus("rejected"), sent.since, sent.since],
  ["of who is hired stays hired", inStatus("hired"), sent.since, sent.since],
  ["that is active stays in its stage", application, sent.since, sent.since],
  ["that was withdrawn after it was sent is as it was", inStatus("withdrawn"), sent.before, null],
  ["that began after it was sent is as it was", { ...application, created_at: sent.since }, sent.since, null],
  [
    "that was sent again since is as it was",
    inStatus("withdrawn", { applied_again_at: sent.since }),
    sent.since,
    sent.since
  ]
])("an application %s when it is sent again, and tells when that was", (_, before, sent_at, applied_again_at) => {
  const { entity, events } = Result.getOrThrow(Lifecycle.applyAgain(inJob(before), sent_at, contextAt()))
  const isSame = before.applied_again_at === applied_again_at
  expect(entity).toEqual({
    application: isSame ? before : { ...before, applied_again_at, updated_at: now, version: 4 },
    entered: null,
    note: null
  })
  expect(events.map(({ data, type }) => [type, data])).toEqual(
    isSame ? [] : [["application.updated", expect.objectContaining({ applied_again_at, status: before.status })]]
  )
})

describe("the history", () => {
  test("has an entry for each change, with the stage and the status after it", () => {
    const entered = (decision: Decision<Lifecycle.ApplicationChange, unknown>) =>
      Result.getOrThrow(decision).entity.entered
    expect(entered(move(application, offer))).toEqual({
      id: HistoryEntryId.make(id(1)),
      application_id: application.id,
      change: "moved",
      stage_id: offer.id,
      stage_name: "Offer",
      status: "active",
      rejection_reason: null,
      user_id: actor.user_id,
      entered_at: now
    })
    expect(entered(move(application, hiredStage))).toMatchObject({
      change: "hired",
      stage_name: "Hired",
      status: "hired"
    })
    expect(entered(Lifecycle.reopen(inJob(inStatus("withdrawn")), contextAt()))).toMatchObject({
      change: "reopened",
      status: "active"
    })
  })

  test("counts the whole seconds of an entry, up to now for the present one, and never less than none", () => {
    const at = (time: string) => Timestamp.make(`2026-11-20T${time}Z`)
    const entry = (left_at: Timestamp | null) => ({
      id: HistoryEntryId.make(id(1)),
      change: "moved" as const,
      stage: { id: screen.id, name: "Screen" },
      status: "active" as const,
      rejection_reason: null,
      user_id: null,
      entered_at: at("09:00:00.500"),
      left_at
    })
    expect(timed(entry(at("09:01:00.499")), at("12:00:00.000")).seconds).toBe(59)
    expect(timed(entry(null), at("10:00:00.500")).seconds).toBe(3600)
    expect(timed(entry(null), at("08:59:59.000")).seconds).toBe(0)
  })
})
