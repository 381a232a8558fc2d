/**
 * Hidden jobs, in random worlds: whatever happens with jobs that a member does not see, no answer to the member changes
 * by it.
 * `WORLDS=200 bun test apps/api/test/hidden` tries more of them.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { goodCall, withQuery } from "../conformance/calls.ts"
import { type Name, names, operation, pathIds } from "../conformance/operations.ts"
import { type Call, client, having } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { openStream, readUntil } from "../harness/Stream.ts"
import { type Backend, open, type TestServer } from "../harness/TestServer.ts"
import { organization } from "../harness/World.ts"
import { type HiddenWorld, hiddenWord, hiddenWorld } from "./HiddenWorld.ts"
import { ofKey, reads, seeds, visibleOf, withNobodys } from "./Reads.ts"

const database = databases.at(-1)!

/** Queries that look for more than the usual ones. */
const further: Readonly<Record<string, ReadonlyArray<string>>> = {
  "GET /candidates/search": [`q=${hiddenWord}`, "q=grace", `tag=${hiddenWord}`],
  "GET /candidates": ["sort=name", `tag=${hiddenWord}`],
  "GET /applications": [`source_type=${hiddenWord}`, "status=active"],
  "GET /jobs": [`department=${hiddenWord}`]
}

describe(`on ${database.name}`, () => {
  let backend: Backend
  let server: TestServer
  let call: Call
  beforeAll(async () => {
    backend = await open(database)
    server = await backend.serve()
    call = client(server.base_url)
  })
  afterAll(() => backend.close())

  /** The answers to all reads of a member, by what was asked. */
  const answers = async ({ viewer, visible }: HiddenWorld): Promise<ReadonlyMap<string, string>> => {
    const all = new Map<string, string>()
    for (const name of reads) {
      const { method, options, path } = goodCall(name, ofKey(viewer.key), withNobodys(visible))
      for (const query of ["", ...further[name] ?? []]) {
        const { headers, status, text } = await call(method, withQuery(path, query), options)
        expect(status, `${method} ${withQuery(path, query)}: ${text}`).toBeLessThan(500)
        // The time since something goes on, and the requests that are left, and until when.
        all.set(
          `${method} ${withQuery(path, query)}`,
          `${status} ${headers.get("etag")} ${text.replace(/"(?:seconds|remaining|reset)":\d+/g, "")}`
        )
      }
    }
    return all
  }

  const eventsAfter = async ({ viewer: { key } }: HiddenWorld, after: number) =>
    having(200)(
      await call<{ events: ReadonlyArray<object>; latest: number }>("GET", `/events?after=${after}&limit=500`, { key })
    ).body

  for (const seed of seeds) {
    test(`world ${seed}: nothing that happens with hidden jobs changes an answer, sends an event or can be addressed`, async () => {
      const { keys: { admin } } = await backend.run(organization({ name: `World ${seed}`, plan: "enterprise" }))
      const world = await hiddenWorld(call, admin, seed)
      const before = await answers(world)
      const { latest } = await eventsAfter(world, 0)
      await using stream = await openStream(server, world.viewer.key)
      const { hidden, made } = await world.hide(12)
      const after = await answers(world)
      expect([...after].filter(([asked, answer]) => answer !== before.get(asked))).toEqual([])
      expect((await eventsAfter(world, latest)).events).toEqual([])

      const everything = JSON.stringify((await eventsAfter(world, 0)).events)
      const sent = await readUntil(stream.response, new RegExp(await world.write()))
      for (const text of [everything, sent])
        expect([hiddenWord, ...made].filter((secret) => text.includes(secret))).toEqual([])

      const filters: Readonly<Record<string, string | undefined>> = {
        job_id: hidden.jobId,
        stage_id: hidden.stageId,
        candidate_id: hidden.candidateId,
        application_id: hidden.id
      }
      for (const name of reads) {
        for (const field of operation(name).query_ids.filter((field) => filters[field] !== undefined)) {
          const { method, options, path } = goodCall(name, ofKey(world.viewer.key), withNobodys(world.visible))
          const filtered = (id: string) => call(method, withQuery(path, `${field}=${id}`), options)
          expect(visibleOf(await filtered(filters[field]!)), `${name} ${field}`).toEqual(
            visibleOf(await filtered(crypto.randomUUID()))
          )
        }
      }

      for (const name of names.filter((name) => operation(name).scope !== "admin")) {
        const fields = (pathIds(name) as ReadonlyArray<keyof Ids>).filter((field) => field in hidden)
        if (fields.length === 0) continue
        const asking = (name: Name, ids: Partial<Ids>) => {
          const { method, options, path } = goodCall(
            name,
            ofKey(world.viewer.key),
            withNobodys({ ...world.visible, ...ids })
          )
          return call(method, path, options)
        }
        const random = Object.fromEntries(fields.map((field) => [field, crypto.randomUUID()]))
        const answer = visibleOf(await asking(name, hidden))
        expect(answer, name).toEqual(visibleOf(await asking(name, random)))
        expect(answer.status, name).toBeOneOf([403, 404])
      }
    })
  }
})
