/**
 * `/mcp` speaks Streamable HTTP as the Model Context Protocol has it, and is guarded as the rest of the interface is.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Call, client, having, type JsonObject } from "../harness/Client.ts"
import { revisions, type Tools, toolsOf } from "../harness/Tools.ts"
import { type SharedWorld, worldWith } from "../harness/World.ts"
import { hourTest } from "../harness/HourTest.ts"

const accept = "application/json, text/event-stream"
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }

let here: SharedWorld
let call: Call
let read: Tools
beforeAll(async () => {
  here = await worldWith(databases[0]!)
  call = client(here.server.origin)
  read = await toolsOf(here.server, here.own.keys.read)
})
afterAll(async () => {
  await read.client.close()
  await here.backend.close()
})

/** Sends a message, and returns the answer without holding it to the interface's error envelope. */
const send = async (message: unknown, headers: Readonly<Record<string, string>> = {}, origin = here.server.origin) => {
  const response = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${here.own.keys.read}`, "content-type": "application/json", accept, ...headers },
    body: typeof message === "string" ? message : JSON.stringify(message)
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The metadata of a message of the revision without sessions. */
const modern = (method: string, params: JsonObject = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: {
    ...params,
    _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} }
  }
})

const modernHeaders = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" }

interface Described {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Described>>
}

/** Paths of properties without a description. */
const undescribed = (schema: Described, path: string): ReadonlyArray<string> =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...property.description === undefined ? [`${path}.${name}`] : [],
    ...undescribed(property, `${path}.${name}`)
  ])

describe.each(revisions)("a client of %s", (revision) => {
  test("finds few tools in at most 20 kB, each described with its arguments and results, and annotated", async () => {
    const { client } = await toolsOf(here.server, here.own.keys.read, revision)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      "what_waits",
      "search_candidates",
      "get_candidate",
      "list_jobs",
      "list_applications",
      "get_application",
      "list_interviews",
      "create_application",
      "move_application",
      "reject_application",
      "add_note",
      "write_to_candidate",
      "schedule_interview",
      "give_feedback",
      "search_operations",
      "describe_operation",
      "call_operation"
    ])
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(20_000)
    for (const { description, inputSchema, name, outputSchema } of tools) {
      expect(description, name).toMatch(/^[A-Z].{20,}/s)
      expect(undescribed(inputSchema as Described, name)).toEqual([])
      expect(undescribed(outputSchema as Described, name)).toEqual([])
    }
    const withHint = (hint: "readOnlyHint" | "destructiveHint" | "openWorldHint") =>
      tools.filter(({ annotations }) => annotations?.[hint] === true).map(({ name }) => name)
    expect(withHint("readOnlyHint")).toEqual([
      "what_waits",
      "search_candidates",
      "get_candidate",
      "list_jobs",
      "list_applications",
      "get_application",
      "list_interviews",
      "search_operations",
      "describe_operation"
    ])
    expect(withHint("destructiveHint")).toEqual(["move_application", "reject_application", "call_operation"])
    expect(withHint("openWorldHint")).toEqual(["write_to_candidate", "schedule_interview", "call_operation"])
    await client.close()
  })

  test("reads pages by the cursor of the one before", async () => {
    const { client, succeed } = await toolsOf(here.server, here.own.keys.read, revision)
    await Promise.all([here.own.make.job(), here.own.make.job()])
    const { body } = having(200)(
      await here.call<{ jobs: ReadonlyArray<JsonObject> }>("GET", "/jobs?limit=3", { key: here.own.keys.read })
    )
    const pages: Array<unknown> = []
    let cursor: string | undefined
    for (const _ of body.jobs) {
      const page = await succeed("list_jobs", { limit: 1, ...(cursor === undefined ? {} : { cursor }) })
      const answer = page["answer"] as { readonly jobs: ReadonlyArray<JsonObject>; readonly next_cursor: string }
      pages.push(...answer.jobs.map(({ id }) => id))
      cursor = answer.next_cursor
    }
    expect(pages).toEqual(body.jobs.map(({ id }) => id))
    await client.close()
  })

  test.each(["expired", "revoked"] as const)("is refused with an %s key", async (kind) => {
    await expect(toolsOf(here.server, here.own.keys[kind], revision)).rejects.toThrow()
  })
})

test("an error has the text that it has over HTTP", async () => {
  const { text } = having(400)(await here.call("GET", "/jobs?limit=1000&color=red", { key: here.own.keys.read }))
  expect(await read.fail("list_jobs", { limit: 1000, color: "red" })).toBe(text)
  expect(await read.fail("get_application", {})).toContain("id: Required, and missing")
  expect(await read.fail("call_operation", { operation: "Jobs.get", arguments: [] })).toContain(
    "arguments: Expected a JSON object"
  )
  expect(await read.fail("call_operation", { operation: "Me.get", colour: "x" })).toContain(
    "colour: Unknown; accepted are operation, arguments"
  )
  for (const tool of ["call_operation", "describe_operation"]) {
    expect(await read.fail(tool, { operation: "constructor" })).toContain(
      "operation: Expected the name of an operation, which `search_operations` finds"
    )
  }
})

test("no schema of a tool or an operation has references", async () => {
  const { tools } = await read.client.listTools()
  expect(JSON.stringify(tools)).not.toMatch(/\$ref|\$defs/)
  const described = await Promise.all(
    ["Jobs.update", "Applications.create", "JobForms.put"].map((operation) =>
      read.succeed("describe_operation", { operation })
    )
  )
  expect(JSON.stringify(described)).not.toMatch(/\$ref|\$defs/)
  expect(described).toMatchObject([
    {
      arguments: {
        properties: { remote_countries: { items: { type: "string", enum: expect.arrayContaining(["DE"]) } } }
      }
    },
    { arguments: { properties: { candidate: { type: "object", properties: { full_name: { type: "string" } } } } } },
    {}
  ])
})

test("arguments are taken as a model writes them, and how they were understood is told", async () => {
  const { id: job } = await here.own.make.job()
  const listed = await read.succeed("list_applications", { job_id: ` ${job} `, stage_id: "", status: null, limit: "5" })
  expect(listed).toEqual({
    answer: expect.objectContaining({ applications: [] }),
    understood: [`\`job_id\` was read as ${job}.`, "`limit` was read as the number 5."]
  })
  expect(await read.succeed("list_applications", { job_id: job })).not.toHaveProperty("understood")
  expect(await read.succeed("call_operation", { operation: "Jobs.get", arguments: JSON.stringify({ job_id: job }) }))
    .toEqual({
      answer: { job: expect.objectContaining({ id: job }) },
      understood: ["`arguments` was read from the JSON in its text.", "`job_id` was read as `jobId`."]
    })
  const { content } = await read.call("list_jobs", { status: "", limit: "1000" })
  expect(content.at(-1)).toEqual({ type: "text", text: "Understood: `limit` was read as the number 1000." })
})

