/** The application form of a job, and answers that keep the question as it was asked. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import type { JobForm } from "@candor/domain/form/JobForm"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { having, type JsonObject } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const put = (job: string, body: JsonObject) =>
      here.call<{ form: JobForm }>("PUT", `/jobs/${job}/form`, { key: here.own.keys.write, body })
    const get = async (job: string) =>
      having(200)(await here.call<{ form: JobForm }>("GET", `/jobs/${job}/form`, { key: here.own.keys.read })).body.form

    test("a job has a form, whose questions stay the same while others come and go, and go with the job", async () => {
      const { id } = await here.own.make.job()
      expect(await get(id)).toMatchObject({ resume: "required", questions: [] })
      const { questions } =
        having(200)(await put(id, { phone: "Required", questions: [{ label: "When?", type: "date" }] })).body.form
      const [{ id: when }] = questions as readonly [JobForm["questions"][number]]
      const changed = having(200)(
        await put(id, {
          questions: [{ label: "Why?", type: "text" }, { id: when, label: "When at last?", type: "date" }]
        })
      ).body.form
      expect(changed).toMatchObject({
        phone: "optional",
        questions: [{ label: "Why?" }, { id: when, label: "When at last?" }]
      })
      expect(await get(id)).toEqual(changed)
      having(200)(await here.call("DELETE", `/jobs/${id}`, { key: here.own.keys.write }))
      having(404)(await put(id, {}))
    })

    test("of forms that are put at the same time, one stands whole", async () => {
      const { id } = await here.own.make.job()
      const labels = ["One?", "Two?", "Three?"]
      await Promise.all(
        labels.map(async (label) =>
          having(200)(await put(id, { questions: [{ label, type: "url" }, { label, type: "date" }] }))
        )
      )
      const [one, other] = (await get(id)).questions.map(({ label }) => label)
      expect(labels).toContain(one!)
      expect(other).toBe(one!)
    })

    test("an answer has its type and value beside the question and the text, and null where a program gave none", async () => {
      const [{ id: job }, { id: candidate }] = [await here.own.make.job(), await here.own.make.candidate()]
      const typed = {
        question_id: crypto.randomUUID(),
        question_text: "Which?",
        answer_text: "One, two",
        type: "multiple_choice",
        value: ["One", "two"]
      }
      const { id } = await here.own.make.application(job, candidate, {
        answers: [typed, { question_text: "When?", answer_text: "Now" }]
      })
      const { application } = having(200)(
        await here.call<{ application: ApplicationDetail }>("GET", `/applications/${id}`, { key: here.own.keys.read })
      ).body
      expect(application.application_answers).toMatchObject([typed, {
        answer_text: "Now",
        question_id: null,
        type: null,
        value: null
      }])
    })
  })
}
