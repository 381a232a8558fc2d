/**
 * Every operation of the contract answers tools as over HTTP. The tests are made from the table of the conformance
 * tests.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Struct } from "effect"
import { goodCall, withQuery } from "../conformance/calls.ts"
import { onFreshThings } from "../conformance/fresh.ts"
import {
  externalIn,
  idNamed,
  isWrite,
  kindsOfWrites,
  type Name,
  names,
  operation,
  pathParameters
} from "../conformance/operations.ts"
import { unchangedIn } from "../conformance/setting.ts"
import { argumentsOf, argumentsOfForm, idOf } from "../conformance/toolcalls.ts"
import { keptOperations } from "../../src/mcp/KeptOperations.ts"
import { type Answer, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import type { Ids } from "../harness/Ids.ts"
import { type Tools, toolsOf } from "../harness/Tools.ts"
import { type FilledWorld, filledWorld } from "../harness/World.ts"

/** What tools keep away from models: secrets, pictures, pages, contents of files, and what applicants do. */
const kept = [
  "ApiKeys.create",
  "ApiKeys.rotate",
  "Attachments.content",
  "Boards.cover",
  "Boards.logo",
  "Boards.preview",
  "Boards.setCover",
  "Boards.setLogo",
  "BusyCalendars.create",
  "CandidateAttachments.content",
  "Jobs.previewPosting",
  "MailAccounts.put",
  "Me.makeCalendarFeed",
  "Members.createSignInLink",
  "Messages.content",
  "Messages.html",
  "Organizations.export",
  "Postings.apply",
  "Postings.challenge",
  "SchedulingLinks.address",
  "Submissions.content",
  "Webhooks.create",
  "Webhooks.rotateSecret"
]

const offered = names.filter((name) => !kept.includes(idOf(name)))

/** JSON without ids, addresses and times, which two calls of one operation have each for itself, and without spaces. */
const comparable = (answer: unknown) =>
  JSON.stringify(answer)
    .replaceAll(
      /<[\w.-]+@[\w.-]+>|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\w.+-]+@example\.com|candor_meet_[\da-f]+|\d{4}-\d\d-\d\dT[\d:.]+Z|"(?:remaining|seconds|requests)":\d+/g,
      "…"
    )