test("a confirmation is good for arguments that mean those of its dry run", async () => {
  const { id: job_id } = await here.own.make.job()
  const write = await toolsOf(here.server, here.own.keys.write)
  const candidate = { full_name: "Ada Model", primary_email: "", years_experience: "7", tags: "Chess" }
  const { confirmation } = await write.succeed("create_application", {
    job_id,
    candidate,
    candidate_id: "",
    stage_id: null,
    confirmation: ""
  })
  const done = await write.succeed("create_application", {
    job_id,
    candidate: JSON.stringify(candidate),
    confirmation: confirmation as string
  })
  expect(done).toMatchObject({ outcome: "done", answer: { application: { candidate: { full_name: "Ada Model" } } } })
  await write.client.close()
})

test("a tool that does not exist, and a method, is an error of the protocol", async () => {
  await expect(read.call("drop_tables", {})).rejects.toThrow("Unknown tool")
  const unknown = await send(modern("completion/complete"), {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "completion/complete"
  })
  expect(unknown.text).toContain("-32601")
})

test("an answer of more than 262,144 bytes is none for a tool; a change with one is made, and its answer left out", async () => {
  const { id: job } = await here.own.make.job()
  const { id } = await here.own.make.application(job, (await here.own.make.candidate()).id)
  for (let n = 0; n < 6; n++) await here.own.make.note(id, "n".repeat(50_000))
  expect(await read.fail("call_operation", { operation: "Applications.get", arguments: { id } })).toContain(
    "bytes, and that of a tool at most 262144. Ask for less"
  )
  const write = await toolsOf(here.server, here.own.keys.write)
  const hire = { operation: "Applications.hire", arguments: { id } }
  const { answer: tried, confirmation } = await write.succeed("call_operation", hire)
  const { answer: done, message } = await write.succeed("call_operation", {
    ...hire,
    confirmation: confirmation as string
  })
  expect([tried, done, message]).toEqual([
    undefined,
    undefined,
    "The change is made. The answer is left out: it is too long."
  ])
  const { body } = having(200)(await here.call("GET", `/applications/${id}`, { key: here.own.keys.read }))
  expect(body["application"]).toMatchObject({ status: "hired" })
  await write.client.close()
})

