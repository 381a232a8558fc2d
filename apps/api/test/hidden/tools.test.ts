/**
 * Hidden jobs, as language models find them: by tools of their own, resources and prompts, in the random worlds of
 * hidden.test.ts. Operations answer tools as over HTTP (../mcp/operations.test.ts), also with errors
 * (../mcp/protocol.test.ts). `WORLDS=200 bun test apps/api/test/hidden` tries more worlds.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Call, client, type JsonObject } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { type Backend, open, type TestServer } from "../harness/TestServer.ts"
import { type Tools, toolsOf } from "../harness/Tools.ts"
import { organization } from "../harness/World.ts"
import { hiddenWord, hiddenWorld } from "./HiddenWorld.ts"
import { seeds, withNobodys } from "./Reads.ts"

const database = databases.at(-1)!

/** What a model is told: a result, or the message of an error, without the time that passes and the ids that it named. */
const told = async (asking: Promise<unknown>, named: ReadonlyArray<string> = []): Promise<string> => {
  const text = await asking.then((result) => JSON.stringify(result), (error: Error) => `failed: ${error.message}`)
  return named.reduce((all, id) => all.replaceAll(id, "…"), text).replace(
    /\\?"(?:seconds|remaining|reset)\\?":\d+/g,
    ""
  )
}

/** Tools of their own that read without an id. */
const searches: ReadonlyArray<readonly [string, JsonObject]> = [
  ["what_waits", {}],
  ["search_candidates", { q: hiddenWord }],
  ["search_candidates", { q: "grace" }],
  ["list_jobs", {}],
  ["list_jobs", { department: hiddenWord }],
  ["list_applications", {}],
  ["list_interviews", {}],
  ["search_operations", { query: hiddenWord }],
  ["call_operation", { operation: "Candidates.search", arguments: { q: hiddenWord } }]
]

/** Tools of their own that take an id, with what else they need; `prepare_interview` is a prompt. */
const ofIds: ReadonlyArray<readonly [string, keyof Ids, (id: string) => JsonObject]> = [
  ["get_candidate", "candidateId", (candidateId) => ({ candidateId })],
  ["get_application", "id", (id) => ({ id })],
  ["list_applications", "jobId", (job_id) => ({ job_id })],
  ["list_applications", "stageId", (stage_id) => ({ stage_id })],
  ["list_applications", "candidateId", (candidate_id) => ({ candidate_id })],
  ["search_candidates", "jobId", (job_id) => ({ job_id })],
  ["list_interviews", "id", (application_id) => ({ application_id })],
  ["create_application", "jobId", (job_id) => ({ job_id, candidate: { full_name: "Ada", primary_email: null } })],
  ["reject_application", "id", (id) => ({ id, reason: "Other" })],
  ["add_note", "id", (id) => ({ id, note: "Hello" })],
  ["write_to_candidate", "id", (id) => ({ id, subject: "Hello", body: "Hello" })],
  ["give_feedback", "id", (id) => ({ id, interview_type: "Phone", rating: "yes", body: "Good" })]
]

const resources = [["jobs", "jobId"], ["applications", "id"], ["candidates", "candidateId"]] as const

/** What a model is told of each resource, prompt and tool that takes one of these ids. */
const addressed = async ({ call, client }: Tools, ids: Partial<Ids>) => {
  const all = new Map<string, string>()
  const given = withNobodys(ids)
  const named = Object.values(ids)
  for (const [kind, field] of resources)
    all.set(kind, await told(client.readResource({ uri: `candor://${kind}/${given[field]}` }), named))
  const prompt = { name: "prepare_interview", arguments: { application: given.id } }
  all.set(prompt.name, await told(client.getPrompt(prompt), named))
  for (const [tool, field, values] of ofIds)
    all.set(`${tool} ${field}`, await told(call(tool, values(given[field])), named))
  return all
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

  for (const seed of seeds) {
    test(`world ${seed}: nothing that happens with hidden jobs changes what a model is told, and none of it can be addressed`, async () => {
      const { keys: { admin } } = await backend.run(organization({ name: `Tools ${seed}`, plan: "enterprise" }))
      const world = await hiddenWorld(call, admin, seed)
      const [own, all] = [await toolsOf(server, world.viewer.key), await toolsOf(server, admin)]
      const answers = async () => {
        const answers = new Map<string, string>()
        for (const [tool, values] of searches)
          answers.set(`${tool} ${JSON.stringify(values)}`, await told(own.call(tool, values)))
        for (const [kind, field] of resources)
          answers.set(kind, await told(own.client.readResource({ uri: `candor://${kind}/${world.visible[field]}` })))
        return answers
      }
      const before = await answers()
      const { hidden, made } = await world.hide(12)
      const after = await answers()
      expect([...after].filter(([asked, answer]) => answer !== before.get(asked))).toEqual([])
      const everything = JSON.stringify([...after])
      // What was asked for is repeated.
      expect(made.filter((secret) => everything.includes(secret))).toEqual([])

      const random = Object.fromEntries(Object.keys(hidden).map((field) => [field, crypto.randomUUID()]))
      const toldOfHidden = await addressed(own, hidden)
      expect(toldOfHidden).toEqual(await addressed(own, random))
      expect([...toldOfHidden].filter(([, text]) => text.includes(hiddenWord))).toEqual([])
      // There is something to hide.
      const toldToAdmin = await addressed(all, hidden)
      expect(resources.filter(([kind]) => !toldToAdmin.get(kind)!.includes(hiddenWord))).toEqual([])
      await Promise.all([own, all].map(({ client }) => client.close()))
    })
  }
})
