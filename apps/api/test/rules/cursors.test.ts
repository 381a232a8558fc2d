/** Cursors that no answer had: a list refuses one, or goes on from it; it neither fails nor begins again. */
import { searchCursor } from "@candor/contract/CandidateSearch"
import { encodeCursor } from "@candor/contract/PageQuery"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { fill } from "../conformance/calls.ts"
import { type Name, names, operation, parts, pathIds } from "../conformance/operations.ts"
import { type JsonObject } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { type FilledWorld, worldWith } from "../harness/World.ts"

const id = "00000000-0000-7000-8000-000000000001"

/** Texts, times and numbers that the positions of lists have, and such as none has. */
const texts = ["", "Ada", "é\u0301\u0301", "\\", "%", "9".repeat(900)]
const noTexts = ["\u0000", "\ud800", "x".repeat(6000), "e" + "\u0301".repeat(200), 1, null, {}]
const times = ["0001-01-01T00:00:00.000Z", "2026-11-22T09:00:00.123Z", "9999-12-31T23:59:59.999Z"]
const noTimes = [
  "",
  "0000-12-31T23:59:59.999Z",
  "2026-02-30T00:00:00.000Z",
  "infinity",
  "+012026-01-01T00:00:00.000Z",
  0,
  null
]
const numbers = [0, 2_147_483_647]
const noNumbers = [-1, 0.5, 2_147_483_648, 1e300, "1", null]
const noIds = ["", "1", "\u0000", null, 1, `${id}'`]

/** Positions, each with values that it takes in place of one of its fields, and with values that it does not. */
interface Shape {
  readonly position: JsonObject
  readonly takes: ReadonlyArray<JsonObject>
  readonly refuses: ReadonlyArray<JsonObject>
}

const shape = (
  position: JsonObject,
  field: string,
  good: ReadonlyArray<string | number | null>,
  bad: ReadonlyArray<unknown>
): Shape => ({
  position,
  takes: good.map((value) => ({ ...position, [field]: value })),
  refuses: [
    ...bad.map((value) => ({ ...position, [field]: value }) as JsonObject),
    ...noIds.map((id) => ({ ...position, id })),
    { ...position, more: 1 },
    { id }
  ]
})

const byTime = (field: string) => shape({ [field]: times[1]!, id }, field, times, noTimes)
const cardsBy = (order: string) => shape({ order, key: "Ada", id }, "key", texts, noTexts)
const found = searchCursor({ q: "ada" }, { match: "fields", score: 1, id: id as never })

const shapes = {
  created: byTime("created_at"),
  updated: byTime("updated_at"),
  entered: byTime("entered_at"),
  starting: byTime("starts_at"),
  rejected: byTime("rejected_at"),
  named: shape({ full_name: "Ada", id }, "full_name", texts, noTexts),
  family: shape(
    { family_name: "Ada", of: "Ada", id },
    "family_name",
    [...texts, null],
    noTexts.filter((text) => text !== null)
  ),
  line: {
    position: { line: 1 },
    takes: [{ line: 0 }, { line: 2 ** 31 - 1 }],
    refuses: [{ line: -1 }, { line: 1.5 }, { line: 2 ** 31 }, { line: "1" }, { line: 1, more: 1 }, {}]
  },
  merged: shape({ sequence: 1, id }, "sequence", numbers, noNumbers),
  found: shape({ ...found }, "score", numbers, [...noNumbers]),
  otherSearch: shape({ ...found, search: found.search - 1 }, "score", [], []),
  newest: cardsBy("newest"),
  oldest: cardsBy("oldest"),
  longest: cardsBy("longest_in_stage"),
  name: cardsBy("name"),
  rating: cardsBy("rating")
}

const since = "updated_since=2020-01-01T00:00:00Z"

/** The positions of each list, by what its query says; those of the lists that are not here are of `created_at`. */
const positions: Readonly<Partial<Record<Name, ReadonlyArray<readonly [query: string, of: keyof typeof shapes]>>>> = {
  "GET /jobs": [["", "created"], [since, "updated"]],
  "GET /applications": [["", "created"], [since, "updated"]],
  "GET /candidates": [["", "created"], [since, "updated"], ["sort=name", "named"], ["sort=family_name", "family"]],
  "GET /candidates/search": [["", "found"]],
  "GET /candidates/{candidateId}/merges": [["", "merged"]],
  "GET /applications/{id}/history": [["", "entered"]],
  "GET /interviews/moved": [["", "starting"]],
  "GET /imports/{importId}/rows": [["", "line"]],
  "GET /organization/retention/preview": [["anonymise_after_months=1", "rejected"]],
  "GET /jobs/{jobId}/cards": [
    ["", "created"],
    ["sort=newest", "created"],
    ["sort=oldest", "oldest"],
    ["sort=longest_in_stage", "longest"],
    ["sort=name", "name"],
    ["sort=rating", "rating"]
  ]
}

/** The feed's cursors are texts of their own. */
const lists = names.filter((name) => operation(name).cursors && name !== "GET /events")

describe("a cursor that no answer had", () => {
  let here: FilledWorld
  beforeAll(async () => {
    here = await worldWith(databases[0]!, ...lists.flatMap(pathIds) as ReadonlyArray<keyof Ids>)
  })
  afterAll(() => here.backend.close())

  const statusOf = async (name: Name, query: string, cursor: string) => {
    const key = here.own.keys[operation(name).scope]
    // This one has pages of one size.
    const limit = name === "GET /interviews/moved" ? "" : "limit=1"
    const text = [operation(name).query, query, limit, `cursor=${encodeURIComponent(cursor)}`].filter((part) =>
      part !== ""
    ).join("&")
    return (await here.call("GET", `${fill(parts(name).template, here.own.ids)}?${text}`, { key })).status
  }

  const all = lists.flatMap((name) =>
    (positions[name] ?? [["", "created"] as const]).map(([query, of]) => [name, query, of] as const)
  )

  test.each(all)(
    "%s?%s takes the positions of %s, and refuses others",
    async (name, query, of) => {
      const others = Object.keys(shapes).filter((other) => other !== of) as ReadonlyArray<keyof typeof shapes>
      const refused = [...others.map((other) => shapes[other].position), ...shapes[of].refuses]
      // What reads a position is the same for each list that has it.
      const isFirst = name === all.find(([, , other]) => other === of)![0]
      const cases: ReadonlyArray<readonly [status: number, position: JsonObject]> = [
        ...(isFirst ? shapes[of].takes : shapes[of].takes.slice(-1)).map((position) => [200, position] as const),
        ...(isFirst ? refused : refused.slice(0, 1)).map((position) => [400, position] as const)
      ]
      const answers = []
      for (const [, position] of cases) answers.push([await statusOf(name, query, encodeCursor(position)), position])
      expect(answers).toEqual(cases as never)
    }
  )

  test.each([
    "",
    "-1",
    "1e3",
    "00",
    "0x1",
    "1.5",
    "9999999999999999",
    "9f86d081",
    "9f86d081-",
    "zzzzzzzz-1",
    "\u0000",
    "[]"
  ])(
    "the feed refuses %j",
    async (cursor) => {
      expect(await statusOf("GET /events", "", cursor)).toBe(400)
    }
  )
})
