/** Texts that a database cannot keep are refused wherever a body has a text; all others come back as sent. */
import { Api } from "@candor/contract/Api"
import { pathOf } from "@candor/contract/Resource"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { bodyOf, goodCall } from "../conformance/calls.ts"
import { type Name, names, operation } from "../conformance/operations.ts"
import { type ErrorBody, having, type Json } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { type SharedWorld, worldWith } from "../harness/World.ts"

/**
 * Tells whether a field is a line that says something of a person: line breaks and control characters in it are mended.
 */
const isOfPerson = (body: object, field: string): boolean =>
  /^(full_name|given_name|family_name|university|current_title|current_company)$/.test(field) ||
  field === "location" && "full_name" in body

/** The body once for each of its texts, with that text spoiled. */
const spoiled = (body: Json, ending: string): ReadonlyArray<Json> => {
  if (typeof body === "string") return [body + ending]
  if (Array.isArray(body)) {
    return body.flatMap((item: Json, index) => spoiled(item, ending).map((bad) => body.with(index, bad)))
  }
  if (typeof body !== "object" || body === null) return []
  return Object.entries(body).flatMap(([field, value]) =>
    ending === "\u0000" && isOfPerson(body, field)
      ? []
      : spoiled(value, ending).map((bad) => ({ ...body, [field]: bad }))
  )
}

const texts = [
  "Zürich, São Paulo, 東京, Ελλάδα, العربية",
  "👩🏽‍🚀 family: 👨‍👩‍👧‍👦",
  "e\u0301 and \u00e9 stay apart",
  "'; DROP TABLE jobs; -- \\ \" % _ $1 ${x}",
  "علی‌رضا \ufffd",
  "<script>alert(1)</script>"
]

/** What a text cannot end in. */
const endings = ["\u0000", "\ud83d", "\udc00x"]

const lineBreaks = ["\n", "\u2028"]

/** The fields of one line that a body has, by their names. */
const lines = /^(title|name|department|location|source_type|interview_type)$/

/** The body once for each of its texts of one line, with a line break in it. */
const broken = (body: Json, lineBreak: string): ReadonlyArray<Json> => {
  if (Array.isArray(body))
    return body.flatMap((item: Json, index) => broken(item, lineBreak).map((bad) => body.with(index, bad)))
  if (typeof body !== "object" || body === null) return []
  return Object.entries(body).flatMap(([field, value]) =>
    typeof value === "string" && lines.test(field) && !isOfPerson(body, field)
      ? [{ ...body, [field]: `${value}${lineBreak}x` }]
      : broken(value, lineBreak).map((bad) => ({ ...body, [field]: bad }))
  )
}

const withLines = names.filter((name) => broken(bodyOf(name, {} as Ids) ?? null, "").length > 0)

/** Each item that it cannot keep fails by itself. */
const itemByItem = "POST /candidates/bulk"

const withTexts = names.filter((name) =>
  name !== itemByItem && operation(name).body && spoiled(bodyOf(name, {} as Ids) ?? null, "\ud83d").length > 0
)

/** The schemas by which the server decodes bodies. */
const schemas = new Map<Name, Schema.Codec<unknown>>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    const [payload] = endpoint.payload.values()
    if (payload !== undefined)
      schemas.set(
        `${endpoint.method} ${pathOf(endpoint).replace(/^\/api\/v1/, "")}`,
        payload.schemas[0] as Schema.Codec<unknown>
      )
  }
})

/** What is wrong with a body. */
const refusalOf = (name: Name, body: Json): string => {
  const result = Schema.decodeUnknownResult(schemas.get(name)!)(body, { onExcessProperty: "error" })
  return Result.isFailure(result) ? result.failure.message : "taken"
}

const nobodys = new Proxy({} as Ids, { get: () => "0197f3a2-5b1c-7d4e-8f60-123456789abc" })

