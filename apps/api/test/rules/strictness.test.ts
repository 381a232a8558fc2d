/** What a request may not get away with: impossible cursors, other spellings of paths, keys in the log. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { having, type JsonObject } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

const cursor = (position: JsonObject) => Buffer.from(JSON.stringify(position)).toString("base64url")

const id = "0197f3a2-5b1c-7d4e-8f60-123456789abc"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const get = (path: string) => here.call("GET", path, { key: here.own.keys.write })

    test.each(["/jobs", "/candidates", "/applications", "/sourcing/searches"])(
      "a cursor that nobody was given is refused by %s",
      async (list) => {
        for (const made of [
          cursor({ created_at: "2026-02-30T00:00:00.000Z", id }),
          cursor({ created_at: "2026-99-99T99:99:99.999Z", id }),
          cursor({ created_at: "0000-01-01T00:00:00.000Z", id }),
          cursor({ created_at: "2026-01-01T00:00:00.000Z", id, x: 1 }),
          cursor({ created_at: "2026-01-01T00:00:00.000Z", id: "1" }),
          cursor({}),
          "bm8",
          "%00"
        ]) {
          const { body } = having(400)(await get(`${list}?cursor=${made}`))
          expect(JSON.stringify(body)).toContain("Link header")
        }
      }
    )

    test("an id in upper case is the same id: in a path, in a query and in a body", async () => {
      const { applicationId, id: application, jobId, stageId } = { applicationId: here.own.ids.id, ...here.own.ids }
      having(200)(await get(`/jobs/${jobId.toUpperCase()}`))
      const filtered = having(200)(await get(`/applications?job_id=${jobId.toUpperCase()}`)).body["applications"]
      expect((filtered as ReadonlyArray<unknown>).length).toBeGreaterThan(0)
      expect(applicationId).toBe(application)
      having(200)(
        await here.call("POST", `/applications/${application}/move`, {
          key: here.own.keys.write,
          body: { stage_id: stageId.toUpperCase() }
        })
      )
    })

    test.each(["/Jobs", "//jobs", "/JOBS"])("%s is no path of the interface", async (path) => {
      having(404)(await get(path))
    })

    test.each(["limit=01", "limit=+5", "limit=1e1", "limit=", "offset=-0", "offset=00", "offset=9007199254740993"])(
      "%s is no number that is accepted",
      async (query) => {
        having(400)(await get(`/applications?${query}`))
      }
    )

    test("the largest offset there is answers with nothing", async () => {
      expect(having(200)(await get("/applications?offset=9007199254740991")).body["applications"]).toEqual([])
    })

    test("bytes that are no UTF-8 are refused, not replaced", async () => {
      const bytes = new Uint8Array([...new TextEncoder().encode("{\"title\":\"a"), 0xff, 0xfe, ...new TextEncoder().encode("\"}")])
      const response = await fetch(`${here.server.base_url}/jobs`, {
        method: "POST",
        headers: { authorization: `Bearer ${here.own.keys.write}`, "content-type": "application/json" },
        body: bytes
      })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain("UTF-8")
      // The character that decoders write for such bytes is text.
      having(201)(await here.call("POST", "/jobs", { key: here.own.keys.write, body: { title: "R\ufffdder" } }))
    })
  })
}
