/** Files of applications: what is taken, what a download says, and what goes with what. */
import { zipOf } from "@candor/background/testing/Zips"
import { maxUploadsOfOrganization } from "@candor/contract/Attachments"
import type { AttachmentDetail } from "@candor/domain/attachment/Attachment"
import { type FileText, pageLength } from "@candor/domain/attachment/FileText"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { type ErrorBody, having } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { upload } from "../harness/Makers.ts"
import { type FilledWorld, worldWith } from "../harness/World.ts"

interface OneAttachment {
  readonly attachment: AttachmentDetail
}

const text = (content: string, name = "notes.txt", type = "text/plain") => upload(new File([content], name, { type }))

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await worldWith(database)
    })
    afterAll(() => here.backend.close())

    const files = () => `/applications/${here.own.ids.id}/attachments`

    const send = <Body = OneAttachment>(form: FormData) =>
      here.call<Body>("POST", files(), { key: here.own.keys.write, form })

    const added = async (form: FormData) => having(201)(await send(form)).body.attachment

    const download = (id: string, headers: Readonly<Record<string, string>> = {}) =>
      here.call<string>("GET", `${files()}/${id}/content`, { key: here.own.keys.read, headers })

    /** The contents that are stored of the organization. */
    const stored = () => {
      const folder = join(here.backend.folder, here.own.organization.id)
      return existsSync(folder) ? readdirSync(folder).toSorted() : []
    }

    test("an upload beside as many unfinished ones is refused at once, and taken when they have ended", async () => {
      const request = new Response(text("x".repeat(100_000), "slow.txt"))
      const headers = {
        authorization: `Bearer ${here.own.keys.write}`,
        "content-type": request.headers.get("content-type")!
      }
      const bytes = await request.bytes()
      const before = stored().length
      const uploads = Array.from({ length: maxUploadsOfOrganization }, () => {
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
        const writer = writable.getWriter()
        void writer.write(bytes.subarray(0, -100))
        const sent = fetch(here.server.base_url + files(), { method: "POST", headers, body: readable })
        return async () => {
          await writer.write(bytes.subarray(-100))
          await writer.close()
          return (await sent).status
        }
      })
      while (stored().length < before + uploads.length) await new Promise(setImmediate)
      const { body } = having(429)(await send<ErrorBody>(text("One more.")))
      expect(body.error.details).toEqual({ limit: maxUploadsOfOrganization })
      expect(await Promise.all(uploads.map((finish) => finish()))).toEqual(uploads.map(() => 201))
      await added(text("One more."))
    })

    test("the text of a file is read in pages of characters", async () => {
      const { id } = await added(text("It is read later."))
      const page = async (query = "") =>
        having(200)(
          await here.call<{ attachment_text: FileText }>("GET", `${files()}/${id}/text${query}`, {
            key: here.own.keys.read
          })
        ).body.attachment_text
      expect(await page()).toMatchObject({ text_status: "pending", text: null, pages: 0 })
      await here.backend.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) =>
            sql`UPDATE attachments SET text_status = 'extracted', text = repeat('𝄞', ${pageLength}) || 'end' WHERE id = ${id}`
        )
      )
      expect(await page()).toMatchObject({ text: "𝄞".repeat(pageLength), page: 1, pages: 2 })
      expect(await page("?page=2")).toMatchObject({ id, text_status: "extracted", text: "end", page: 2 })
      expect(await page("?page=3")).toMatchObject({ text: "" })
      having(404)(await here.call("GET", `${files()}/${crypto.randomUUID()}/text`, { key: here.own.keys.read }))
    })

    test("an uploaded file is listed, shown with its application, and downloaded as it was sent", async () => {
      const content = "%PDF-1.7\n".padEnd(200_000, "x")
      const attachment = await added(upload(new File([content], "grace-hopper.pdf", { type: "application/pdf" })))
      expect(attachment).toMatchObject({
        file_type: "resume",
        original_filename: "grace-hopper.pdf",
        content_type: "application/pdf",
        size_bytes: 200_000
      })
      const { key } = { key: here.own.keys.read }
      expect(having(200)(await here.call<OneAttachment>("GET", `${files()}/${attachment.id}`, { key })).body).toEqual({
        attachment
      })
      const list = having(200)(
        await here.call<{ attachments: ReadonlyArray<AttachmentDetail> }>("GET", files(), { key })
      )
      expect(list.body.attachments[0]).toEqual(attachment)
      const detail = having(200)(
        await here.call<{ application: { attachments: ReadonlyArray<unknown> } }>(
          "GET",
          `/applications/${here.own.ids.id}`,
          { key }
        )
      )
      const { file_type, id, original_filename } = attachment
      expect(detail.body.application.attachments[0]).toEqual({ id, file_type, original_filename } as never)
      expect(having(200)(await download(id)).text).toBe(content)
    })

    test("a download is saved and not run: its headers say so, whatever the name", async () => {
      const { id } = await added(
        text("See <script>alert(1)</script>", "r\u00e9sum\u00e9 \"of\" 100% \u5c65\u6b74\u66f8.txt")
      )
      const { headers } = having(200)(await download(id))
      expect(headers.get("content-type")).toBe("text/plain")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox")
      expect(headers.get("content-disposition")).toBe(
        "attachment; filename=\"re_sume_ _of_ 100_ ___.txt\"; " +
          "filename*=UTF-8''r%C3%A9sum%C3%A9%20%22of%22%20100%25%20%E5%B1%A5%E6%AD%B4%E6%9B%B8.txt"
      )
    })

    test("a range is 206 with its position, one beyond the end 416, and what is no single range the whole", async () => {
      const { id } = await added(text("0123456789"))
      for (
        const [range, part, position] of [
          ["bytes=0-3", "0123", "bytes 0-3/10"],
          ["bytes=7-", "789", "bytes 7-9/10"],
          ["bytes=-2", "89", "bytes 8-9/10"],
          ["bytes=-99", "0123456789", "bytes 0-9/10"],
          ["bytes=5-999999999999", "56789", "bytes 5-9/10"],
          ["BYTES=9-9", "9", "bytes 9-9/10"]
        ] as const
      ) {
        const answer = having(206)(await download(id, { range }))
        expect([answer.text, answer.headers.get("content-range")]).toEqual([part, position])
      }
      for (const range of ["bytes=10-", "bytes=10-11", "bytes=-0"]) {
        expect(having(416)(await download(id, { range })).headers.get("content-range")).toBe("bytes */10")
      }
      for (const range of ["bytes=3-1", "bytes=0-1,3-4", "lines=0-1", "bytes=", "bytes=-", "bytes=a-b", "0-3"]) {
        expect(having(200)(await download(id, { range })).text).toBe("0123456789")
      }
    })

    test("If-Range with the content's ETag gives the range, and with any other value the whole", async () => {
      const { id } = await added(text("0123456789"))
      const etag = having(200)(await download(id)).headers.get("etag")!
      expect(etag).toMatch(/^"[^"]+"$/)
      having(206)(await download(id, { range: "bytes=0-3", "if-range": etag }))
      for (const condition of [`W/${etag}`, "\"other\"", "Sat, 21 Nov 2026 09:00:00 GMT"]) {
        expect(having(200)(await download(id, { range: "bytes=0-3", "if-range": condition })).text).toBe("0123456789")
      }
    })

    test("a client that has the content gets 304 without it, also for a part", async () => {
      const { id } = await added(text("0123456789"))
      const etag = having(200)(await download(id)).headers.get("etag")!
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const answer = await fetch(`${here.server.base_url}${files()}/${id}/content`, {
          headers: { "authorization": `Bearer ${here.own.keys.read}`, "range": "bytes=0-3", "if-none-match": known }
        })
        expect([answer.status, await answer.text(), answer.headers.get("etag")]).toEqual([304, "", etag])
      }
      having(200)(await download(id, { "if-none-match": "\"other\"" }))
    })

    test("HEAD has the headers of the content without the content", async () => {
      const { id } = await added(text("0123456789"))
      const answer = await fetch(`${here.server.base_url}${files()}/${id}/content`, {
        method: "HEAD",
        headers: { authorization: `Bearer ${here.own.keys.read}` }
      })
      expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "10", ""])
    })

    test.each([
      ["a page", text("<html>", "cv.pdf", "application/pdf"), "found an HTML page"],
      [
        "a program that is named like a PDF",
        text("MZ\x90\x01", "cv.pdf", "application/pdf"),
        "found a Windows program"
      ],
      ["a script that is declared as text", text("#!/bin/sh", "cv.txt", "text/plain"), "found a script"],
      [
        "a link",
        text("{\"doc_id\":\"1a\"}", "cv.gdoc", "application/json"),
        "found a link to a document, not the document itself: download it as PDF"
      ],
      [
        "an archive of files",
        upload(new File([zipOf({ "cv.pdf": "%PDF-1.7" })], "cv.zip")),
        "found a ZIP archive that is no document"
      ]
    ])("%s is refused with what was found, and nothing is left of it", async (_, form, found) => {
      const [before, contents] = [await here.backend.run(digest), stored()]
      const { error } = having(400)(await send<ErrorBody>(form)).body
      expect(error.message).toContain(found)
      expect(error.details?.["issues"]).toMatchObject([{ path: ["file"], message: expect.stringContaining(found) }])
      expect(await here.backend.run(digest)).toEqual(before)
      expect(stored()).toEqual(contents)
    })

    test("a file_type that a form leaves empty is the default", async () => {
      const form = text("one")
      form.set("file_type", " ")
      expect((await added(form)).file_type).toBe("other")
    })

    test("a form names a file in Latin-1, and its download in UTF-8", async () => {
      const form =
        `--x\r\nContent-Disposition: form-data; name="file"; filename="M\u00fcller.pdf"\r\n\r\n%PDF-1.7\n\r\n--x--\r\n`
      const answer = await fetch(here.server.base_url + files(), {
        method: "POST",
        headers: {
          "authorization": `Bearer ${here.own.keys.write}`,
          "content-type": "multipart/form-data; boundary=x"
        },
        body: Buffer.from(form, "latin1")
      })
      const { attachment: { id, original_filename } } = await answer.json() as OneAttachment
      expect(original_filename).toBe("M\u00fcller.pdf")
      expect(having(200)(await download(id)).headers.get("content-disposition")).toContain(
        "filename*=UTF-8''M%C3%BCller.pdf"
      )
    })

    test("path tricks in names do nothing: a content is stored under its id alone, and the name is a text", async () => {
      const contents = new Set(stored())
      for (const name of ["../../../../tmp/candor-escape.txt", "..\\..\\candor-escape.txt", "/etc/candor-escape.txt"]) {
        const { id, original_filename } = await added(text("text", name))
        expect(original_filename).toBe("candor-escape.txt")
        contents.add(id)
      }
      expect(stored()).toEqual([...contents].toSorted())
      expect(existsSync("/tmp/candor-escape.txt")).toBe(false)
    })

    test("two files, no file, a file in another field and a field given twice are refused, each with its path", async () => {
      const [two, none, elsewhere, twice] = [text("one"), new FormData(), new FormData(), text("one")]
      two.append("file", new File(["two"], "two.txt"))
      none.append("file_type", "resume")
      elsewhere.append("document", new File(["one"], "one.txt"))
      twice.append("file_type", "other")
      for (
        const [form, path] of [[two, "file"], [none, "file"], [elsewhere, "document"], [twice, "file_type"]] as const
      ) {
        const { error } = having(400)(await send<ErrorBody>(form)).body
        expect(error.details?.["issues"]).toMatchObject([{ path: [path], message: expect.any(String) }])
      }
    })

    test("a deleted file is gone for readers, and the removal of its content is queued", async () => {
      const { id } = await added(text("text"))
      expect(having(200)(await here.call("DELETE", `${files()}/${id}`, { key: here.own.keys.write })).body).toEqual({
        deleted: true
      })
      having(404)(await download(id))
      having(404)(await here.call("DELETE", `${files()}/${id}`, { key: here.own.keys.write }))
      const queued = await here.backend.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) =>
            sql`SELECT queue_name FROM queue WHERE position(${id} IN element) > 0 OR queue_name = 'removed_contents' AND created_at = (SELECT max(created_at) FROM queue) ORDER BY queue_name`
        )
      )
      expect(queued).toEqual([{ queue_name: "erasures" }, { queue_name: "removed_contents" }, { queue_name: "texts" }])
    })

    test("a repeated upload with one key stores one content; a dry run and another file under the key store none", async () => {
      const before = stored()
      const headers = { "idempotency-key": crypto.randomUUID() }
      const once = (content: string, query = "") =>
        here.call<OneAttachment>("POST", files() + query, { key: here.own.keys.write, form: text(content), headers })
      const { attachment } = having(201)(await once("one")).body
      expect(having(201)(await once("one")).body.attachment).toEqual(attachment)
      having(400)(await once("two"))
      having(201)(await once("three", "?dry_run=true"))
      expect(stored()).toEqual([...before, attachment.id].toSorted())
    })
  })
}
