/** docs/limits.md is true and whole: every bound is tested, and every bound of the OpenAPI document is on the page. */
import { maxNotes } from "@candor/domain/application/ApplicationSize"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import type { ErrorBody, JsonObject } from "./harness/Client.ts"
import { type World, world } from "./harness/World.ts"
import { difference } from "./limits/Code.ts"
import { constants, constantsOf, exceptions, isOnPage } from "./limits/Constants.ts"
import { derive, type Document } from "./limits/Derived.ts"
import { callWith, isAt } from "./limits/Fields.ts"
import { type Bound, boundsOf, numbers, root, rowsOf } from "./limits/Page.ts"
import { probes } from "./limits/Probes.ts"

const page = await Bun.file(join(root, "docs/limits.md")).text()
const rows = rowsOf(page, "What")
const bounds = [...boundsOf(rowsOf(page, "Field"), "Field"), ...boundsOf(rowsOf(page, "Parameter"), "Parameter")]

/** The text and the target of the link to the test that shows a row. */
const shownBy = (cell: string) => /^\[(.+)\]\((.+)\)$/.exec(cell)?.slice(1) ?? []
const isShownHere = (cell: string) => shownBy(cell)[1] === "../apps/api/test/limits.test.ts"
const shownHere = rows.filter((row) => isShownHere(row["Shown by"]!))

let made: World
beforeAll(async () => {
  made = await world(databases[0]!)
}, 60_000)
afterAll(() => made.backend.close())

