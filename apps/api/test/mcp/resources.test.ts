/** Resources and prompts: what a user gives to a model, and what a model reads with the rights of the key. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { revisions, type Tools, toolsOf } from "../harness/Tools.ts"
import { type SharedWorld, sharedWorld } from "../harness/World.ts"

let here: SharedWorld
let read: Tools
beforeAll(async () => {
  here = await sharedWorld(databases[0]!)
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

test.each(revisions)("a client of %s lists the pages of the manual, and what is found by tools as templates", async (revision) => {
  const { client } = await toolsOf(here.server, here.own.keys.read, revision)
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toContain("candor://docs/guide.md")
  expect(await textOf("candor://docs/guide.md")).toBe(await Bun.file(new URL("../../../../docs/guide.md", import.meta.url)).text())
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["candor://candidates/{id}", "candor://applications/{id}", "candor://jobs/{id}"])
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(["prepare_interview", "what_waits_for_me"])
  await client.close()
})

describe.each(["candidates", "applications", "jobs"] as const)("a resource of %s", (kind) => {
  const idIn = () => ({ candidates: here.own.ids.candidateId, applications: here.own.ids.id, jobs: here.own.ids.jobId })[kind]

  test("is read by its address, and by a link to it in the console or the interface", async () => {
    const texts = await Promise.all([
      `candor://${kind}/${idIn()}`, `${here.server.origin}/console/${kind}/${idIn()}?tab=notes`, `${here.server.base_url}/${kind}/${idIn()}`
    ].map((uri) => textOf(uri)))
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain(`"link":"${here.server.origin}/console/${kind}/${idIn()}"`)
  })

  test("is not there for another organization, in the words of an id that nobody has", async () => {
    const foreign = await toolsOf(here.server, here.foreign.keys.read)
    const refusal = (id: string) => textOf(`candor://${kind}/${id}`, foreign).then(() => "read", (error: Error) => error.message.replaceAll(id, "…"))
    expect(await refusal(idIn())).toBe(await refusal(crypto.randomUUID()))
    await foreign.client.close()
  })
})

test.each(["candor://docs/../package.json", "candor://docs/constructor", "candor://members/x", "candor://jobs/..", "file:///etc/passwd", ""])(
  "%p is no resource",
  async (uri) => {
    await expect(textOf(uri)).rejects.toThrow()
  }
)

test("a prompt brings what it is about", async () => {
  const { id } = here.own.ids
  for (const application of [id, `${here.server.origin}/console/applications/${id}`]) {
    const { messages } = await read.client.getPrompt({ name: "prepare_interview", arguments: { application } })
    expect(messages.map(({ content }) => content.type)).toEqual(["text", "resource"])
    expect(JSON.stringify(messages[1])).toContain(id)
  }
  const { messages } = await read.client.getPrompt({ name: "what_waits_for_me" })
  expect(JSON.stringify(messages[1])).toContain("new_applications")
  await expect(read.client.getPrompt({ name: "prepare_interview", arguments: { application: "no id" } })).rejects.toThrow("no such application")
  await expect(read.client.getPrompt({ name: "hire_me" })).rejects.toThrow("No such prompt")
})
