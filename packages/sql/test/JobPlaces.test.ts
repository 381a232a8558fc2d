import type { Actor } from "@candor/domain/access/Actor"
import { matching } from "@candor/domain/board/JobSearch"
import { Postings } from "@candor/domain/board/Postings"
import { Departments } from "@candor/domain/department/Departments"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { Offices } from "@candor/domain/office/Offices"
import { Overviews } from "@candor/domain/overview/Overviews"
import { ResourceInUse } from "@candor/domain/Resource"
import { now } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const add = Effect.fnUntraced(function*(actor: Actor, draft: Job.JobDraft) {
  const jobs = yield* Jobs
  const found = yield* jobs.find(actor.organization_id, draft)
  return yield* jobs.create(actor, draft.title, (taken, context) => Job.create(draft, taken, context, found))
})

const page = { limit: 10, offset: 0 }

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`The departments of jobs on ${database.name}`, () => {
    test("a renamed department shows its name on its jobs, wherever they are shown, and nothing is written to them", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [jobs, departments] = [yield* Jobs, yield* Departments]
        const { id: department_id } = yield* departments.create(actor, { name: "Research" })
        const job = yield* add(actor, { title: "Chemist", department: "RESEARCH" })
        expect(job).toMatchObject({ department_id, department: "Research" })
        yield* departments.update(actor, department_id, { name: "Laboratory" })
        expect(yield* jobs.get(actor.organization_id, job.id)).toEqual({ ...job, department: "Laboratory" })
        const { items: [listed] } = yield* jobs.list(actor.organization_id, { department: "laboratory" }, page)
        expect(listed).toMatchObject({ id: job.id, department: "Laboratory" })
        const { items: [overview] } = yield* (yield* Overviews).jobs(actor.organization_id, {}, yield* now, page)
        expect(overview).toMatchObject({ department: "Laboratory" })
      })))

    test("a department that a deleted job names alone is deleted, also while the job's rows wait for their removal", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const departments = yield* Departments
        const { id: department_id } = yield* departments.create(actor, { name: "Research" })
        const job = yield* add(actor, { title: "Chemist", department_id })
        expect(yield* Effect.flip(departments.remove(actor, department_id))).toBeInstanceOf(ResourceInUse)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE jobs SET deleted_at = now() WHERE organization_id = ${actor.organization_id} AND id = ${job.id}`
        yield* departments.remove(actor, department_id)
        expect(yield* departments.all(actor.organization_id)).toEqual([])
      })))

    test("the jobs of a department are its own and those of the ones below it, in the list and on the careers site", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [jobs, departments] = [yield* Jobs, yield* Departments]
        const top = yield* departments.create(actor, { name: "Engineering" })
        const lower = yield* departments.create(actor, { name: "Platform", parent_id: top.id })
        yield* add(actor, { title: "Head", department_id: top.id })
        yield* add(actor, { title: "Engineer", department_id: lower.id })
        yield* add(actor, { title: "Cook", department: "Kitchen" })
        const titles = (department_id: typeof top.id) =>
          Effect.map(
            jobs.list(actor.organization_id, { department_id }, page),
            ({ items }) => items.map(({ title }) => title)
          )
        expect(yield* titles(top.id)).toEqual(["Engineer", "Head"])
        expect(yield* titles(lower.id)).toEqual(["Engineer"])
        const drafts = (yield* jobs.list(actor.organization_id, {}, page)).items
        for (const { id } of drafts)
          yield* jobs.modify(
            actor,
            id,
            (job, plan) => Job.update(job, { status: "published" }, { ...plan, publish_limit: null })
          )
        const site = yield* (yield* Postings).site(actor.organization_id, yield* now)
        expect(site.jobs.filter(matching({ department: "engineering" }, site)).map(({ title }) => title).toSorted())
          .toEqual(["Engineer", "Head"])
        expect(site.jobs.filter(matching({ department: "Kitchen" }, site)).map(({ title }) => title)).toEqual(["Cook"])
      })))

    test("the jobs of an office are its own and those of the ones below it, and its location is theirs; with jobs it is not deleted", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [jobs, offices] = [yield* Jobs, yield* Offices]
        const top = yield* offices.create(actor, { name: "Germany" })
        const lower = yield* offices.create(actor, { name: "Harbour", location: "Hamburg", parent_id: top.id })
        const { id } = yield* add(actor, { title: "Pilot", office_id: lower.id })
        expect(yield* jobs.get(actor.organization_id, id)).toMatchObject({ office_id: lower.id, location: "Hamburg" })
        const { items } = yield* jobs.list(actor.organization_id, { office_id: top.id }, page)
        expect(items.map(({ title }) => title)).toEqual(["Pilot"])
        expect(yield* Effect.flip(offices.remove(actor, lower.id))).toEqual(
          new ResourceInUse({ subject: "office", uses: ["Pilot"] })
        )
      })))

    test("another organization's department is none, and one that was deleted meanwhile is refused", () =>
      run(Effect.gen(function*() {
        const [{ actor }, stranger] = [
          yield* World.organization({ name: "Acme" }),
          yield* World.organization({ name: "Other" })
        ]
        const [jobs, departments] = [yield* Jobs, yield* Departments]
        const { id: department_id } = yield* departments.create(stranger.actor, { name: "Research" })
        expect(yield* Effect.flip(add(actor, { title: "Chemist", department_id }))).toMatchObject({
          _tag: "UnknownPlace"
        })
        expect(yield* add(actor, { title: "Chemist", department: "Research" })).toMatchObject({
          department_id: null,
          department: "Research"
        })
        const own = yield* departments.create(actor, { name: "Laboratory" })
        const found = yield* jobs.find(actor.organization_id, { department_id: own.id })
        yield* departments.remove(actor, own.id)
        const draft = { title: "Chemist", department_id: own.id }
        const late = jobs.create(actor, "Chemist", (taken, context) => Job.create(draft, taken, context, found))
        expect(yield* Effect.flip(late)).toMatchObject({ _tag: "UnknownPlace", field: "department_id" })
      })))

    test("a department with jobs is not deleted, and names them, until they are deleted", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [jobs, departments] = [yield* Jobs, yield* Departments]
        const { id: department_id } = yield* departments.create(actor, { name: "Research" })
        const { id } = yield* add(actor, { title: "Chemist", department_id })
        expect(yield* Effect.flip(departments.remove(actor, department_id))).toEqual(
          new ResourceInUse({ subject: "department", uses: ["Chemist"] })
        )
        yield* jobs.remove(actor, id)
        yield* departments.remove(actor, department_id)
      })))
  })
}
