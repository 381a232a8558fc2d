/** Resources and prompts: what a user gives to a model, and what a model reads with the rights of the key. */
import { internalError } from "@candor/contract/ServerErrors"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Send } from "../../src/mcp/InterfaceCall.ts"
import { answerMessage } from "../../src/mcp/ToolServer.ts"
import { pageOf } from "../../src/public/Manual.ts"
import { Effect } from "effect"
import { revisions, type Tools, toolsOf } from "../harness/Tools.ts"
import { type SharedWorld, worldWith } from "../harness/World.ts"

let here: SharedWorld
let read: Tools
beforeAll(async () => {
  here = await worldWith(databases[0]!)
  read = await toolsOf(here.server, here.own.keys.read)
})
afterAll(async () => {
  await read.client.close()
  await here.backend.close()
})

const textOf = async (uri: string, { client } = read): Promise<string> => {
  const { contents: [first] } = await client.readResource({ uri })
  return first !== undefined && "text" in first ? first.text : ""
}

test.each(revisions)(
  "a client of %s lists the pages of the manual, and what is found by tools as templates",
  async (revision) => {
    const { client } = await toolsOf(here.server, here.own.keys.read, revision)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain("candor://docs/guide.md")
    expect(await textOf("candor://docs/guide.md")).toBe(pageOf("guide.md")!)
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "candor://candidates/{id}",
      "candor://applications/{id}",
      "candor://jobs/{id}"
    ])
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(["prepare_interview", "what_waits_for_me"])
    await client.close()
  }
)

describe.each(["candidates", "applications", "jobs"] as const)("a resource of %s", (kind) => {
  const idIn = () =>
    ({ candidates: here.own.ids.candidateId, applications: here.own.ids.id, jobs: here.own.ids.jobId })[kind]

  test("is read by its address, and by a link to it in the console or the interface", async () => {
    const texts = await Promise.all([
      `candor://${kind}/${idIn()}`,
      `${here.server.own_origin}/console/${kind}/${idIn()}?tab=notes`,
      `${here.server.own_origin}/api/v1/${kind}/${idIn()}`
    ].map((uri) => textOf(uri)))
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain(`"link":"${here.server.own_origin}/console/${kind}/${idIn()}"`)
  })

  test("is not there for another organization, in the words of an id that nobody has", async () => {
    const foreign = await toolsOf(here.server, here.foreign.keys.read)
    const refusal = (id: string) =>
      textOf(`candor://${kind}/${id}`, foreign).then(() => "read", (error: Error) => error.message.replaceAll(id, "…"))
    expect(await refusal(idIn())).toBe(await refusal(crypto.randomUUID()))
    await foreign.client.close()
  })
})

test("a link to another host is no resource here, and a prompt takes nothing but an application", async () => {
  const { candidateId, id } = here.own.ids
  await expect(textOf(`https://candor.example/console/applications/${id}`)).rejects.toThrow("no such resource")
  for (
    const application of [
      "no id",
      `candor://candidates/${candidateId}`,
      `https://candor.example/console/applications/${id}`,
      "candor://docs/guide.md"
    ]
  ) {
    await expect(read.client.getPrompt({ name: "prepare_interview", arguments: { application } })).rejects.toThrow(
      "no such resource"
    )
  }
})

test.each([
  [403, { uri: "candor://jobs/01a0f146-51d4-7f31-af31-76813e02ea68", status: 403 }, "Why."],
  [503, { uri: "candor://jobs/01a0f146-51d4-7f31-af31-76813e02ea68", status: 503 }, "Why."],
  [404, { uri: "candor://jobs/01a0f146-51d4-7f31-af31-76813e02ea68" }, "There is no such resource, or it is not seen"],
  [undefined, undefined, internalError.error.message]
])("where the interface answers %p, the error of a resource and of a prompt says so", async (status, data, message) => {
  const uri = "candor://jobs/01a0f146-51d4-7f31-af31-76813e02ea68"
  const send: Send = () =>
    status === undefined
      ? Effect.die("a secret of the server")
      : Effect.succeed({ status, headers: new Headers(), text: `{"error":{"message":"Why."}}` })
  const value = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } }
  const headers = { "content-type": "application/json" }
  const calling = {
    confirmationKey: "",
    hosts: new Set<string>(),
    origin: "http://localhost",
    randomBytes: () => Effect.succeed(new Uint8Array()),
    send
  }
  const { body } = await Effect.runPromise(
    answerMessage({ headers: headers as never, text: JSON.stringify(value), value }, calling)
  )
  expect(JSON.parse(body)).toMatchObject({ id: 1, error: { message, ...data === undefined ? {} : { data } } })
  expect(body).not.toContain("secret")
})

test.each([
  "candor://docs/../package.json",
  "candor://docs/constructor",
  "candor://members/x",
  "candor://jobs/..",
  "file:///etc/passwd",
  ""
])(
  "%p is no resource",
  async (uri) => {
    await expect(textOf(uri)).rejects.toThrow()
  }
)

test("a prompt brings what it is about", async () => {
  const { id } = here.own.ids
  for (const application of [id, `${here.server.own_origin}/console/applications/${id}`]) {
    const { messages } = await read.client.getPrompt({ name: "prepare_interview", arguments: { application } })
    expect(messages.map(({ content }) => content.type)).toEqual(["text", "resource"])
    expect(JSON.stringify(messages[1])).toContain(id)
  }
  const { messages } = await read.client.getPrompt({ name: "what_waits_for_me" })
  expect(JSON.stringify(messages[1])).toContain("new_applications")
  await expect(read.client.getPrompt({ name: "hire_me" })).rejects.toThrow("No such prompt")
})
