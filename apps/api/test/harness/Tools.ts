/** The official client of the Model Context Protocol, connected to a server. */
import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { expect } from "bun:test"
import type { JsonObject } from "./Client.ts"
import type { TestServer } from "./TestServer.ts"

/** The protocol revisions of clients: one with `initialize`, and one without. */
export const revisions = ["2025-11-25", "2026-07-28"] as const
export type Revision = (typeof revisions)[number]

export interface Tools {
  readonly client: Client
  readonly call: (name: string, values: JsonObject) => Promise<CallToolResult>
  /** Calls a tool; returns the structured content of its success. */
  readonly succeed: (name: string, values: JsonObject) => Promise<Record<string, unknown>>
  /** Calls a tool; returns the text of its failure. */
  readonly fail: (name: string, values: JsonObject) => Promise<string>
}

const textOf = ({ content: [first] }: CallToolResult): string => first?.type === "text" ? first.text : ""

/** Connects to the tools of a server: to itself, because no document has their messages for its proxy to validate. */
export const toolsOf = async (
  { own_origin }: Pick<TestServer, "own_origin">,
  key: string,
  revision: Revision = "2026-07-28",
  headers: Readonly<Record<string, string>> = {}
): Promise<Tools> => {
  const mode = revision === "2025-11-25" ? "legacy" : { pin: revision }
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", own_origin), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } }
  })
  await client.connect(transport)
  const call: Tools["call"] = (name, values) => client.callTool({ name, arguments: values })
  return {
    client,
    call,
    succeed: async (name, values) => {
      const result = await call(name, values)
      expect(result.isError, textOf(result)).not.toBe(true)
      const content = result.structuredContent as Record<string, unknown>
      // The text is the same, for clients that ignore the structured content.
      expect(JSON.parse(textOf(result))).toEqual(content)
      return content
    },
    fail: async (name, values) => {
      const result = await call(name, values)
      expect(result.isError, textOf(result)).toBe(true)
      return textOf(result)
    }
  }
}
