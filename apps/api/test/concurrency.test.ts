/** Many clients at once: plan limits are exact, and no update is lost. Two servers share the database. */
import type { JobDetail } from "@candor/domain/job/Job"
import type { Prospect } from "@candor/domain/sourcing/Prospect"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Answer, type Call, client, type ErrorBody, having, type JsonObject } from "./harness/Client.ts"
import { freshEmail } from "./harness/Makers.ts"
import { type Backend, open } from "./harness/TestServer.ts"
import { tenant } from "./harness/World.ts"

interface OneJob {
  readonly job: JobDetail
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    let calls: ReadonlyArray<Call>
    beforeAll(async () => {
      backend = await open(database)
      calls = [await backend.serve(), await backend.serve()].map((server) => client(server.base_url))
    })
    afterAll(() => backend.close())

    /** The n-th client: each has a connection of its own to one of the servers. */
    const nth = (n: number): Call => (method, path, options) =>
      calls[n % calls.length]!(method, path, { ...options, headers: { connection: "close" } })

    const starter = () => tenant(backend, calls[0]!, { name: "Acme", plan: "starter" })

    test("40 clients publishing at once with 3 slots left: exactly 3 succeed", async () => {
      const { keys: { write: key }, make } = await starter()
      const jobs = await Promise.all(Array.from({ length: 42 }, () => make.job()))
      const publish = (call: Call, { id }: JobDetail) =>
        call<ErrorBody>("PATCH", `/jobs/${id}`, { key, body: { status: "published" } })
      for (const job of jobs.slice(0, 2)) having(200)(await publish(calls[0]!, job))

      const answers = await Promise.all(jobs.slice(2).map((job, n) => publish(nth(n), job)))

      const refused = answers.filter((answer) => answer.status !== 200)
      expect(refused).toHaveLength(37)
      for (const answer of refused) {
        expect(having(403)(answer).body.error.details).toEqual({ plan: "starter", limit: 5, published: 5 })
      }
      const listed = await calls[0]!<{ jobs: ReadonlyArray<JobDetail> }>("GET", "/jobs?status=published", { key })
      expect(listed.body.jobs).toHaveLength(5)
    })

    test("32 clients converting one prospect at once get the same ids, of one candidate and one application", async () => {
      const { keys: { write: key }, make } = await starter()
      const [job, search] = await Promise.all([make.job(), make.search()])
      const { id } = await make.prospect(search.id, { email: freshEmail() })

      const answers = await Promise.all(Array.from({ length: 32 }, (_, n) =>
        nth(n)<{ prospect: Prospect }>("POST", `/sourcing/prospects/${id}/convert`, { key, body: { job_id: job.id } })))

      const converted = answers.map((answer) => having(200)(answer).body.prospect)
      const [first] = converted
      expect(converted).toEqual(converted.map(() => first!))
      const listed = async (path: string) => (await calls[0]!<Record<string, ReadonlyArray<{ id: string }>>>("GET", path, { key })).body
      expect((await listed(`/applications?job_id=${job.id}`))["applications"]).toMatchObject([{ id: first!.application_id! }])
      expect((await listed(`/candidates?email=${first!.email}`))["candidates"]).toMatchObject([{ id: first!.candidate_id! }])
    })

    test("publishing and closing at once never passes the limit, and leaves the count right", async () => {
      const { keys: { write: key }, make } = await starter()
      const jobs = await Promise.all(Array.from({ length: 8 }, () => make.job()))
      const turn = ({ id }: JobDetail, n: number, status: string) =>
        nth(n)("PATCH", `/jobs/${id}`, { key, body: { status } })
      await Promise.all(jobs.flatMap((job, n) => [
        turn(job, n, "published"),
        turn(job, n + 1, "closed"),
        turn(job, n, "published"),
        turn(job, n + 1, "draft")
      ]))
      await Promise.all(jobs.map((job, n) => turn(job, n, "closed")))

      const answers: Array<Answer> = []
      for (const job of jobs.slice(0, 6)) answers.push(await turn(job, 0, "published"))
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 403])
    })

    test("clients patching the same jobs at once on different fields: every field is kept", async () => {
      const { keys: { write: key }, make } = await starter()
      const jobs = await Promise.all(Array.from({ length: 8 }, () => make.job()))
      const patches: ReadonlyArray<JsonObject> = [
        { title: "Principal Engineer" },
        { department: "R&D" },
        { location: "Berlin" },
        { employment_type: "part_time" },
        { description_md: "Come." },
        { show_salary: true },
        { salary_currency: "EUR" },
        { salary_timeframe: "month" },
        { salary_min: 5000 },
        { salary_max: 7000 },
        { status: "closed" }
      ]
      await Promise.all(patches.flatMap((body, n) =>
        jobs.map(async ({ id }) => {
          const answer = having(200)(await nth(n)<OneJob>("PATCH", `/jobs/${id}`, { key, body }))
          expect(answer.body.job).toMatchObject(body)
        })
      ))
      for (const { id } of jobs) {
        const { body } = await calls[0]!<OneJob>("GET", `/jobs/${id}`, { key })
        expect(body.job).toMatchObject(Object.assign({}, ...patches))
      }
    })

    test("clients applying at once with one candidate for one job: one application comes to be", async () => {
      const { keys: { write: key }, make } = await starter()
      const [job, candidate] = await Promise.all([make.job(), make.candidate()])
      const body = { job_id: job.id, candidate_id: candidate.id }
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => nth(n)<JsonObject>("POST", "/applications", { key, body }))
      )
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array.from({ length: 11 }, () => 400)])
    })

    test("clients adding stages at once: all are there, in one order without gaps", async () => {
      const { keys: { write: key }, make } = await starter()
      const { id, stages } = await make.job()
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          nth(n)("POST", `/jobs/${id}/stages`, { key, body: { name: `Stage ${n}`, order_index: 1 } }))
      )
      for (const answer of answers) having(201)(answer)
      const { body } = await calls[0]!<OneJob>("GET", `/jobs/${id}`, { key })
      expect(body.job.stages.map((stage) => stage.order_index)).toEqual(
        Array.from({ length: stages.length + 12 }, (_, n) => n)
      )
    })
  })
}