describe("docs/limits.md", () => {
  test("has a probe for each row that names no other test, and no probe without a row", () => {
    expect(shownHere.map((row) => row["What"]!).toSorted()).toEqual(Object.keys(probes).toSorted())
  })

  test.each(rows.filter((row) => !isShownHere(row["Shown by"]!)).map((row) => [row["What"]!, row["Shown by"]!]))(
    "%s: the test that shows it is there",
    async (_, cell) => {
      const [name, target] = shownBy(cell)
      const text = await Bun.file(join(root, "docs", target!)).text()
      expect(text.includes(name!), `${target} has no test whose name has: ${name}`).toBe(true)
    }
  )

  test("has the numbers of the code", async () => {
    const set = rows.filter((row) => (row["Set in"] ?? "") !== "")
    expect(set.length).toBeGreaterThan(250)
    expect((await Promise.all(set.map(difference))).filter((one) => one !== undefined)).toEqual([])
  })

  test("has where the code sets it for each row that no probe shows", () => {
    const unset = rows.filter((row) => !isShownHere(row["Shown by"]!) && (row["Set in"] ?? "") === "")
    expect(unset.map((row) => row["What"])).toEqual([])
  })

  test("has every constant of the product that is called a maximum, but for those with a reason", async () => {
    const found = await constants()
    const missing = found.filter((one) => !isOnPage(rows)(one)).map(({ file, name }) => `${file} ${name}`)
    expect(missing.toSorted()).toEqual(Object.keys(exceptions).toSorted())
    expect(found.length).toBeGreaterThan(80)
  })

  test.each([
    ["export const maxNew = 12", true],
    ["const maxNew = Duration.seconds(5)", true],
    ["const maxNew: Millis = 5_000", true],
    ["const maxUnreadBytes = 32 * 2 ** 20", false],
    ["const maximum = limits.max", false]
  ])("would notice that it lacks a bound: %s (%p)", (declaration, lacks) => {
    const found = constantsOf("apps/api/src/answer/UnreadAnswers.ts", `/** A bound. */\n${declaration}\n`)
    expect(found.some((one) => !isOnPage(rows)(one))).toBe(lacks)
  })

  test.each([
    ["maxUnreadBytes", "33,554,431 bytes", "../apps/api/src/answer/UnreadAnswers.ts"],
    ["graceSeconds", "9 seconds", "../apps/api/src/server/Stopping.ts"],
    ["leaseDuration", "2 seconds", "../packages/sql/src/sequencing/WaitingEvents.ts"],
    ["lockTimeout", "1 second", "../packages/sql/src/repositories/job/DeletedJobs.ts"],
    ["maxMessageSize", "16 MiB", "../packages/sql/src/database/Client.ts"],
    ["growth: 24", "24", "../packages/domain/src/organization/Plan.ts"],
    ["never", "1", "../packages/domain/src/organization/Plan.ts"],
    ["limit: 50", "5,000", "../packages/domain/src/attachment/FileUsage.ts"],
    ["limit: 1", "1", "../packages/domain/src/attachment/FileUsage.ts"],
    ["limit: 200", "200", "../packages/domain/src/attachment/FileUsage.ts"],
    ["limit: 200 * mebibyte", "200 KiB", "../packages/domain/src/attachment/FileUsage.ts"],
    ["1024 * mebibyte", "1 GiB", "../packages/domain/src/attachment/FileUsage.ts"],
    ["4 * maxTextLength", "100,000 characters", "../packages/domain/src/attachment/TextLength.ts"],
    ["maxBytes(25", "25 characters", "../packages/domain/src/Text.ts"],
    ["Duration.seconds(15)", "99 seconds", "../packages/contract/src/Endpoint.ts"],
    ["Duration.seconds(15)", "15", "../packages/contract/src/Endpoint.ts"],
    ["maxBytesPerSecond = 2 * 2 ** 20", "7 MiB", "../packages/domain/src/access/ByteRate.ts"],
    ["\"10 minutes\"", "10 seconds", "../packages/background/src/retention/Retention.ts"],
    ["SET lock_timeout = '1s'", "1 minute", "../packages/sql/src/database/ConcurrentIndexes.ts"],
    ["minimum: 0, maximum: graceSeconds - 1", "0 to 8 seconds", "../apps/api/src/server/Stopping.ts"],
    ["minimum: 2, maximum: 1000", "1,000", "../packages/sql/src/database/DatabaseSettings.ts"],
    ["maxPort = 65_535", "1 to 65,535", "../packages/process/src/Address.ts"],
    ["present + added", "1", "../packages/domain/src/Limit.ts"],
    ["limit: 50", "none", "../packages/domain/src/attachment/FileUsage.ts"]
  ])("would not have a number that the code has not: %s is not %s", async (name, limit, path) => {
    expect(await difference({ Limit: limit, "Set in": `[\`${name}\`](${path})` })).toBeDefined()
  })

  test.each([
    ["2 MiB, after 4 MiB at once", ""],
    ["2 MiB, after 5 MiB at once", "maxBurst"],
    ["3 MiB, after 4 MiB at once", "maxBytesPerSecond"],
    ["1 MiB, after 2 MiB and 4 MiB", "no"]
  ])("every code of a cell is compared: %s", async (limit, wrong) => {
    const names = ["maxBytesPerSecond = 2 * 2 ** 20", "maxBurst"]
    const cell = names.map((name) => `[\`${name}\`](../packages/domain/src/access/ByteRate.ts)`).join(", ")
    expect((await difference({ Limit: limit, "Set in": cell }) ?? "").split(" ")[0]).toBe(wrong)
  })

  test("has every bound of the OpenAPI document, with the same numbers, and no other", async () => {
    const document: Document = await (await fetch(`${made.server.base_url}/openapi.json`)).json()
    const { bounds: derived, unbounded } = derive(document)
    const line = ({ field, max, min, operation, unit }: Bound) => `${operation} ${field}: ${min} to ${max} ${unit}`
    // Their schemas say what they mean and not how long they are, so only the page lists them; a cursor is opaque.
    const named = new Set(unbounded.map(({ field, operation }) => `${operation} ${field}`))
    const isNamed = ({ field, operation }: Bound) => named.has(`${operation} ${field}`)
    expect(bounds.filter((bound) => !isNamed(bound)).map(line).toSorted()).toEqual(derived.map(line).toSorted())
    const listed = new Set(bounds.map(({ field, operation }) => `${operation} ${field}`))
    expect([...named].filter((name) => !listed.has(name) && !name.endsWith(" ?cursor"))).toEqual([])
  })
})