describe("a message", () => {
  test.each([
    ["without a key", {}],
    ["with a key that does not exist", { key: "candor_nobody" }],
    ["with a revoked key", { key: "revoked" }]
  ])("%s is 401, before anything of it is read", async (_, { key }: { key?: string }) => {
    const known = key === "revoked" ? here.own.keys.revoked : key
    const answer = having(401)(await call("POST", "/mcp", { key: known, rawBody: "{", headers: { accept } }))
    expect(answer.text).toBe(having(401)(await here.call("GET", "/me", { key: known })).text)
  })

  hourTest("counts once to its key, whatever its tool asks; beyond the limit it is 429", async () => {
    const server = await here.backend.serve({ rate_limit: 1_000_000 })
    const remaining = async (tool: string, values: JsonObject) => {
      const answer = await send({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: tool, arguments: values }
      }, {
        authorization: `Bearer ${here.foreign.keys.write}`
      }, server.origin)
      return Number(answer.headers.get("x-ratelimit-remaining"))
    }
    const first = await remaining("list_jobs", {})
    expect(await remaining("add_note", { id: here.foreign.ids.id, note: "x" })).toBe(first - 1)
    expect(await remaining("describe_operation", { operation: "Jobs.get" })).toBe(first - 2)
    const limited = client((await here.backend.serve({ rate_limit: 1 })).origin)
    having(429)(await limited("POST", "/mcp", { key: here.foreign.keys.write, body: list, headers: { accept } }))
  })

  test("that is no JSON by its type is 415, by its text 400", async () => {
    having(415)(
      await call("POST", "/mcp", {
        key: here.own.keys.read,
        rawBody: "{}",
        headers: { accept, "content-type": "text/plain" }
      })
    )
    const { status, text } = await send("{")
    expect([status, text]).toEqual([400, expect.stringContaining("-32700")])
  })

  test("in a batch is 400: a key would have more than its limit", async () => {
    const { status, text } = await send([list, list])
    expect([status, JSON.parse(text)]).toEqual([400, {
      jsonrpc: "2.0",
      id: null,
      error: { code: -32600, message: expect.any(String) }
    }])
  })

  test.each(["application/json", "*/*", "application/json, */*;q=0.1", "", "text/html"])(
    "of a client that takes no event stream is answered with JSON: Accept %p",
    async (accept) => {
      for (const [message, headers] of [[list, {}], [modern("tools/list"), modernHeaders]] as const) {
        const answer = await send(message, { ...headers, accept })
        expect([answer.status, answer.headers.get("content-type")]).toEqual([
          200,
          expect.stringMatching(/^application\/json/)
        ])
        expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: "2.0", id: 1, result: { tools: expect.any(Array) } })
      }
    }
  )

  test("of a page is 403, unless CANDOR_CORS_ORIGINS has its origin", async () => {
    const origin = "http://rebound.example:3000"
    const refused = having(403)(
      await call("POST", "/mcp", { key: here.own.keys.read, body: list, headers: { accept, origin } })
    )
    expect(refused.body["error"]).toMatchObject({ code: "forbidden" })
    const own = having(403)(
      await call("POST", "/mcp", {
        key: here.own.keys.read,
        body: list,
        headers: { accept, origin: here.server.origin }
      })
    )
    expect(own.text).toBe(refused.text)
    const server = await here.backend.serve({ settings: { CANDOR_CORS_ORIGINS: origin } })
    const allowed = await send(list, { origin }, server.origin)
    expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([200, origin])
  })

  test("of a revision that nobody knows is refused with those that are spoken", async () => {
    const unknown = await send(list, { "mcp-protocol-version": "1999-01-01" })
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining("2025-11-25")])
  })

  test("that subscribes to changes is refused at once: no stream stays open", async () => {
    const subscription = modern("subscriptions/listen", { notifications: { toolsListChanged: true } })
    const { text } = await send(subscription, {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen"
    })
    expect(text).toContain("Subscription limit reached")
  })
})

test.each(["GET", "DELETE", "PUT"])(
  "%s is 405: there are neither sessions nor a stream of the server's own",
  async (method) => {
    const answer = having(405)(await call(method, "/mcp", { key: here.own.keys.read, headers: { accept } }))
    expect(answer.headers.get("allow")).toBe("POST, OPTIONS")
  }
)

test("the log has a line of the message and of each operation, with one request id and nothing of their content", async () => {
  const server = await here.backend.serve()
  const tools = await toolsOf(server, here.own.keys.write, "2026-07-28", { "x-request-id": "tools-in-the-log" })
  await tools.succeed("add_note", { id: here.own.ids.id, note: "Confidential." })
  await tools.client.close()
  const lines = server.logs.filter((line) => line.includes("tools-in-the-log"))
  expect(lines.join("\n")).not.toContain("Confidential")
  const operations = lines.map((line): unknown => JSON.parse(line).annotations.operation)
  expect(operations.slice(-3)).toEqual(["Applications.get", "Notes.create", "mcp"])
})
