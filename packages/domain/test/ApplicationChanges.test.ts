import { update } from "@candor/domain/application/ApplicationPatch"
import { type RemovableApplication, remove, type Rival } from "@candor/domain/application/ApplicationRemoval"
import type { ApplicationState } from "@candor/domain/application/Application"
import type { ApplicationInJob } from "@candor/domain/application/Lifecycle"
import { CandidateAnonymised } from "@candor/domain/Anonymised"
import { ApplicationId, CandidateId, JobId, StageId } from "@candor/domain/Id"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const created_at = Timestamp.make("2026-01-01T00:00:00.000Z")

const application: ApplicationState = {
  id: ApplicationId.make(id(1)),
  job_id: JobId.make(id(2)),
  candidate_id: CandidateId.make(id(3)),
  stage_id: StageId.make(id(4)),
  candidate: { id: CandidateId.make(id(3)), full_name: "Ada Lovelace" },
  job: { id: JobId.make(id(2)), title: "Engineer" },
  stage: { id: StageId.make(id(4)), name: "Applied", type: "applied", order_index: 0 },
  source_type: "api",
  external_ids: [],
  status: "rejected",
  rejection_reason: "Other",
  created_at,
  updated_at: created_at,
  closed_at: created_at,
  applied_again_at: null,
  withdrawal_handled_at: null,
  duplicate_of: null,
  prospect_id: null,
  version: 3
}

const inJob = (anonymised_at: Timestamp | null = null): ApplicationInJob => ({
  application,
  anonymised_at,
  stages: [],
  reasons: [],
  active_in: null
})

describe("update", () => {
  test("changes the source of an application, also of a closed one, and nothing else", () => {
    const context = contextAt()
    const { entity, events } = Result.getOrThrow(update(inJob(), { source_type: "referral" }, context))
    const after = { ...application, source_type: "referral", updated_at: context.now, version: 4 }
    expect(entity).toEqual({ application: after, entered: null, note: null })
    const { id, name } = application.stage
    expect(events).toEqual([{
      type: "application.updated",
      subject_id: application.id,
      data: { ...after, stage: { id, name } }
    }])
  })

  test.each([{}, { source_type: "api" }])("%o is no change, also of an anonymised candidate", (patch) => {
    for (const anonymised_at of [null, created_at]) {
      expect(update(inJob(anonymised_at), patch, contextAt())).toEqual(
        Result.succeed({ entity: { application, entered: null, note: null }, events: [] })
      )
    }
  })

  test("refuses a text for an application of an anonymised candidate", () => {
    expect(update(inJob(created_at), { source_type: "Ada" }, contextAt())).toEqual(
      Result.fail(new CandidateAnonymised({ anonymised_at: created_at }))
    )
  })
})

describe("remove", () => {
  const removable = (duplicates: ReadonlyArray<Rival>): RemovableApplication => ({
    ...application,
    duplicate_of: null,
    duplicates
  })

  const rival = (n: number, more: Partial<Rival>): Rival => ({
    id: ApplicationId.make(id(n)),
    version: 1,
    status: "active",
    order_index: 1,
    created_at,
    ...more
  })

  test("tells in its event the ids alone", () => {
    const { entity, events } = Result.getOrThrow(remove(removable([])))
    expect(entity).toEqual({ id: application.id, successor: null })
    const { candidate_id, id, job_id } = application
    expect(events).toEqual([{ type: "application.deleted", subject_id: id, data: { id, job_id, candidate_id } }])
  })

  test("gives its place to the duplicate that is furthest on", () => {
    const duplicates = [rival(11, { status: "rejected", order_index: 4 }), rival(12, {}), rival(13, { order_index: 2 })]
    for (const rotated of [duplicates, duplicates.toReversed()]) {
      expect(Result.getOrThrow(remove(removable(rotated))).entity.successor).toBe(ApplicationId.make(id(13)))
    }
  })
})
