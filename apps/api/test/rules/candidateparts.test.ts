/** Notes and files of a candidate without an application: as those of an application. */
import { ofCandidate } from "@candor/domain/application/ApplicationSize"
import type { AttachmentDetail } from "@candor/domain/attachment/Attachment"
import type { Event } from "@candor/domain/event/Event"
import type { Note } from "@candor/domain/note/Note"
import type { CandidateExport } from "@candor/domain/person/CandidateExport"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { type CallOptions, type ErrorBody, having } from "../harness/Client.ts"
import { upload } from "../harness/Makers.ts"
import { type FilledWorld, worldWith } from "../harness/World.ts"

interface OneNote {
  readonly note: Note
}

interface OneAttachment {
  readonly attachment: AttachmentDetail
}

const text = (content: string) => upload(new File([content], "cv.txt"))

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await worldWith(database)
    })
    afterAll(() => here.backend.close())

    const call = <Body>(method: string, path: string, options: CallOptions = {}) =>
      here.call<Body>(method, path, { key: here.own.keys.write, ...options })

    const someone = async () => `/candidates/${(await here.own.make.candidate()).id}`

    /** The contents that are stored of the organization. */
    const stored = () => {
      const folder = join(here.backend.folder, here.own.organization.id)
      return existsSync(folder) ? readdirSync(folder).toSorted() : []
    }

    test("a note is its author's to edit, its author's and an administrator's to delete, and its events name the candidate", async () => {
      const person = await someone()
      const { admin, other_author } = here.own.keys
      const { note } =
        having(201)(await call<OneNote>("POST", `${person}/notes`, { body: { note: "Met in May." } })).body
      const path = `${person}/notes/${note.id}`
      having(403)(await call("PATCH", path, { body: { note: "Mine" }, key: other_author }))
      having(403)(await call("DELETE", path, { key: other_author }))
      const edited = having(200)(await call<OneNote>("PATCH", path, { body: { note: "Met in June." } })).body
      expect(having(200)(await call("GET", path)).body).toEqual(edited)
      expect(having(200)(await call("GET", `${person}/notes`)).body).toEqual({ notes: [edited.note] })
      having(404)(await call("GET", `/applications/${here.own.ids.id}/notes/${note.id}`))
      having(200)(await call("DELETE", path, { key: admin }))
      having(404)(await call("GET", path))
      const candidate_id = person.split("/").at(-1)!
      const events = having(200)(await call<{ events: ReadonlyArray<Event> }>("GET", "/events?types=note.*&limit=1000"))
        .body.events
        .filter(({ subject_id }) => subject_id === note.id)
      expect(
        events.map((
          { data, type }
        ) => [type, data?.["candidate_id"] ?? candidate_id, data !== null && "application_id" in data])
      )
        .toEqual(["note.created", "note.updated", "note.deleted"].map((type) => [type, candidate_id, false]))
    })

    test("a file is stored once under one key, downloaded whole and in part, and its content goes with it", async () => {
      const person = await someone()
      const files = `${person}/attachments`
      const before = stored()
      const headers = { "idempotency-key": crypto.randomUUID() }
      const { attachment } =
        having(201)(await call<OneAttachment>("POST", files, { form: text("0123456789"), headers })).body
      expect(having(201)(await call<OneAttachment>("POST", files, { form: text("0123456789"), headers })).body).toEqual(
        { attachment }
      )
      having(201)(await call("POST", `${files}?dry_run=true`, { form: text("dry") }))
      expect(stored()).toEqual([...before, attachment.id].toSorted())
      const path = `${files}/${attachment.id}`
      expect(having(200)(await call("GET", files)).body).toEqual({ attachments: [attachment] })
      expect(having(200)(await call("GET", path)).body).toEqual({ attachment })
      expect(having(200)(await call("GET", `${path}/content`)).text).toBe("0123456789")
      const part = having(206)(await call("GET", `${path}/content`, { headers: { range: "bytes=2-4" } }))
      expect([part.text, part.headers.get("content-range")]).toEqual(["234", "bytes 2-4/10"])
      const { body: exported } = having(200)(await call<typeof CandidateExport.Type>("GET", `${person}/export`))
      expect(exported.attachments).toEqual([{ ...attachment, content: Buffer.from("0123456789").toString("base64") }])
      having(200)(await call("DELETE", path))
      having(404)(await call("GET", `${path}/content`))
    })

    test("a merged candidate's are read by its id as the survivor's, and it gets no more", async () => {
      const [merged, survivor] = [await someone(), await someone()]
      const { note } = having(201)(await call<OneNote>("POST", `${merged}/notes`, { body: { note: "Moves." } })).body
      const into = survivor.split("/").at(-1)!
      having(200)(await call("POST", `${merged}/merge`, { body: { into } }))
      for (const path of [merged, survivor])
        expect(having(200)(await call("GET", `${path}/notes`)).body).toEqual({ notes: [note] })
      const refusals = [
        await call<ErrorBody>("POST", `${merged}/notes`, { body: { note: "More." } }),
        await call<ErrorBody>("POST", `${merged}/attachments`, { form: text("More.") }),
        await call<ErrorBody>("DELETE", `${merged}/notes/${note.id}`)
      ]
      expect(refusals.map((answer) => having(400)(answer).body.error.details)).toMatchObject(
        refusals.map(() => ({ candidate_id: into }))
      )
    })

    test("one note more than a candidate can have is 400 with the limit, and so is any once the person was anonymised", async () => {
      const person = await someone()
      const id = person.split("/").at(-1)!
      const { limit, what } = ofCandidate.notes
      await here.backend.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE candidates SET notes_counted = ${limit} WHERE id = ${id}`
        )
      )
      const { error } =
        having(400)(await call<ErrorBody>("POST", `${person}/notes`, { body: { note: "One more." } })).body
      expect(error).toMatchObject({ message: expect.stringContaining(`${limit} ${what}`), details: { limit } })
      having(200)(await call("POST", `${person}/anonymise`))
      for (const options of [{ body: { note: "Late." } }, { form: text("Late.") }]) {
        const path = `${person}/${"body" in options ? "notes" : "attachments"}`
        expect(having(400)(await call<ErrorBody>("POST", path, options)).body.error.details).toHaveProperty(
          "anonymised_at"
        )
      }
    })
  })
}
