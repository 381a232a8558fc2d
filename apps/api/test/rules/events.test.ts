/** The change feed as its readers meet it: pages, waiting, server-sent events, cursors that are too old. */
import * as Access from "@candor/sql/testing/Access"
import { databases } from "@candor/sql/testing/Databases"
import { untilSequenceable } from "@candor/sql/testing/Sequenceable"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { client, having, type JsonObject } from "../harness/Client.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type FilledWorld, worldWith, type World, world } from "../harness/World.ts"

interface Event {
  readonly sequence: number
  readonly type: string
  readonly subject_id: string
  readonly data: JsonObject
}

interface Page {
  readonly events: ReadonlyArray<Event>
  readonly next: number
  readonly has_more: boolean
  readonly latest: number
  readonly next_cursor: string
}

/** Reads server-sent events until there are so many. */
const readStream = async (response: Response, count: number): Promise<ReadonlyArray<string>> => {
  const blocks: Array<string> = []
  let text = ""
  const reader = response.body!.pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<
      string
    >
  while (blocks.length < count) {
    const { value } = await reader.read()
    text += value
    const complete = text.split("\n\n")
    text = complete.pop()!
    blocks.push(...complete.filter((block) => !block.startsWith(":")))
  }
  await reader.cancel()
  return blocks
}

/** Waits until the feeds of both organizations can have all their events. */
const allSequenceable = ({ backend, foreign, own }: World) =>
  backend.run(
    Effect.forEach([own, foreign], ({ organization }) => untilSequenceable(organization.id), { discard: true })
  )

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await worldWith(database)
      await allSequenceable(here)
    })
    afterAll(() => here.backend.close())

    const page = async (query: string) =>
      having(200)(await here.call<Page>("GET", `/events${query}`, { key: here.own.keys.read })).body
    const head = async () => {
      await allSequenceable(here)
      return (await page("?limit=1000&after=0")).next
    }
    const newCandidate = () =>
      here.call("POST", "/candidates", {
        key: here.own.keys.write,
        body: { full_name: "Edsger Dijkstra", primary_email: freshEmail() }
      })

    test("pages tell every event once, in order, and end where nothing more has happened", async () => {
      const whole = await page("?limit=1000&after=0")
      const walked: Array<number> = []
      for (
        let at = await page("?limit=3&after=0");
        at.events.length > 0;
        at = await page(`?limit=3&after=${at.next}`)
      ) {
        walked.push(...at.events.map((event) => event.sequence))
      }
      expect(walked.length).toBeGreaterThan(3)
      expect(walked).toEqual(whole.events.map((event) => event.sequence))
      expect(walked).toEqual([...new Set(walked)].toSorted((one, other) => one - other))
    })

    test("an answer without events is held back until something happens", async () => {
      const after = await head()
      const waiting = page(`?after=${after}&wait=20`)
      const { body } = having(201)(await newCandidate())
      const { events } = await waiting
      expect(events.map((event) => [event.type, event.subject_id])).toEqual([
        ["candidate.created", (body["candidate"] as JsonObject)["id"] as string]
      ])
    })

    test("a wait that nothing ends answers with no events and the same cursor", async () => {
      const after = await head()
      expect(await page(`?after=${after}&wait=1`)).toEqual({
        events: [],
        next: after,
        has_more: false,
        latest: after,
        next_cursor: String(after)
      })
    })

    test("with Accept: text/event-stream the events come as they happen, from the last id on", async () => {
      const after = await head()
      const response = await fetch(`${here.server.base_url}/events`, {
        headers: {
          authorization: `Bearer ${here.own.keys.read}`,
          accept: "text/event-stream",
          "last-event-id": String(after)
        }
      })
      expect(response.status).toBe(200)
      expect(response.headers.get("content-type")).toBe("text/event-stream")
      // A proxy that buffers would hold events back.
      expect(response.headers.get("x-accel-buffering")).toBe("no")
      const reading = readStream(response, 2)
      await newCandidate()
      await newCandidate()
      const blocks = await reading
      expect(blocks.map((block) => block.split("\n").slice(0, 2))).toEqual([
        [`id: ${after + 1}`, "event: candidate.created"],
        [`id: ${after + 2}`, "event: candidate.created"]
      ])
      const data = JSON.parse(blocks[0]!.split("\ndata: ")[1]!) as Event
      expect(data).toEqual((await page(`?after=${after}`)).events[0]!)
    })

    test("the audit log is for admins, newest first, and each hash follows from the one before", async () => {
      const key = here.own.keys.admin
      const { body } = having(200)(await here.call("GET", "/audit-log?limit=2", { key }))
      const [newest, before] = body["entries"] as unknown as ReadonlyArray<Event & { readonly hash: string }>
      expect([newest!.sequence - before!.sequence, body["has_more"]]).toEqual([1, true])
      const earlier = having(200)(await here.call("GET", `/audit-log?limit=1&before=${newest!.sequence}`, { key })).body
      expect((earlier["entries"] as unknown as ReadonlyArray<Event>)[0]).toEqual(before!)
    })
  })
}

