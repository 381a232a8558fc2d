/**
 * No organization learns anything of another: its ids are answered like ids that nobody has. The
 * tests are made from the table of operations, which the OpenAPI document is held against.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { bodyOf, goodCall, idField, withQuery } from "./conformance/calls.ts"
import { type Name, names, operation, pathIds, pathParameters } from "./conformance/operations.ts"
import { type Answer, type CallOptions, having } from "./harness/Client.ts"
import { digest } from "./harness/Digest.ts"
import type { Ids, MadeIds } from "./harness/Ids.ts"
import { type SharedWorld, sharedWorld } from "./harness/World.ts"

/** What may differ between any two answers. */
const passing = new Set(["date", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"])

/** All that a caller can see of an answer. */
const visible = ({ headers, status, text }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !passing.has(name))
})

/** Every way to choose at least one of the items. */
const choices = <Item>(items: ReadonlyArray<Item>): ReadonlyArray<ReadonlyArray<Item>> =>
  Array.from({ length: 2 ** items.length - 1 }, (_, n) => items.filter((_, index) => (n + 1) & (1 << index)))

// A PUT joins two that do not belong together yet.
const ofParents = names.filter((name) => pathParameters(name).length > 1 && !name.startsWith("PUT "))

const addressing = names.filter((name) => pathParameters(name).length > 0)
const naming = names.filter((name) => operation(name).body_ids.length > 0)
const filtering = names.filter((name) => operation(name).query_ids.length > 0)

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: SharedWorld
    let siblings: Partial<MadeIds>
    let stored: Readonly<Record<string, string>>
    beforeAll(async () => {
      here = await sharedWorld(database)
      siblings = await here.own.make.some(new Set(ofParents.map((name) => pathIds(name)[1]!)))
      stored = await here.backend.run(digest)
    })
    afterAll(() => here.backend.close())

    const ask = (name: Name, ids: Ids, query = "", more: CallOptions = {}) => {
      const { method, options, path } = goodCall(name, here.own.keys, ids)
      return here.call(method, withQuery(path, query), { ...options, ...more })
    }

    /** The answers to foreign ids and to random ones, in the same places. */
    const compared = async (fields: ReadonlyArray<keyof Ids>, asking: (ids: Ids) => Promise<Answer>) => {
      const foreign = Object.fromEntries(fields.map((field) => [field, here.foreign.ids[field]]))
      const random = Object.fromEntries(fields.map((field) => [field, crypto.randomUUID()]))
      const answers = [await asking({ ...here.own.ids, ...foreign }), await asking({ ...here.own.ids, ...random })]
      expect(visible(answers[0]!)).toEqual(visible(answers[1]!))
      return answers[0]!
    }

    test.each(addressing)("%s answers the other organization's ids like nobody's", async (name) => {
      for (const fields of choices(pathIds(name) as ReadonlyArray<keyof Ids>))
        having(404)(await compared(fields, (ids) => ask(name, ids)))
    })

    describe.each(naming)("%s", (name) => {
      for (const field of operation(name).body_ids) {
        test(`answers the other organization's ${field} in the body like nobody's`, async () => {
          having(404)(
            await compared([idField(field)], (ids) =>
              ask(name, here.own.ids, "", {
                body: { ...bodyOf(name, here.own.ids), [field]: ids[idField(field)] }
              }))
          )
        })
      }
    })

    test("all of these leave everything as it was", async () => {
      expect(await here.backend.run(digest)).toEqual(stored)
    })

    describe.each(filtering)("%s", (name) => {
      for (const parameter of operation(name).query_ids) {
        test(`finds nothing of the other organization's ${parameter}, as of nobody's`, async () => {
          const { body } = having(200)(
            await compared(
              [idField(parameter)],
              (ids) => ask(name, here.own.ids, `${parameter}=${ids[idField(parameter)]}`)
            )
          )
          expect(Object.values(body)).toContainEqual([])
        })
      }
    })

    test.each(ofParents.map((name) => [name, pathIds(name)[1] as keyof Ids] as const))(
      "%s answers a %s of another parent like nobody's",
      async (name, field) => {
        const sibling = having(404)(await ask(name, { ...here.own.ids, [field]: siblings[field as keyof MadeIds]! }))
        const random = having(404)(await ask(name, { ...here.own.ids, [field]: crypto.randomUUID() }))
        expect(visible(sibling)).toEqual(visible(random))
      }
    )

    test("no answer to a read shows an id of the other organization", async () => {
      const foreign = [...Object.values(here.foreign.ids), here.foreign.organization.id]
      for (const name of names.filter((name) => operation(name).scope === "read")) {
        const { status, text } = await ask(name, here.own.ids)
        expect([200, 201], text).toContain(status)
        expect(foreign.filter((id) => text.includes(id)), name).toEqual([])
      }
    })
  })
}
