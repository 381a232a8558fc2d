/**
 * Scorecards and feedback of others, in random worlds: whatever colleagues say of a candidate, no answer changes by it
 * to who owes a scorecard, or is the candidate. By tools operations answer as over HTTP (../mcp/operations.test.ts).
 * `WORLDS=200 bun test apps/api/test/hidden` tries more of them.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { goodCall, withQuery } from "../conformance/calls.ts"
import { names, pathIds } from "../conformance/operations.ts"
import { type Call, client, having } from "../harness/Client.ts"
import { openStream, readUntil } from "../harness/Stream.ts"
import { type Backend, open, type TestServer } from "../harness/TestServer.ts"
import { toolsOf } from "../harness/Tools.ts"
import { organization } from "../harness/World.ts"
import { hiddenWord } from "./HiddenWorld.ts"
import { ofKey, reads, seeds, visibleOf, withNobodys } from "./Reads.ts"
import { type ScorecardWorld, scorecardWorld } from "./ScorecardWorld.ts"

const database = databases.at(-1)!

/** Queries by which others' judgements could be found. */
const further: Readonly<Record<string, ReadonlyArray<string>>> = {
  "GET /candidates/search": [`q=${hiddenWord}`],
  "GET /jobs/{jobId}/cards": ["rating=strong_no", "sort=rating"],
  "GET /jobs/{jobId}/board": ["rating=strong_no", "sort=rating"],
  "GET /jobs/{jobId}/counts": ["rating=strong_no"]
}

/**
 * What is told to everybody: whose scorecards are due, and that an application was changed; and what changes by the
 * time.
 */
const told = new Set(["due", "scorecards_due", "updated_at", "seconds", "remaining", "reset"])
const untold = (text: string): string =>
  JSON.stringify(JSON.parse(text, (key, value) => told.has(key) ? undefined : value))

/** The beginning of what differs. */
const difference = (one = "", other: string): string =>
  other.slice(Math.max(0, [...other].findIndex((character, at) => character !== one[at]) - 100)).slice(0, 300)

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
  const answers = async ({ interview, viewer, visible }: ScorecardWorld): Promise<ReadonlyMap<string, string>> => {
    const all = new Map<string, string>()
    for (const name of reads) {
      const { method, options, path } = goodCall(
        name,
        ofKey(viewer.key),
        withNobodys({ ...visible, interviewId: interview })
      )
      for (const query of ["", ...further[name] ?? []]) {
        const { headers, status, text } = await call(method, withQuery(path, query), options)
        expect(status, `${method} ${withQuery(path, query)}: ${text}`).toBeLessThan(500)
        const isJson = headers.get("content-type")?.startsWith("application/json") === true
        all.set(`${method} ${withQuery(path, query)}`, `${status} ${isJson ? untold(text) : text}`)
      }
    }
    return all
  }

  const eventsAfter = async ({ viewer: { key } }: ScorecardWorld, after: number) =>
    having(200)(
      await call<{ events: ReadonlyArray<object>; latest: number }>("GET", `/events?after=${after}&limit=500`, { key })
    ).body

  for (const seed of seeds) {
    test(`world ${seed}: nothing that others say of a candidate changes an answer before one's own scorecard, or is found in a tool, the stream or the audit log`, async () => {
      const { keys: { admin } } = await backend.run(organization({ name: `World ${seed}`, plan: "enterprise" }))
      const world = await scorecardWorld(call, admin, seed)
      const { viewer, visible } = world
      const before = await answers(world)
      const { latest } = await eventsAfter(world, 0)
      await using stream = await openStream(server, viewer.key)
      const feedbackId = await world.judge(8)
      const after = await answers(world)
      const changed = [...after].filter(([asked, answer]) => answer !== before.get(asked))
      expect(changed.map(([asked, answer]) => [asked, difference(before.get(asked), answer)])).toEqual([])
      expect((await eventsAfter(world, latest)).events).toEqual([])
      const secrets = [hiddenWord, "strong_no"]
      const sent = await readUntil(stream.response, new RegExp(await world.write()))
      const { text: audited } = await call("GET", "/audit-log?limit=500", { key: viewer.key })
      for (const text of [JSON.stringify((await eventsAfter(world, 0)).events), sent, audited])
        expect(secrets.filter((secret) => text.includes(secret))).toEqual([])

      for (const name of names.filter((name) => (pathIds(name) as ReadonlyArray<string>).includes("feedbackId"))) {
        const asking = (feedbackId: string) => {
          const { method, options, path } = goodCall(name, ofKey(viewer.key), withNobodys({ ...visible, feedbackId }))
          return call(method, path, options)
        }
        expect(visibleOf(await asking(feedbackId)), name).toEqual(visibleOf(await asking(crypto.randomUUID())))
      }

      const tools = await toolsOf(server, viewer.key)
      const said: Array<string> = []
      for (const name of ["what_waits", "list_jobs", "list_applications", "list_interviews"])
        said.push(JSON.stringify(await tools.call(name, {})))
      for (
        const [kind, of] of [["jobs", visible.jobId], ["applications", visible.id], [
          "candidates",
          visible.candidateId
        ]] as const
      ) {
        said.push(JSON.stringify(await tools.client.readResource({ uri: `candor://${kind}/${of}` })))
      }
      said.push(
        JSON.stringify(
          await tools.client.getPrompt({ name: "prepare_interview", arguments: { application: visible.id! } })
        )
      )
      await tools.client.close()
      expect(said.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([])

      if (viewer.hasApplied) return
      await world.submit()
      const whole = [...(await answers(world)).values(), JSON.stringify((await eventsAfter(world, latest)).events)]
      expect(whole.filter((text) => text.includes(hiddenWord)).length).toBeGreaterThan(6)
    })
  }
})
