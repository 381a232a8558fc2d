/** Rules of notes and interview feedback: who may change them, and what an edit keeps. */
import type { InterviewFeedback } from "@candor/domain/feedback/InterviewFeedback"
import type { Note } from "@candor/domain/note/Note"
import type { Author } from "@candor/domain/organization/Author"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { type FilledWorld, worldWith } from "../harness/World.ts"

const draft = { interview_type: "panel", rating: "yes", body: "Good." }

interface OneFeedback {
  readonly interview_feedback: InterviewFeedback
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await worldWith(database)
    })
    afterAll(() => here.backend.close())

    const notes = () => `/applications/${here.own.ids.id}/notes`
    const feedback = () => `/applications/${here.own.ids.id}/feedback`
    const call = <Body>(method: string, path: string, body?: JsonObject, key = here.own.keys.write) =>
      here.call<Body>(method, path, { key, ...(body === undefined ? {} : { body }) })

    test("only the author edits a note, and deletes it with the scope write; the author's other keys may too", async () => {
      const { admin, other_author } = here.own.keys
      const { id } = await here.own.make.note(here.own.ids.id)
      const before = await here.backend.run(digest)
      const edited = having(403)(await call<ErrorBody>("PATCH", `${notes()}/${id}`, { note: "Mine" }, other_author))
      expect(edited.body.error).toMatchObject({ code: "forbidden", message: expect.stringContaining("author") })
      having(403)(await call("DELETE", `${notes()}/${id}`, undefined, other_author))
      expect(await here.backend.run(digest)).toEqual(before)
      having(200)(await call("PATCH", `${notes()}/${id}`, { note: "Mine" }, admin))
      expect(having(200)(await call("DELETE", `${notes()}/${id}`)).body).toEqual({ deleted: true })
      having(404)(await call("PATCH", `${notes()}/${id}`, { note: "Gone" }))
      having(404)(await call("DELETE", `${notes()}/${id}`, undefined, other_author))
    })

    test("a key with the scope admin deletes any note, and edits none", async () => {
      const { admin, other_author } = here.own.keys
      const { body: { note: { id } } } = having(201)(
        await call<{ note: Note }>("POST", notes(), { note: "By Alan" }, other_author)
      )
      having(403)(await call("DELETE", `${notes()}/${id}`))
      having(403)(await call("PATCH", `${notes()}/${id}`, { note: "By Ada" }, admin))
      having(200)(await call("DELETE", `${notes()}/${id}`, undefined, admin))
      having(404)(await call("GET", `${notes()}/${id}`))
    })

    test("every answer with a note or feedback names its author, by the name that the member has then", async () => {
      const { admin, other_author } = here.own.keys
      const { user } = having(200)(await here.call<{ user: Author }>("GET", "/me", { key: other_author })).body
      const application = await here.own.make.application(
        (await here.own.make.job()).id,
        (await here.own.make.candidate()).id
      )
      const path = `/applications/${application.id}`
      const authors = async (): Promise<ReadonlyArray<Author>> => {
        const answers = [
          await call("POST", `${path}/notes`, { note: "New" }, other_author),
          await call("POST", `${path}/feedback`, draft, other_author)
        ]
        const [note, given] = answers.map((answer) =>
          Object.values(answer.body as Record<string, { id: string }>)[0]!.id
        )
        answers.push(
          await call("PATCH", `${path}/notes/${note}`, { note: "Other" }, other_author),
          await call("PATCH", `${path}/feedback/${given}`, { rating: "no" }, other_author),
          await call("POST", `${path}/reject`, { reason: "Other", note: "By email" }, other_author),
          await call("POST", `${path}/reopen`, undefined, other_author),
          await call("GET", `${path}/notes`),
          await call("GET", `${path}/notes/${note}`),
          await call("GET", `${path}/feedback`),
          await call("GET", `${path}/feedback/${given}`),
          await call("GET", path),
          await call("GET", `/candidates/${application.candidate.id}/export`)
        )
        const found: Array<Author> = []
        JSON.stringify(answers.map(({ body }) => body), (key, value) => {
          if (key === "author") found.push(value)
          return value
        })
        return found
      }
      const { full_name, id } = user
      const before = await authors()
      expect(before.length).toBeGreaterThanOrEqual(17)
      expect(before).toEqual(before.map(() => ({ id, full_name })))
      having(200)(await call("PATCH", `/members/${id}`, { full_name: "Alan M. Turing" }, admin))
      const after = await authors()
      expect(after).toEqual(after.map(() => ({ id, full_name: "Alan M. Turing" })))
      having(200)(await call("PATCH", `/members/${id}`, { full_name }, admin))
    })

    test("only its author deletes feedback with the scope write, once; a key with the scope admin deletes any", async () => {
      const { id } = await here.own.make.feedback(here.own.ids.id)
      const path = `${feedback()}/${id}`
      const before = await here.backend.run(digest)
      const refused = having(403)(await call<ErrorBody>("DELETE", path, undefined, here.own.keys.other_author))
      expect(refused.body.error.message).toContain("author")
      expect(await here.backend.run(digest)).toEqual(before)
      expect(having(200)(await call("DELETE", path)).body).toEqual({ deleted: true })
      having(404)(await call("DELETE", path))
      having(404)(await call("GET", path))
      const { admin, other_author } = here.own.keys
      const other =
        having(201)(await call<OneFeedback>("POST", feedback(), draft, other_author)).body.interview_feedback
      having(403)(await call("DELETE", `${feedback()}/${other.id}`))
      having(403)(await call("PATCH", `${feedback()}/${other.id}`, { rating: "no" }, admin))
      having(200)(await call("DELETE", `${feedback()}/${other.id}`, undefined, admin))
      having(404)(await call("GET", `${feedback()}/${other.id}`))
    })
  })
}
