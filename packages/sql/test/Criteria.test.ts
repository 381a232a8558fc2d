/** Criteria and assessments in the database: who sees them, what they count, what an export and an erasure do of them. */
import { Applications } from "@candor/domain/application/Applications"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { decide } from "@candor/domain/criteria/Assessment"
import { Assessments } from "@candor/domain/screening/Assessments"
import { Criteria } from "@candor/domain/criteria/Criteria"
import { csvOf } from "@candor/domain/criteria/CriteriaAudit"
import { CandidateId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { CandidateExports } from "@candor/domain/person/CandidateExports"
import { CurrentViewer } from "@candor/sql/database/Viewer"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { asked, assessed } from "./CriteriaCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import * as World from "./World.ts"

const idsIn = ({ items }: { readonly items: { readonly pieces: ReadonlyArray<Uint8Array> } }) =>
  JSON.parse(Buffer.concat(items.pieces).toString()).map(({ id }: { readonly id: string }) => id).toSorted()

/** A job with two criteria, the first of which three applications meet: one is confirmed, and one overruled. */
const world = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const { applications, job } = yield* jobWith(actor, "Engineer", 3)
  yield* asked(actor, job.id, ["Speaks Dutch", "=HYPERLINK(\"x\"), \"quoted\""])
  const { criteria: [first, second] } = yield* (yield* Criteria).get(actor.organization_id, job.id)
  for (const { id } of applications) yield* assessed(actor, id)
  const assessments = yield* Assessments
  for (const [at, decision] of ["confirmed", "overruled"].entries()) {
    yield* assessments.decide(
      actor,
      applications[at]!.id,
      (assessment, context) =>
        decide(assessment, first!.id, { decision: decision as "confirmed" | "overruled" }, context)
    )
  }
  return { actor, applications, job, first: first!, second: second! }
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Criteria on ${database.name}`, () => {
    test("a filter finds the verdicts that nobody overruled, and an audit counts all, also as CSV", () =>
      run(Effect.gen(function*() {
        const { actor, applications, first, job, second } = yield* world
        const found = yield* (yield* Applications).list(
          actor.organization_id,
          { job_id: job.id, criterion: { criterion_id: first.id, verdict: "meets" } },
          { limit: 10, offset: 0 }
        )
        expect(idsIn(found)).toEqual(
          [applications[0]!.id, applications[2]!.id].toSorted()
        )
        const audit = yield* (yield* Criteria).audit(actor.organization_id, job.id)
        expect(audit.counts.map(({ criterion_id, stage: _, stage_id: __, ...counts }) => [criterion_id, counts]))
          .toEqual([
            [first.id, {
              criterion: "Speaks Dutch",
              applications: 3,
              meets: 3,
              does_not: 0,
              not_said: 0,
              not_answered: 0,
              confirmed: 1,
              overruled: 1,
              rejected: 0
            }],
            [second.id, {
              criterion: second.text,
              applications: 3,
              meets: 0,
              does_not: 0,
              not_said: 0,
              not_answered: 3,
              confirmed: 0,
              overruled: 0,
              rejected: 0
            }]
          ])
        const lines = csvOf(audit).split("\r\n")
        expect(lines).toHaveLength(4)
        expect(lines[2]).toStartWith(`${second.id},"'=HYPERLINK(""x""), ""quoted""",`)
      })))

    test("of a confidential job its team alone sees them", () =>
      run(Effect.gen(function*() {
        const { actor, applications, first, job } = yield* world
        yield* (yield* Jobs).modify(
          actor,
          job.id,
          (job, organization) => Job.update(job, { is_confidential: true }, organization)
        )
        const { user } = yield* World.member(actor.organization_id, { email: "grace@example.com", scope: "write" })
        const viewer = { organization_id: actor.organization_id, member_id: user.id, job_access: "open" } as const
        const { organization_id } = actor
        const id = applications[0]!.id
        const [criteria, assessments, all] = [yield* Criteria, yield* Assessments, yield* Applications]
        const tags = yield* Effect.forEach([
          criteria.get(organization_id, job.id),
          criteria.audit(organization_id, job.id),
          assessments.get(organization_id, id),
          assessments.ask(actor, id),
          assessments.decide(actor, id, (assessment, context) =>
            decide(assessment, first.id, { decision: null }, context))
        ], (call) =>
          Effect.provideService(
            Effect.match(call as Effect.Effect<unknown, { readonly _tag: string }>, {
              onFailure: ({ _tag }) =>
                _tag,
              onSuccess: () =>
                "seen"
            }),
            CurrentViewer,
            viewer
          ))
        expect(tags).toEqual([
          "JobNotFound",
          "JobNotFound",
          "ApplicationNotFound",
          "ApplicationNotFound",
          "ApplicationNotFound"
        ])
        const filter = { criterion: { criterion_id: first.id, verdict: "meets" } } as const
        const page = yield* Effect.provideService(
          all.list(organization_id, filter, { limit: 10, offset: 0 }),
          CurrentViewer,
          viewer
        )
        expect(idsIn(page)).toEqual([])
      })))

    test("an export has them, and an anonymised person has none, also if a model answers afterwards", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [application] } = yield* world
        const { candidate_id, id } = application!
        const candidate = CandidateId.make(candidate_id)
        const candidates = yield* Candidates
        const exported = JSON.parse(
          Buffer.concat((yield* (yield* CandidateExports).exportOf(actor.organization_id, candidate)).pieces).toString()
        )
        expect(exported.assessments).toMatchObject([
          { application_id: id, results: [{ quotation: "I speak Dutch", model: "test", decision: "confirmed" }, {}] }
        ])
        yield* candidates.anonymise(actor, candidate, Candidate.anonymise)
        expect(yield* Effect.flip(assessed(actor, id))).toMatchObject({ _tag: "ApplicationNotFound" })
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT id FROM assessments WHERE application_id = ${id}`).toEqual([])
      })))
  })
}
