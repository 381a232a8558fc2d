/** Rules of notes and interview feedback: who may change them, and what an edit keeps. */
import type { InterviewFeedback } from "@candor/domain/feedback/InterviewFeedback"
import type { Note } from "@candor/domain/note/Note"
import type { Author } from "@candor/domain/organization/Author"
import type { Rating } from "@candor/domain/feedback/Rating"
import { fromMillis } from "@candor/domain/Timestamp"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { client, type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { type World, world } from "../harness/World.ts"

const draft = { interview_type: "panel", rating: "yes", body: "Good." }

interface OneFeedback {
  readonly interview_feedback: InterviewFeedback
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
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
      const { body: { note: { id } } } = having(201)(await call<{ note: Note }>("POST", notes(), { note: "By Alan" }, other_author))
      having(403)(await call("DELETE", `${notes()}/${id}`))
      having(403)(await call("PATCH", `${notes()}/${id}`, { note: "By Ada" }, admin))
      having(200)(await call("DELETE", `${notes()}/${id}`, undefined, admin))
      having(404)(await call("GET", `${notes()}/${id}`))
    })

    test("a note belongs to the user of the key that wrote it", async () => {
      const { other_author } = here.own.keys
      const { body } = having(201)(await call<{ note: Note }>("POST", notes(), { note: "By Alan" }, other_author))
      having(403)(await call("PATCH", `${notes()}/${body.note.id}`, { note: "By Ada" }))
      const edited = having(200)(await call("PATCH", `${notes()}/${body.note.id}`, { note: "By Alan again" }, other_author))
      expect(having(200)(await call("GET", `${notes()}/${body.note.id}`)).body).toEqual(edited.body)
    })

    test("editing a note keeps created_at and moves updated_at; the same text again moves nothing", async () => {
      const note = await here.own.make.note(here.own.ids.id, "First")
      expect(note).toMatchObject({ body: "First", updated_at: note.created_at })
      const later = Date.parse(note.created_at) + 60_000
      const inAMinute = client((await here.backend.serve({ now: () => later })).base_url)
      const edit = async (text: string) =>
        having(200)(
          await inAMinute<{ note: Note }>("PATCH", `${notes()}/${note.id}`, {
            key: here.own.keys.write,
            body: { note: text }
          })
        ).body.note
      expect(await edit("First")).toEqual(note)
      const edited = await edit("Second")
      expect(edited).toEqual({ ...note, body: "Second", updated_at: fromMillis(later) })
      const { body } = await call<{ notes: ReadonlyArray<Note> }>("GET", notes())
      expect(body.notes).toContainEqual(edited)
    })

    test("every answer with a note or feedback names its author, by the name that the member has then", async () => {
      const { admin, other_author } = here.own.keys
      const { user } = having(200)(await here.call<{ user: Author }>("GET", "/me", { key: other_author })).body
      const application = await here.own.make.application((await here.own.make.job()).id, (await here.own.make.candidate()).id)
      const path = `/applications/${application.id}`
      const authors = async (): Promise<ReadonlyArray<Author>> => {
        const answers = [
          await call("POST", `${path}/notes`, { note: "New" }, other_author),
          await call("POST", `${path}/feedback`, draft, other_author)
        ]
        const [note, given] = answers.map((answer) => Object.values(answer.body as Record<string, { id: string }>)[0]!.id)
        answers.push(
          await call("PATCH", `${path}/notes/${note}`, { note: "Other" }, other_author),
          await call("PATCH", `${path}/feedback/${given}`, { rating: "no" }, other_author),
          await call("POST", `${path}/reject`, { reason: "Other", note: "By e-mail" }, other_author),
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

    test("a note has 1 to 50,000 characters", async () => {
      const longest = "ä".repeat(50_000)
      expect((await here.own.make.note(here.own.ids.id, longest)).body).toBe(longest)
      for (const note of ["", " \n ", `${longest}!`, null, 1, ["x"]]) {
        const { error } = having(400)(await call<ErrorBody>("POST", notes(), { note })).body
        expect(error.details?.["issues"]).toEqual(
          expect.arrayContaining([{ path: ["note"], message: expect.stringMatching(/^Expected /) }])
        )
        having(400)(await call("PATCH", `${notes()}/${here.own.ids.noteId}`, { note }))
      }
      having(400)(await call("POST", notes(), { body: "The field is called note." }))
      having(400)(await call("POST", notes(), {}))
    })

    test("notes and feedback are listed newest first", async () => {
      const { make } = here.own
      const application = await make.application((await make.job()).id, (await make.candidate()).id)
      const written: Array<Note> = []
      for (const text of ["A", "B", "C"]) written.push(await make.note(application.id, text))
      const given = [await make.feedback(application.id), await make.feedback(application.id)]
      const listed = await call<{ notes: ReadonlyArray<Note> }>("GET", `/applications/${application.id}/notes`)
      const newest = <Item extends { created_at: string; id: string }>(items: ReadonlyArray<Item>) =>
        items.toSorted((a, b) => a.created_at + a.id < b.created_at + b.id ? 1 : -1)
      expect(listed.body.notes).toEqual(newest(written))
      const shown = await call<{ interview_feedback: ReadonlyArray<InterviewFeedback> }>(
        "GET",
        `/applications/${application.id}/feedback`
      )
      expect(shown.body.interview_feedback).toEqual(newest(given))
    })

    test("only its author revises feedback, and what is not named stays", async () => {
      const given = await here.own.make.feedback(here.own.ids.id)
      const path = `${feedback()}/${given.id}`
      const before = await here.backend.run(digest)
      const refused = having(403)(await call<ErrorBody>("PATCH", path, { rating: "no" }, here.own.keys.other_author))
      expect(refused.body.error.message).toContain("author")
      const unchanged = having(200)(await call<OneFeedback>("PATCH", path, {}))
      expect(unchanged.body.interview_feedback).toEqual(given)
      expect(await here.backend.run(digest)).toEqual(before)
      const revised = having(200)(await call<OneFeedback>("PATCH", path, { rating: "no" }))
      expect(revised.body.interview_feedback).toEqual({ ...given, rating: "no" })
      expect(having(200)(await call<OneFeedback>("GET", path)).body).toEqual(revised.body)
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
      const other = having(201)(await call<OneFeedback>("POST", feedback(), draft, other_author)).body.interview_feedback
      having(403)(await call("DELETE", `${feedback()}/${other.id}`))
      having(403)(await call("PATCH", `${feedback()}/${other.id}`, { rating: "no" }, admin))
      having(200)(await call("DELETE", `${feedback()}/${other.id}`, undefined, admin))
      having(404)(await call("GET", `${feedback()}/${other.id}`))
    })

    test.each<Rating>(["strong_no", "no", "mixed", "yes", "strong_yes"])("a rating can be %s", async (rating) => {
      expect((await here.own.make.feedback(here.own.ids.id, { rating })).rating).toBe(rating)
    })

    test.each([
      ["rating", "maybe"],
      ["rating", null],
      ["rating", 5],
      ["interview_type", ""],
      ["body", ""],
      ["body", "x".repeat(50_001)],
      ["surprise", 1]
    ])("feedback with %s = %j is 400, and the message names the field", async (field, value) => {
      const body = { interview_type: "panel", rating: "yes", body: "Good.", [field]: value }
      expect(having(400)(await call<ErrorBody>("POST", feedback(), body)).body.error.message).toContain(field)
      const path = `${feedback()}/${here.own.ids.feedbackId}`
      expect(having(400)(await call<ErrorBody>("PATCH", path, { [field]: value })).body.error.message).toContain(field)
    })
  })
}