let here: FilledWorld
let admin: Tools
let unchanged: ReturnType<typeof unchangedIn>
beforeAll(async () => {
  here = await filledWorld(databases[0]!)
  unchanged = unchangedIn(here.backend)
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

test("every operation of the contract is offered to tools, but those whose reason is told", async () => {
  expect([...keptOperations.keys()].toSorted()).toEqual(kept)
  for (const tool of ["describe_operation", "call_operation"]) {
    expect(await admin.fail(tool, { operation: kept[0]! })).toContain("No tool calls this: ")
  }
})

const read = (name: Name) =>
  admin.succeed("call_operation", { operation: idOf(name), arguments: argumentsOf(name, here.own.ids) })

test("what everybody reads of a careers board, a tool reads without a key of its own", async () => {
  const { body } = having(200)(
    await here.call<{ board: { slug: string } }>("GET", "/organization/board", { key: here.own.keys.admin })
  )
  const values = { board: body.board.slug }
  for (const [operation, path] of [["Postings.board", ""], ["Postings.jobs", "/jobs"]] as const) {
    const http = await here.call("GET", `/boards/${body.board.slug}${path}`)
    const { content: [first] } = await admin.call("call_operation", { operation, arguments: values })
    expect(first?.type === "text" ? JSON.parse(first.text) : first).toEqual(
      http.status === 200 ? { answer: http.body } : http.body
    )
  }
})

/** What tools send by themselves beside their arguments. */
const fixedQueries: { readonly [name in Name]?: string } = { "GET /candidates/{candidateId}/export": "?files=false" }

test("an export for a tool is without the contents of files, which would be too long, and a tool cannot ask for them", async () => {
  const call = { operation: "Candidates.export", arguments: { candidateId: here.own.ids.candidateId } }
  const { answer } = await admin.succeed("call_operation", call)
  expect(JSON.stringify(answer)).toContain("\"size_bytes\":")
  expect(JSON.stringify(answer)).not.toContain("\"content\":")
  const refused = await admin.fail("call_operation", { ...call, arguments: { ...call.arguments, files: "true" } })
  expect(refused).toContain("Not accepted from a tool")
  const { arguments: described } = await admin.succeed("describe_operation", { operation: "Candidates.export" })
  expect(Object.keys((described as { readonly properties: JsonObject }).properties)).toEqual(["candidateId"])
})

/** Lists that grow while the events of other tests get their sequence numbers. */
const growing: ReadonlyArray<Name> = ["GET /events", "GET /audit-log"]

/** Those that answer with a text. */
const texts: ReadonlyArray<Name> = ["GET /imports/{importId}/problems", "GET /jobs/{jobId}/criteria-audit/csv"]

describe.each(texts)("%s", (name) => {
  test("answers a tool with its text and what it is", async () => {
    const { answer } = await read(name)
    const { headers, text } = having(200)(await overHttp(name))
    expect(answer).toEqual({ content_type: headers.get("content-type"), text })
  })
})

describe.each(offered.filter((name) => !isWrite(name) && ![...growing, ...texts].includes(name)))("%s", (name) => {
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
const uploads: ReadonlyArray<Name> = [
  "POST /applications/{id}/attachments",
  "POST /candidates/{candidateId}/attachments"
]

describe.each(uploads)("%s", (name) => {
  const content = "%PDF-1.7 a CV with bytes \u0000 and --boundary\r\n"
  const given = () => ({
    operation: idOf(name),
    arguments: {
      ...externalIn(name),
      ...Object.fromEntries(
        pathParameters(name).map((parameter) => [parameter, here.own.ids[idNamed(name, parameter) as keyof Ids]])
      ),
      file_name: "Lebenslauf \"neu\".pdf",
      file_content: Buffer.from(content).toString("base64"),
      file_type: "resume"
    }
  })

  test("by a tool stores the file, after a dry run", async () => {
    const tried: Array<Record<string, unknown>> = []
    await unchanged(async () => void tried.push(await admin.succeed("call_operation", given())))
    expect(tried).toMatchObject([{ outcome: "dry_run" }])
    const { answer } = await admin.succeed("call_operation", {
      ...given(),
      confirmation: tried[0]!["confirmation"] as string
    })
    const { attachment } = answer as { readonly attachment: { readonly id: string } }
    expect(attachment).toMatchObject({
      original_filename: "Lebenslauf \"neu\".pdf",
      file_type: "resume",
      size_bytes: Buffer.byteLength(content)
    })
    const stored = await fetch(
      `${here.server.base_url}${goodCall(name, here.own.keys, here.own.ids).path}/${attachment.id}/content`,
      {
        headers: { authorization: `Bearer ${here.own.keys.admin}` }
      }
    )
    expect(await stored.text()).toBe(content)
  })

  test("by a tool with a wrong argument is refused by its name", async () => {
    const call = given()
    for (
      const [field, value] of [["file_name", " "], ["file_content", "no Base64!"], ["file_kind", "resume"]] as const
    ) {
      expect(await admin.fail("call_operation", { ...call, arguments: { ...call.arguments, [field]: value } }))
        .toContain(field)
    }
  })
})

describe("a write by a tool is a dry run that answers as over HTTP", () => {
  let stored: Readonly<Record<string, string>>
  beforeAll(async () => {
    stored = await here.backend.run(digest)
  })

  test.each(offered.filter((name) => isWrite(name) && !uploads.includes(name)))("%s", async (name) => {
    const { ids, keys } = here.own
    const { method, options, path } = goodCall(name, keys, ids)
    const tried = await admin.succeed("call_operation", {
      operation: idOf(name),
      arguments: {
        ...argumentsOf(name, ids),
        ...options.form === undefined ? {} : await argumentsOfForm(options.form)
      }
    })
    expect(tried["outcome"]).toBe("dry_run")
    const known = having(operation(name).success)(
      await here.call(method, withQuery(path, "dry_run=true"), { ...options, key: keys.admin })
    ).body as JsonObject
    expect(comparable(tried["answer"])).toBe(
      comparable(idOf(name) === "SchedulingLinks.create" ? Struct.omit(known, ["url"]) : known)
    )
  })

  test("and changes nothing", async () => {
    expect(await here.backend.run(digest)).toEqual(stored)
  })
})

// What confirms a dry run is the same for all: confirmation.test.ts.
test.each(kindsOfWrites.filter((name) => !uploads.includes(name)))(
  "%s is made by the confirmation of its dry run",
  (name) =>
    onFreshThings(here, name, async (ids) => {
      const call = { operation: idOf(name), arguments: argumentsOf(name, ids) }
      const { confirmation } = await admin.succeed("call_operation", call)
      expect(await admin.succeed("call_operation", { ...call, confirmation: confirmation as string })).toMatchObject({
        outcome: "done",
        replayed: false
      })
    })
)