test.each(withTexts)("%s refuses U+0000 and unpaired surrogates in each of its texts", (name) => {
  expect(refusalOf(name, bodyOf(name, nobodys)!)).toBe("taken")
  for (const body of endings.flatMap((ending) => spoiled(bodyOf(name, nobodys)!, ending)))
    expect(refusalOf(name, body), JSON.stringify(body)).not.toBe("taken")
})

test.each(withLines)("%s refuses a line break in each text of one line", (name) => {
  for (const body of lineBreaks.flatMap((lineBreak) => broken(bodyOf(name, nobodys)!, lineBreak)))
    expect(refusalOf(name, body), JSON.stringify(body)).toContain("one line")
})

test("every kind of text, and of one line, is in those tests", () => {
  expect(withTexts.length).toBeGreaterThan(40)
  expect(withLines.length).toBeGreaterThan(10)
})

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: SharedWorld
    beforeAll(async () => {
      here = await worldWith(database)
    })
    afterAll(() => here.backend.close())

    test("a text that the database cannot keep is refused", async () => {
      for (const ending of endings) {
        const body = { title: `Clerk${ending}` }
        const { error } =
          having(400)(await here.call<ErrorBody>("POST", "/jobs", { key: here.own.keys.write, body })).body
        expect(error.details?.["issues"]).toMatchObject([{ path: ["title"] }])
      }
    })

    test("an item of many candidates with U+0000 or an unpaired surrogate in one of its texts fails, and others do not", async () => {
      const { method, options, path } = goodCall(itemByItem, here.own.keys, here.own.ids)
      const { candidates } = bodyOf(itemByItem, here.own.ids) as { readonly candidates: ReadonlyArray<Json> }
      const wrong = endings.flatMap((ending) => spoiled(candidates[0]!, ending))
      const { results } = having(200)(
        await here.call<{ results: ReadonlyArray<object> }>(method, path, {
          ...options,
          body: { candidates: [...wrong, candidates[1]!] }
        })
      ).body
      expect(results).toMatchObject([
        ...wrong.map(() => ({ status: "failed", candidate_id: null, error: { code: "invalid_request" } })),
        { error: null }
      ])
    })

    test("a text of one line comes back clean, and a filter finds it in any spelling", async () => {
      const department = crypto.randomUUID()
      const spelled = `\ufeff\u00a0${department.slice(0, 9)}\u200b${department.slice(9)}\u0007\t\r\n`
      const job = await here.own.make.job({ title: "\u202eClerk\n", department: spelled, location: " \u00a0" })
      expect(job).toMatchObject({ title: "Clerk", department, location: null })
      const listed = await here.call<{ jobs: ReadonlyArray<{ id: string }> }>(
        "GET",
        `/jobs?department=${encodeURIComponent(spelled)}`,
        {
          key: here.own.keys.read
        }
      )
      expect(listed.body.jobs.map(({ id }) => id)).toEqual([job.id])
    })

    test("a text of several lines stays as it was sent", async () => {
      const text = "\n tab\tbell\u0007\ufeff\u202e \n"
      expect(await here.own.make.job({ description_md: text })).toMatchObject({ description_md: text })
      expect((await here.own.make.note(here.own.ids.id, text)).body).toBe(text)
    })

    test.each(texts)("%j comes back as it was sent", async (text) => {
      expect(await here.own.make.job({ title: text })).toMatchObject({ title: text })
      const note = await here.own.make.note(here.own.ids.id, text)
      expect(note.body).toBe(text)
      const path = `/applications/${here.own.ids.id}/notes`
      const { body } = await here.call<{ notes: ReadonlyArray<Json> }>("GET", path, { key: here.own.keys.read })
      expect(body.notes).toContainEqual({ ...note })
      const { headers } = await here.call("GET", `/jobs?limit=1&department=${encodeURIComponent(text)}`, {
        key: here.own.keys.read
      })
      expect(headers.get("link")).toBeNull()
    })

    test.each(["%00", "%ED%A0%80", "%FF"])("a filter with %s is 400, or finds nothing", async (text) => {
      const answer = await here.call("GET", `/jobs?department=${text}`, { key: here.own.keys.read })
      expect([200, 400]).toContain(answer.status)
    })
  })
}
