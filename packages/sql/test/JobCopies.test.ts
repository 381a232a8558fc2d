import { asked } from "./CriteriaCalls.ts"
import { replace } from "@candor/domain/form/JobForm"
import { JobForms } from "@candor/domain/form/JobForms"
import { PlannedInterviews } from "@candor/domain/interview/PlannedInterviews"
import * as Job from "@candor/domain/job/Job"
import { JobCopies } from "@candor/domain/job/JobCopies"
import { Jobs } from "@candor/domain/job/Jobs"
import { partsOf } from "@candor/domain/nouns"
import { put } from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { CurrentViewer } from "@candor/sql/database/Viewer"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { addApplications } from "./LargeJob.ts"
import { planned } from "./JobCalls.ts"
import * as World from "./World.ts"

/** A job with each of its parts, and a team and a planned interview of one who is active and one who is not. */
const original = Effect.fn("original")(function*() {
  const sql = yield* SqlClient.SqlClient
  const { actor } = yield* World.organization({ name: "Acme" })
  const { user } = yield* World.member(actor.organization_id, { email: "grace@example.com", scope: "write" })
  const job = yield* (yield* Jobs).create(
    actor,
    "Engineer",
    (taken, context) => Job.create({ title: "Engineer", is_confidential: true }, taken, context)
  )
  const questions = [{ label: "When?", type: "short_text" }] as const
  yield* (yield* JobForms).modify(
    actor,
    job.id,
    (form, context) => replace(form, { phone: "hidden", questions }, context)
  )
  const teams = yield* TeamMembers
  for (
    const [id, role] of [
      [actor.user_id, "recruiter"],
      [user.id, "interviewer"]
    ] as const
  ) {
    yield* teams.put(actor, job.id, id, (joining, context) => put(job.id, id, { role }, joining, context))
  }
  yield* asked(actor, job.id)
  yield* planned(actor, job.id, job.stages[2]!.id, [user.id, actor.user_id])
  yield* sql`UPDATE users SET status = 'deactivated' WHERE id = ${user.id}`
  yield* addApplications(actor, job, 1)
  return { actor, job, left: user.id }
})

/** The nouns of which a job has rows. */
const partsWith = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.filter(partsOf("job"), ({ table }) =>
      Effect.map(
        sql`SELECT FROM ${sql(table)} t WHERE ${id} IN (to_jsonb(t)->>'job_id', to_jsonb(t)->>'id')`,
        (rows) => rows.length > 0
      )))

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Copies of jobs on ${database.name}`, () => {
    test("have the parts that are declared to be copied, and no others", () =>
      run(
        Effect.gen(function*() {
          const { actor, job } = yield* original()
          expect(yield* partsWith(job.id)).toEqual(partsOf("job"))
          const copy = yield* (yield* JobCopies).create(actor, job.id, {})
          expect(yield* partsWith(copy.id)).toEqual(partsOf("job").filter(({ isCopied }) => isCopied))
        })
      ))

    test("have the form with questions of their own, the active team and the plan of their own stages for it, and tell of it", () =>
      run(
        Effect.gen(function*() {
          const { actor, job, left } = yield* original()
          const { organization_id } = actor
          const copy = yield* (yield* JobCopies).create(actor, job.id, { title: "Architect" })
          const [form, of] = [
            yield* (yield* JobForms).get(organization_id, copy.id),
            yield* (yield* JobForms).get(organization_id, job.id)
          ]
          expect(form).toMatchObject({ phone: "hidden", questions: [{ label: "When?" }] })
          expect(form.questions[0]!.id).not.toBe(of.questions[0]!.id)
          const team = yield* (yield* TeamMembers).ofJob(organization_id, copy.id)
          expect(team.map(({ member, role }) => [member.id, role])).toEqual([[actor.user_id, "recruiter"]])
          expect((yield* (yield* TeamMembers).ofJob(organization_id, job.id)).map(({ member }) => member.id)).toContain(
            left
          )
          const plan = yield* (yield* PlannedInterviews).ofJob(organization_id, copy.id)
          expect(plan).toMatchObject([{ stage_id: copy.stages[2]!.id, member_ids: [actor.user_id], title: "Talk" }])
          const sql = yield* SqlClient.SqlClient
          const events = yield* sql<{ readonly type: string }>`
          SELECT type FROM events WHERE subject_id = ${copy.id} OR data->>'job_id' = ${copy.id} ORDER BY id`
          expect(events.map(({ type }) => type)).toEqual([
            "job.created",
            "job_form.updated",
            "job_criteria.updated",
            "team_member.added",
            "planned_interview.created"
          ])
        })
      ))

    test("are made of confidential jobs by their team, and by nobody who does not see them", () =>
      run(
        Effect.gen(function*() {
          const { actor, job, left } = yield* original()
          const copies = yield* JobCopies
          const as = (member_id: typeof left) =>
            Effect.provideService(copies.create(actor, job.id, {}), CurrentViewer, {
              organization_id: actor.organization_id,
              member_id,
              job_access: "open"
            })
          expect(yield* as(actor.user_id)).toMatchObject({ is_confidential: true, title: "Engineer" })
          const { user } = yield* World.member(actor.organization_id, { email: "other@example.com", scope: "write" })
          expect(yield* Effect.flip(as(user.id))).toMatchObject({ _tag: "JobNotFound" })
        })
      ))
  })
}
