/**
 * Hidden jobs, as language models find them. The tool that calls operations answers as they do over HTTP
 * (../mcp/operations.test.ts), of which hidden.test.ts shows that they hide them.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { client, type Call } from "../harness/Client.ts"
import { type Backend, open, type TestServer } from "../harness/TestServer.ts"
import { toolsOf } from "../harness/Tools.ts"
import { organization } from "../harness/World.ts"
import { hiddenWord, hiddenWorld } from "./HiddenWorld.ts"

const database = databases.at(-1)!

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

  test("a resource of a hidden job is answered to language models as one that nobody has", async () => {
    const { keys: { admin } } = await backend.run(organization({ name: "Resources", plan: "enterprise" }))
    const world = await hiddenWorld(call, admin, 1)
    const { hidden } = await world.hide(6)
    const [own, all] = [await toolsOf(server, world.viewer.key), await toolsOf(server, admin)]
    const ask = ({ client }: typeof own, kind: string, id: string) =>
      client.readResource({ uri: `candor://${kind}/${id}` }).then(
        () => "read",
        (error: Error) => error.message.replaceAll(id, "…")
      )
    const prepare = ({ client }: typeof own, application: string) =>
      client.getPrompt({ name: "prepare_interview", arguments: { application } }).then(
        () => "read",
        (error: Error) => error.message
      )
    for (
      const [kind, id] of [["jobs", hidden.jobId], ["applications", hidden.id], [
        "candidates",
        hidden.candidateId
      ]] as const
    ) {
      expect(await ask(all, kind, id!)).toBe("read")
      expect(await ask(own, kind, id!)).toBe(await ask(own, kind, crypto.randomUUID()))
    }
    expect(await prepare(all, hidden.id!)).toBe("read")
    expect(await prepare(own, hidden.id!)).toBe(await prepare(own, crypto.randomUUID()))
    await Promise.all([own, all].map(({ client }) => client.close()))
  })

  test("the tools of language models find nothing of hidden jobs", async () => {
    const { keys: { admin } } = await backend.run(organization({ name: "Tools", plan: "enterprise" }))
    const world = await hiddenWorld(call, admin, 1)
    const { made } = await world.hide(6)
    const [own, all] = [await toolsOf(server, world.viewer.key), await toolsOf(server, admin)]
    const found = async (tools: typeof own) =>
      JSON.stringify(await tools.succeed("search_candidates", { q: hiddenWord })).includes(`${hiddenWord} Smith`)
    expect(await found(all)).toBe(true)
    expect(await found(own)).toBe(false)
    for (const name of ["what_waits", "list_jobs", "list_applications", "list_interviews"]) {
      const text = JSON.stringify(await own.call(name, {}))
      expect([hiddenWord, ...made].filter((secret) => text.includes(secret)), name).toEqual([])
    }
    await Promise.all([own, all].map(({ client }) => client.close()))
  })
})
