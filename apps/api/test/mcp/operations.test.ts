/** Every operation that tools offer is called by them as over HTTP. The tests are made from the table of the conformance tests. */
import type { Tool } from "@modelcontextprotocol/client"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Struct } from "effect"
import { bodyOf, goodCall } from "../conformance/calls.ts"
import { externalIn, idNamed, isWrite, type Name, names, operation, parts, pathParameters } from "../conformance/operations.ts"
import { setting, type Setting } from "../conformance/setting.ts"
import { type Answer, having, type JsonObject } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { type Tools, toolsOf } from "../harness/Tools.ts"

/** Groups that manage the account, and operations whose bodies or answers are files, images or pages. */
const leftOut = /^(ApiKeys|BusyCalendars|FailedWork|MailAccounts|Webhooks)\.|^Members\.(?!list$|get$)|^(Candidate)?Attachments\.content$|^Boards\.(setLogo|logo|setCover|cover)$|^(Boards|Jobs)\.preview|^Submissions\.content$|^Messages\.(content|html)$|^Me\.makeCalendarFeed$|^SchedulingLinks\.address$/

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

const document: Document = await Bun.file(new URL("../../../../docs/openapi.json", import.meta.url)).json()

const idOf = (name: Name): string => {
  const { method, template } = parts(name)
  return document.paths[`/api/v1${template}`]![method.toLowerCase()]!.operationId
}

const offered = names.filter((name) => !leftOut.test(idOf(name)))

/** The good call of an operation as arguments of a tool. */
const argumentsOf = (name: Name, ids: Ids): JsonObject => ({
  ...externalIn(name),
  ...Object.fromEntries(pathParameters(name).map((parameter) => [parameter, ids[idNamed(name, parameter) as keyof Ids]])),
  ...Object.fromEntries(new URLSearchParams(operation(name).query)),
  ...bodyOf(name, ids)
})

/** JSON without ids, addresses and times, which two calls of one operation have each for itself, and without spaces. */
const comparable = (answer: unknown) =>
  JSON.stringify(answer)
    .replaceAll(/<[\w.-]+@[\w.-]+>|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\w.+-]+@example\.com|candor_meet_[\da-f]+|\d{4}-\d\d-\d\dT[\d:.]+Z|"(?:remaining|seconds|requests)":\d+/g, "…")

interface NamedOperations {
  readonly properties: { readonly operation: { readonly enum: ReadonlyArray<string> } }
}

const operationsOf = (tools: ReadonlyArray<Tool>, name: string): ReadonlyArray<string> =>
  (tools.find((tool) => tool.name === name)!.inputSchema as unknown as NamedOperations).properties.operation.enum

let here: Setting
let admin: Tools
beforeAll(async () => {
  here = await setting(databases[0]!)
  admin = await toolsOf(here.server, here.own.keys.admin)
})
afterAll(async () => {
  await admin.client.close()
  await here.backend.close()
})

const overHttp = (name: Name, query = ""): Promise<Answer> => {
  const { method, options, path } = goodCall(name, here.own.keys, here.own.ids)
  return here.call(method, path + query, { ...options, key: here.own.keys.admin })
}

test("tools offer every operation of the interface but those of the account and of the contents of files", async () => {
  const { tools } = await admin.client.listTools()
  const ids = (chosen: ReadonlyArray<Name>) => chosen.map(idOf).toSorted()
  expect(operationsOf(tools, "read").toSorted()).toEqual(ids(offered.filter((name) => !isWrite(name))))
  expect(operationsOf(tools, "write").toSorted()).toEqual(ids(offered.filter(isWrite)))
})

const read = (name: Name) => admin.succeed("read", { operation: idOf(name), arguments: argumentsOf(name, here.own.ids) })

/** What tools send by themselves beside their arguments. */
const fixedQueries: { readonly [name in Name]?: string } = { "GET /candidates/{candidateId}/export": "?files=false" }

