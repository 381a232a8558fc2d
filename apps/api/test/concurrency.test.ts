/** Many clients at once: plan limits are exact, and no update is lost. Two servers share the database. */
import type { JobDetail } from "@candor/domain/job/Job"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Answer, type Call, client, having } from "./harness/Client.ts"
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
