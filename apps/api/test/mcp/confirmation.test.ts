/** A tool changes nothing but by the confirmation of its own dry run, and a repeated confirmation has one effect. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { revisions, type Tools, toolsOf } from "../harness/Tools.ts"
import { type World, world } from "../harness/World.ts"

const hiring = (id: string) => ({ operation: "Applications.hire", arguments: { id } })

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    let write: Tools
    beforeAll(async () => {
      here = await world(database)
      write = await toolsOf(here.server, here.own.keys.write)
    })
    afterAll(async () => {
      await write.client.close()
      await here.backend.close()
    })

    /** An application of its own. */
    const application = async () => {
      const { id: job } = await here.own.make.job()
      return await here.own.make.application(job, (await here.own.make.candidate()).id)
    }

    const notesOf = async (id: string) =>
      having(200)(
        await here.call<{ notes: ReadonlyArray<{ body: string }> }>("GET", `/applications/${id}/notes`, {
          key: here.own.keys.read
        })
      )
        .body.notes.map(({ body }) => body)

    const unchanged = async (action: () => Promise<unknown>) => {
      const before = await here.backend.run(digest)
      await action()
      expect(await here.backend.run(digest)).toEqual(before)
    }

    /** The arguments with the confirmation that their dry run gives. */
    const tried = async (tool: string, values: JsonObject, tools = write): Promise<JsonObject> => {
      const { confirmation } = await tools.succeed(tool, values)
      return { ...values, confirmation: confirmation as string }
    }

    const refusal = (message: string) => expect.stringContaining(`"message":"confirmation: ${message}`)

    test.each(revisions)(
      "%s: a dry run changes nothing; its confirmation makes the change, once for all repetitions",
      async (revision) => {
        const { client, succeed } = await toolsOf(here.server, here.own.keys.write, revision)
        const { id } = await application()
        const note = { id, note: "Speaks Danish." }
        let confirmed: JsonObject = {}
        await unchanged(async () => {
          const { confirmation, ...rest } = await succeed("add_note", note)
          expect(rest).toMatchObject({ outcome: "dry_run", answer: { note: { body: "Speaks Danish." } } })
          confirmed = { ...note, confirmation: confirmation as string }
        })
        const first = await succeed("add_note", confirmed)
        expect(first).toMatchObject({ outcome: "done", replayed: false, answer: { note: { body: "Speaks Danish." } } })
        await unchanged(async () => {
          expect(await succeed("add_note", confirmed)).toEqual({ ...first, replayed: true })
        })
        expect(await notesOf(id)).toEqual(["Speaks Danish."])
        await client.close()
      }
    )

    test("16 confirmations at once have one effect", async () => {
      const { id } = await application()
      const confirmed = await tried("add_note", { id, note: "Once." })
      const results = await Promise.all(Array.from({ length: 16 }, () => write.call("add_note", confirmed)))
      const texts = results.map((result) => JSON.stringify(result.content))
      // A repetition that comes while the first is under way is told so, as over HTTP.
      expect(texts.filter((text) => !/The change is made|idempotency_key_in_flight/.test(text))).toEqual([])
      expect(await notesOf(id)).toEqual(["Once."])
    })

    test("two dry runs of equal notes are two notes", async () => {
      const { id } = await application()
      for (const _ of [1, 2]) await write.succeed("add_note", await tried("add_note", { id, note: "Again." }))
      expect(await notesOf(id)).toEqual(["Again.", "Again."])
    })

    test("a confirmation is of its arguments, in any order, and of no others", async () => {
      const { id } = await application()
      const other = await application()
      const { confirmation, ...values } = await tried("reject_application", {
        id,
        reason: "Position closed",
        note: "Sorry."
      })
      await unchanged(async () => {
        for (const changed of [{ id: other.id }, { reason: "Withdrawn" }, { note: "Sorry!" }, { note: undefined }]) {
          const text = await write.fail("reject_application", { ...values, ...changed, confirmation } as JsonObject)
          expect(text).toEqual(refusal("Expected the confirmation of a dry run with the same arguments"))
        }
        expect(
          await write.fail("call_operation", {
            operation: "Applications.delete",
            arguments: { id },
            confirmation: confirmation!
          })
        )
          .toEqual(refusal("Expected the confirmation of a dry run"))
      })
      const done = await write.succeed("call_operation", {
        operation: "Applications.reject",
        arguments: { note: "Sorry.", reason: "Position closed", id },
        confirmation: confirmation!
      })
      expect(done).toMatchObject({ outcome: "done", answer: { application: { status: "rejected" } } })
    })

    test("a confirmation that is made up, or changed in any part, is refused", async () => {
      const { id } = await application()
      const { confirmation, ...values } = await tried("call_operation", hiring(id))
      const [expires, nonce, etag, code] = (confirmation as string).split(".")
      await unchanged(async () => {
        for (
          const text of [
            "yes",
            "true",
            "...",
            `${Number(expires) + 1}.${nonce}.${etag}.${code}`,
            `${expires}.${nonce}x.${etag}.${code}`,
            `${expires}.${nonce}..${code}`,
            `${expires}.${nonce}.${etag}.`,
            `${confirmation}.`,
            ` ${confirmation}`
          ]
        ) {
          expect(await write.fail("call_operation", { ...values, confirmation: text })).toEqual(
            refusal("Expected the confirmation")
          )
        }
      })
    })

    test("a confirmation is of its key, on every server", async () => {
      const { id } = await application()
      const confirmed = await tried("call_operation", hiring(id))
      const colleague = await toolsOf(here.server, here.own.keys.other_author)
      const elsewhere = await toolsOf(await here.backend.serve(), here.own.keys.write)
      await unchanged(async () => {
        expect(await colleague.fail("call_operation", confirmed)).toEqual(refusal("Expected the confirmation"))
      })
      expect(await elsewhere.succeed("call_operation", confirmed)).toMatchObject({ outcome: "done" })
      await colleague.client.close()
      await elsewhere.client.close()
    })

    test("a confirmation is good for 15 minutes", async () => {
      const { id } = await application()
      let now = Date.now()
      const tools = await toolsOf(await here.backend.serve({ now: () => now }), here.own.keys.write)
      const [one, other] = [
        await tried("add_note", { id, note: "In time." }, tools),
        await tried("add_note", { id, note: "Late." }, tools)
      ]
      now += 15 * 60_000 - 1000
      // A note changes the application, to which the other one belongs as well.
      expect(await tools.succeed("add_note", one)).toMatchObject({ outcome: "done" })
      now += 1000
      expect(await tools.fail("add_note", other)).toEqual(refusal("Expected within 15 minutes"))
      expect(await notesOf(id)).toEqual(["In time."])
      await tools.client.close()
    })

    test("what has changed since its dry run is not changed by it", async () => {
      const { id } = await application()
      const confirmed = await tried("reject_application", { id, reason: "Position closed" })
      await here.own.make.note(id, "She has another offer until Friday.")
      await unchanged(async () => {
        expect(await write.fail("reject_application", confirmed)).toContain("The resource has changed")
      })
    })

    test("a write by external id is made on what its dry run has shown, and an empty argument clears nothing", async () => {
      const key = crypto.randomUUID()
      const put = (more: JsonObject = {}): JsonObject => ({
        operation: "Jobs.putByExternalId",
        arguments: { system: "lever", key, title: "Cook", ...more }
      })
      const byHand = (more: JsonObject = {}) =>
        here.call("PUT", `/jobs/by-external-id/lever/${key}`, {
          key: here.own.keys.write,
          body: { title: "Cook", ...more }
        })
      const making = await tried("call_operation", put())
      await byHand()
      await unchanged(async () =>
        expect(await write.fail("call_operation", making)).toContain("The resource has changed")
      )
      const changing = await tried("call_operation", put())
      await byHand({ location: "Oslo" })
      await unchanged(async () =>
        expect(await write.fail("call_operation", changing)).toContain("The resource has changed")
      )
      const empty = await tried("call_operation", put({ location: "" }))
      expect(await write.succeed("call_operation", empty)).toMatchObject({ answer: { job: { location: "Oslo" } } })
    })

    test("a key without the scope has no dry run, by the text that HTTP has", async () => {
      const { id } = await application()
      const read = await toolsOf(here.server, here.own.keys.read)
      const { text } = having(403)(await here.call("POST", `/applications/${id}/hire`, { key: here.own.keys.read }))
      await unchanged(async () => {
        expect(await read.fail("call_operation", hiring(id))).toBe(text)
      })
      await read.client.close()
    })

    test("an argument `dry_run` is refused: it neither skips the dry run nor makes one of the change", async () => {
      const { id } = await application()
      await unchanged(async () => {
        for (const dry_run of ["false", "true"]) {
          expect(await write.fail("add_note", { id, note: "x", dry_run })).toContain(
            "dry_run: Not accepted from a tool"
          )
          expect(await write.fail("call_operation", { operation: "Applications.hire", arguments: { id, dry_run } }))
            .toContain("dry_run: Not accepted from a tool")
        }
      })
    })

    test.each([".", "..", "%2e%2e", "../notes", ""])("an id %p leads to no other operation", async (wrong) => {
      const { id } = await application()
      await unchanged(async () => {
        await write.fail("call_operation", { operation: "Notes.delete", arguments: { id, noteId: wrong } })
        // Beside it there is a list of the applications of all candidates.
        await write.fail("call_operation", { operation: "Candidates.applications", arguments: { candidateId: wrong } })
      })
    })
  })
}
