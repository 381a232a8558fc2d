/** Apps that members connect: the flow with the official client of the Model Context Protocol, and what an app may do afterwards. */
import { databases } from "@candor/sql/testing/Databases"
import { UnauthorizedError } from "@modelcontextprotocol/client"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Call, client, having } from "./harness/Client.ts"
import { appMemory, connect, decide, signedInMember, toolsOfApp } from "./harness/ConnectingApp.ts"
import { type Backend, open, type TestServer } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"

let backend: Backend
let server: TestServer
let call: Call
let keys: Keys
beforeAll(async () => {
  backend = await open(databases[0]!)
  server = await backend.serve()
  keys = (await backend.run(organization({ name: "Acme", plan: "growth" }))).keys
  call = client(server.base_url)
})
afterAll(() => backend.close())

const memberOf = (role: string) => signedInMember(server.origin, call, keys.admin, role)

describe("an app that a member connects", () => {
  test("finds its way from a refused message to a tool, with the official client", async () => {
    const { page } = await memberOf("write")
    const memory = appMemory()
    await expect(toolsOfApp(server.origin, memory)).rejects.toThrow(UnauthorizedError)
    expect(memory.sentTo().origin + memory.sentTo().pathname).toBe(`${server.origin}/console/authorize`)
    const connected = await connect(server.origin, page, "read", memory)
    expect(connected.tokens()?.scope).toBe("read")
    const tools = await toolsOfApp(server.origin, connected)
    expect((await tools.listTools()).tools.length).toBeGreaterThan(5)
    await tools.close()
  })
})
