/** Texts that a database cannot keep are refused wherever a body has a text; all others come back as sent. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { bodyOf, goodCall } from "../conformance/calls.ts"
import { names, operation } from "../conformance/operations.ts"
import { type ErrorBody, having, type Json } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import type { Ids } from "../harness/Ids.ts"
import { type FilledWorld, filledWorld } from "../harness/World.ts"

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

/** What a text cannot end in: the last one is no other case to what reads texts. */
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

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    /** What is stored after the refusals before. */
    let stored: Readonly<Record<string, string>>
    beforeAll(async () => {
      here = await filledWorld(database)
      stored = await here.backend.run(digest)
    })
    afterAll(() => here.backend.close())

    const expectUnchanged = async () => {
      const before = stored
      stored = await here.backend.run(digest)
      expect(stored).toEqual(before)
    }

    test.each(withTexts)(
      "%s refuses U+0000 and unpaired surrogates in each of its texts",
      async (name) => {
        const { method, options, path } = goodCall(name, here.own.keys, here.own.ids)
        for (const ending of name === withTexts[0] ? endings : endings.slice(0, 2)) {
          for (const body of spoiled(bodyOf(name, here.own.ids)!, ending)) {
            const { error } = having(400)(await here.call<ErrorBody>(method, path, { ...options, body })).body
            expect(error.details?.["issues"]).toBeArray()
          }
        }
        await expectUnchanged()
      }
    )

    test("an item of many candidates with U+0000 or an unpaired surrogate in one of its texts fails, and others do not", async () => {
      const { method, options, path } = goodCall(itemByItem, here.own.keys, here.own.ids)
      const { candidates } = bodyOf(itemByItem, here.own.ids) as { readonly candidates: ReadonlyArray<Json> }
      for (const ending of endings.slice(0, 2)) {
        for (const bad of spoiled(candidates[0]!, ending)) {
          const body = { candidates: [bad, candidates[1]!] }
          const { results } = having(200)(
            await here.call<{ results: ReadonlyArray<object> }>(method, path, { ...options, body })
          ).body
          expect(results).toMatchObject([
            { status: "failed", candidate_id: null, error: { code: "invalid_request" } },
            { error: null }
          ])
        }
      }
      stored = await here.backend.run(digest)
    })

    test.each(withLines)("%s refuses a line break in each text of one line", async (name) => {
      const { method, options, path } = goodCall(name, here.own.keys, here.own.ids)
      for (const body of lineBreaks.flatMap((lineBreak) => broken(bodyOf(name, here.own.ids)!, lineBreak))) {
        const { error } = having(400)(await here.call<ErrorBody>(method, path, { ...options, body })).body
        expect(error.message).toContain("one line")
      }
      await expectUnchanged()
    })

    test("every kind of text, and of one line, is in those tests", () => {
      expect(withTexts.length).toBeGreaterThan(40)
      expect(withLines.length).toBeGreaterThan(10)
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