/** Fields that take null: an empty text is null. */
const isNullable = ({ field }: Bound) => /(?:^|\.)(?:department|location|university|linkedin_url|current_title|current_company)$/.test(field)

describe.each(bounds.map((bound) => [`${bound.operation} ${bound.field}`, bound] as const))("%s", (_, bound) => {
  const issuesWith = async (size: number) => {
    const { method, options, path } = callWith(bound, size, made.own)
    const { body, status } = await made.call<Partial<ErrorBody>>(method, path, options)
    const issues = (body.error?.details?.["issues"] ?? []) as ReadonlyArray<JsonObject>
    return { status, here: issues.filter((issue) => isAt(issue["path"] as ReadonlyArray<string | number>, bound.field)) }
  }

  test(`takes ${bound.min} and ${bound.max}, and tells at its path that ${bound.max + 1} is too much`, async () => {
    const hasMin = bound.min > 0 || bound.unit === "number"
    const within = hasMin ? [bound.min, bound.max] : [bound.max]
    const beyond = hasMin && !isNullable(bound) ? [bound.min - 1, bound.max + 1] : [bound.max + 1]
    for (const size of within) expect((await issuesWith(size)).here).toEqual([])
    for (const size of beyond) {
      const { here, status } = await issuesWith(size)
      expect({ size, status, issues: here.length > 0 }).toEqual({ size, status: 400, issues: true })
    }
  })
})

describe.each(shownHere.map((row) => [row["What"]!, row] as const))("%s", (what, row) => {
  test(`${row["Limit"]}; beyond it ${row["Beyond it"]}`, async () => {
    const [limit] = numbers(row["Limit"]!)
    const answer = await probes[what]!(made, limit!)
    const beyond = row["Beyond it"]!
    const [status = answer.status] = /^\d{3}/.exec(beyond) ?? []
    expect(answer.status, answer.text).toBe(Number(status))
    const details = /`details\.(\w+)`/.exec(beyond)?.[1]
    const errorDetails = details === undefined ? undefined : JSON.parse(answer.text).error.details
    expect(details === undefined || details in errorDetails, answer.text).toBe(true)
    expect(details !== "limit" || errorDetails.limit === limit, answer.text).toBe(true)
  }, 60_000)
})

test("12 requests that each make a note, of which 5 fit: exactly 5 are 201, and the others name the limit", async () => {
  const { backend, call, own: { keys, make } } = made
  const { id } = await make.application((await make.job()).id, (await make.candidate()).id)
  const note = await make.note(id)
  await backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`UPDATE applications SET notes_counted = ${maxNotes.limit - 5} WHERE id = ${id}`))
  const write = (n: number) =>
    call<Partial<ErrorBody>>("POST", `/applications/${id}/notes`, { key: keys.write, body: { note: `${n}` } })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => write(n)))
  expect(answers.filter(({ status }) => status === 201).length).toBe(5)
  const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body.error?.details)
  expect(refused).toEqual(Array.from({ length: 7 }, () => ({ limit: maxNotes.limit, present: maxNotes.limit, added: 1 })))
  // Reading, moving and editing go on.
  const { application: { stage_id } } = (await call<{ application: { stage_id: string } }>("GET", `/applications/${id}`, { key: keys.read })).body
  expect((await call("POST", `/applications/${id}/move`, { key: keys.write, body: { stage_id } })).status).toBe(200)
  expect((await call("PATCH", `/applications/${id}/notes/${note.id}`, { key: keys.write, body: { note: "Longer" } })).status).toBe(200)
})