for (const database of databases) {
  describe(`who follows, on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
      await allSequenceable(here)
    })
    afterAll(() => here.backend.close())

    const stream = (key: string, headers: Record<string, string> = {}) =>
      fetch(`${here.server.base_url}/events`, {
        headers: { authorization: `Bearer ${key}`, accept: "text/event-stream", ...headers }
      })

    test("loses the stream when the key is revoked", async () => {
      const { keys, organization } = here.foreign
      const response = await stream(keys.write)
      const ended = response.text()
      await here.backend.run(Access.revokeAll(organization.id, "write"))
      await ended
    })

    test("loses the stream when the key's member has a smaller role, and has another one with it", async () => {
      const { id } = await here.own.make.member()
      const { key } = await here.own.make.apiKey({ user_id: id, scope: "admin" })
      const ended = (await stream(key)).text()
      const body = { role: "write" }
      having(200)(await here.call("PATCH", `/members/${id}`, { key: here.own.keys.admin, body }))
      await ended
      const again = await stream(key)
      expect(again.status).toBe(200)
      await again.body?.cancel()
    })

    test("is told at once when the id to go on from is none", async () => {
      expect((await stream(here.own.keys.read, { "last-event-id": "abc" })).status).toBe(400)
    })

    test("is told of a cursor that is ahead of all that happened, and of types that there are not", async () => {
      const { body } = having(400)(await here.call("GET", "/events?after=999999", { key: here.own.keys.read }))
      expect((body["error"] as JsonObject)["details"]).toMatchObject({ reason: "cursor_ahead", after: 999_999 })
      having(400)(await here.call("GET", "/events?types=jobs.*", { key: here.own.keys.read }))
      having(200)(await here.call("GET", "/events?types=*", { key: here.own.keys.read }))
    })

    test("sees where webhooks send to only with an admin key", async () => {
      const { admin, read } = here.own.keys
      having(201)(
        await here.call("POST", "/webhooks", { key: admin, body: { url: "https://hooks.example.com/T0/SECRET" } })
      )
      await allSequenceable(here)
      const seen = async (key: string) =>
        having(200)(await here.call("GET", "/events?after=0&limit=1000", { key })).text
      expect(await seen(read)).not.toContain("hooks.example.com/T0")
      expect(await seen(admin)).toContain("hooks.example.com/T0")
    })

    test("is let go when the server stops: a stream ends, and who waits is answered", async () => {
      const server = await here.backend.serve()
      const key = here.own.keys.read
      const response = await fetch(`${server.base_url}/events`, {
        headers: { authorization: `Bearer ${key}`, accept: "text/event-stream" }
      })
      const after = having(200)(await here.call<Page>("GET", "/events?after=0&limit=1000", { key })).body.next
      const waiting = client(server.base_url)<Page>("GET", `/events?after=${after}&wait=30`, { key })
      await client(server.base_url)("GET", "/me", { key })
      await server.close()
      expect(having(200)(await waiting).body.events).toEqual([])
      expect(await response.text()).toContain(": open")
    })
  })
}
