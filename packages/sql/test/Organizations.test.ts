import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Organization from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { defaultNames as defaultStages } from "@candor/domain/job/Stage"
import { defaultNames } from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import * as Access from "@candor/sql/testing/Access"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import * as World from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"

for (const database of databases.map(forFile)) {
  describe(database.name, () => {
    test("what is made for an organization is in the language that it is created with", () =>
      runOn(database)(Effect.gen(function*() {
        const { id } = yield* (yield* Organizations).create({ name: "Muster", plan: "free", language: "de" })
        const reasons = yield* (yield* RejectionReasons).list(id)
        expect(reasons.map(({ name }) => name)).toEqual([...defaultNames.de])
        const { id: user_id } = yield* Access.member(id, { email: "ada@example.com" })
        const actor = { organization_id: id, user_id, api_key_id: null, request_id: "test" }
        const job = yield* (yield* Jobs).create(
          actor,
          "Tischlerin",
          (taken, context, language) => Job.create({ title: "Tischlerin" }, taken, context, undefined, language)
        )
        expect(job.stages.map(({ name }) => name)).toEqual([...defaultStages.de])
      })))

    test("the publish limit follows the plan, and a plan that comes down while jobs are published keeps it", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme", plan: "starter" })
        const { organization_id } = actor
        const jobs = yield* Jobs
        const organizations = yield* Organizations
        const sql = yield* SqlClient.SqlClient
        const by = { organization_id, worker: "test", request_id: "test" }
        const drafts = yield* Effect.forEach(
          [1, 2, 3, 4, 5, 6],
          (n) => jobs.create(actor, `Job ${n}`, (taken, context) => Job.create({ title: `Job ${n}` }, taken, context))
        )
        const publish = ({ id }: Job.JobState) =>
          jobs.modify(actor, id, (job, organization) => Job.update(job, { status: "published" }, organization))
        const setPlan = (plan: Organization.Organization["plan"]) =>
          organizations.modify(by, (one) => Organization.setPlan(one, plan))
        const stored = sql<{ plan: string; publish_limit: number | null; published_jobs: number }>`
          SELECT plan, publish_limit, published_jobs FROM organizations WHERE id = ${organization_id}`

        // One job and the smaller plan at the same time, again and again: each wins with what the other left.
        for (const draft of drafts.slice(0, 5)) {
          yield* Effect.all([Effect.exit(publish(draft)), Effect.exit(setPlan("free"))], { concurrency: 2 })
          const [row] = yield* stored
          expect(row!.published_jobs).toBeLessThanOrEqual(row!.publish_limit!)
          yield* setPlan("starter")
        }
        yield* Effect.forEach(drafts.slice(0, 5), publish)
        expect(Exit.isFailure(yield* Effect.exit(publish(drafts[5]!)))).toBe(true)
        expect(yield* Effect.flip(setPlan("free"))).toMatchObject({ _tag: "PlanTooSmall", limit: 1, published: 5 })
        yield* setPlan("enterprise")
        expect(yield* stored).toEqual([{ plan: "enterprise", publish_limit: null, published_jobs: 5 }])
        yield* publish(drafts[5]!)
        const events = yield* sql<{ type: string; plan: string }>`
          SELECT type, data ->> 'plan' AS plan FROM events
          WHERE organization_id = ${organization_id} AND type = 'organization.plan_changed' ORDER BY id DESC LIMIT 1`
        expect(events).toEqual([{ type: "organization.plan_changed", plan: "enterprise" }])
      })))
  })
}