test("an export for a tool is without the contents of files, which would be too long, and a tool cannot ask for them", async () => {
  const call = { operation: "Candidates.export", arguments: { candidateId: here.own.ids.candidateId } }
  const { answer } = await admin.succeed("read", call)
  expect(JSON.stringify(answer)).toContain("\"size_bytes\":")
  expect(JSON.stringify(answer)).not.toContain("\"content\":")
  const refused = await admin.fail("read", { ...call, arguments: { ...call.arguments, files: "true" } })
  expect(refused).toContain("Not accepted from a tool")
  const { operations: [described] } = await admin.succeed("describe_operations", { operations: ["Candidates.export"] }) as {
    readonly operations: ReadonlyArray<{ readonly arguments: { readonly properties: JsonObject } }>
  }
  expect(Object.keys(described!.arguments.properties)).toEqual(["candidateId"])
})

/** Lists that grow while the events of other tests get their sequence numbers. */
const growing: ReadonlyArray<Name> = ["GET /events", "GET /audit-log"]

describe.each(offered.filter((name) => !isWrite(name) && !growing.includes(name)))("%s", (name) => {
  test("answers a tool as over HTTP", async () => {
    const { answer } = await read(name)
    expect(comparable(answer)).toBe(comparable(having(200)(await overHttp(name, fixedQueries[name])).body))
  })
})

describe.each(growing)("%s", (name) => {
  test("answers a tool", async () => {
    const { answer } = await read(name)
    const http = having(200)(await overHttp(name)).body as JsonObject
    expect(Object.keys(answer as JsonObject)).toEqual(Object.keys(http))
  })
})

/** Those with a form, whose file a tool has in arguments of its own. */
const uploads: ReadonlyArray<Name> = ["POST /applications/{id}/attachments", "POST /candidates/{candidateId}/attachments"]

describe.each(uploads)("%s", (name) => {
  const content = "%PDF-1.7 a CV with bytes \u0000 and --boundary\r\n"
  const given = () => ({
    operation: idOf(name),
    arguments: {
      ...externalIn(name),
      ...Object.fromEntries(pathParameters(name).map((parameter) => [parameter, here.own.ids[idNamed(name, parameter) as keyof Ids]])),
      file_name: 'Lebenslauf "neu".pdf',
      file_content: Buffer.from(content).toString("base64"),
      file_type: "resume"
    }
  })

  test("by a tool stores the file, after a dry run", async () => {
    const tried: Array<Record<string, unknown>> = []
    await here.unchanged(async () => void tried.push(await admin.succeed("write", given())))
    expect(tried).toMatchObject([{ outcome: "dry_run" }])
    const { answer } = await admin.succeed("write", { ...given(), confirmation: tried[0]!["confirmation"] as string })
    const { attachment } = answer as { readonly attachment: { readonly id: string } }
    expect(attachment).toMatchObject({ original_filename: 'Lebenslauf "neu".pdf', file_type: "resume", size_bytes: Buffer.byteLength(content) })
    const stored = await fetch(`${here.server.base_url}${goodCall(name, here.own.keys, here.own.ids).path}/${attachment.id}/content`, {
      headers: { authorization: `Bearer ${here.own.keys.admin}` }
    })
    expect(await stored.text()).toBe(content)
  })

  test.each([["file_name", " "], ["file_content", "no Base64!"], ["file_kind", "resume"]])("by a tool with %s %j is refused by name", async (field, value) => {
    const call = given()
    expect(await admin.fail("write", { ...call, arguments: { ...call.arguments, [field]: value } })).toContain(field)
  })
})

describe.each(offered.filter((name) => isWrite(name) && !uploads.includes(name)))("%s", (name) => {
  test("by a tool is a dry run at first: it answers as over HTTP, and leaves everything as it was", () =>
    here.unchanged(async () => {
      const { answer, outcome } = await admin.succeed("write", { operation: idOf(name), arguments: argumentsOf(name, here.own.ids) })
      expect(outcome).toBe("dry_run")
      const known = having(operation(name).success)(await overHttp(name, "?dry_run=true"))
      expect(comparable(answer)).toBe(comparable(idOf(name) === "SchedulingLinks.create" ? Struct.omit(known.body as JsonObject, ["url"]) : known.body))
    }))
})
