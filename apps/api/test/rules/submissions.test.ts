/** Applications that arrive at a careers site: what is accepted, what becomes of it, and what attackers get. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import { process } from "@candor/background/submission/Submissions"
import { Element } from "@candor/sql/queue/SubmissionWork"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { having, type JsonObject } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

const decodeElement = Schema.decodeUnknownSync(Element)

/** Makes applications of what is queued, as background work does. */
const processed = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const work = yield* sql<{ readonly element: string }>`
    DELETE FROM queue WHERE queue_name = 'submissions' AND state = 'pending' RETURNING element`
  yield* Effect.forEach(work, ({ element }) => process(decodeElement(JSON.parse(element))), { discard: true })
})

const pdf = (text: string) => new File([`%PDF-1.7\n${text}`], "cv.pdf", { type: "application/pdf" })

const formOf = (values: Readonly<Record<string, string | File | ReadonlyArray<string>>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value as ReadonlyArray<string> : [value as string | File]) form.append(name, one)
  }
  return form
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    let board: string
    beforeAll(async () => {
      here = await world(database)
      const body = { is_open: true, consent_text: "I agree." }
      board = having(200)(await here.call<{ board: { slug: string } }>("PATCH", "/organization/board", { key: here.own.keys.admin, body })).body.board.slug
    })
    afterAll(() => here.backend.close())

    const open = async (form: JsonObject = {}, patch: JsonObject = {}) => {
      const { id } = await here.own.make.job()
      const put = having(200)(await here.call<{ form: { questions: ReadonlyArray<{ id: string }> } }>("PUT", `/jobs/${id}/form`, { key: here.own.keys.write, body: form }))
      const { job } = having(200)(await here.call<{ job: { public_slug: string } }>("PATCH", `/jobs/${id}`, {
        key: here.own.keys.write,
        body: { status: "published", ...patch }
      })).body
      return { id, slug: job.public_slug, questions: put.body.form.questions.map(({ id }) => id) }
    }

    let addresses = 0
    const send = async (path: string, body: FormData | JsonObject, headers: Readonly<Record<string, string>> = {}) => {
      const isForm = body instanceof FormData
      const response = await fetch(here.server.own_origin + path, {
        method: "POST",
        body: isForm ? body : JSON.stringify(body),
        headers: { ...(isForm ? {} : { "content-type": "application/json" }), "x-forwarded-for": `10.0.${++addresses >> 8}.${addresses & 255}`, ...headers }
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    const apply = async (slug: string, body: FormData | JsonObject, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await send(`/api/v1/boards/${board}/jobs/${slug}/applications`, body, headers)
      return { ...answer, body: JSON.parse(answer.text) }
    }
    const accepted = async (slug: string, body: FormData | JsonObject, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await apply(slug, body, headers)
      expect(answer.status, answer.text).toBe(202)
      return answer.body.submission as { readonly reference: string; readonly url: string }
    }
    const run = () => here.backend.run(processed)
    const applications = async (job: string) => {
      const { applications } = having(200)(await here.call<{ applications: ReadonlyArray<{ id: string }> }>("GET", `/applications?job_id=${job}`, { key: here.own.keys.read })).body
      return Promise.all(applications.map(async ({ id }) =>
        having(200)(await here.call<{ application: ApplicationDetail }>("GET", `/applications/${id}`, { key: here.own.keys.read })).body.application))
    }
    const person = () => ({ full_name: "Grace Hopper", email: `grace-${crypto.randomUUID()}@example.com`, consent: "1" })

    test("what is answered with 202 becomes an application with its files, its answers and its source", async () => {
      const { id, questions: [when, sample], slug } = await open({ questions: [{ label: "When?", type: "date" }, { label: "A sample?", type: "file" }] })
      await accepted(slug, formOf({
        ...person(), phone: "+1 555 0100", cover_letter: "I wrote a compiler.", resume: pdf("cv"), [`question:${when!}`]: "2027-01-31",
        [`question:${sample!}`]: new File(["text"], "sample.txt"), other: new File([], ""), utm_source: "newsletter"
      }))
      await run()
      const [application] = await applications(id)
      expect(application).toMatchObject({
        source_type: "newsletter",
        candidate: { full_name: "Grace Hopper" },
        application_answers: [
          { question_text: "Cover letter", answer_text: "I wrote a compiler." },
          { question_id: when!, value: "2027-01-31" },
          { question_id: sample!, value: "sample.txt" }
        ]
      })
      expect(application!.attachments.map(({ file_type, original_filename }) => [file_type, original_filename]).toSorted()).toEqual([
        ["A sample?", "sample.txt"], ["resume", "cv.pdf"]
      ])
    })
  })
}
