/**
 * Requests that would cost much before, or beside, a limit are refused by their size, before anything is made of them.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { isTooComplex } from "../src/request/JsonShape.ts"
import type { ErrorBody } from "./harness/Client.ts"
import { type World, world } from "./harness/World.ts"

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1))
const object = (length: number) => JSON.stringify(Object.fromEntries(Array.from({ length }, (_, n) => [`f${n}`, 1])))

test.each<readonly [string, string, boolean]>([
  ["64 lists within one another", nested(64), false],
  ["65 lists within one another", nested(65), true],
  ["10,000 objects within one another", `${"{\"a\":".repeat(10_000)}1${"}".repeat(10_000)}`, true],
  ["1,000 objects beside one another", JSON.stringify(Array.from({ length: 1000 }, () => ({ a: [1] }))), false],
  ["a list of 20,000 values", list(20_000), false],
  ["a list of 20,001 values", list(20_001), true],
  ["an object of 11,000 fields", object(11_000), true],
  ["a text of brackets, commas and quotes", JSON.stringify({ text: "[{\"\\,:".repeat(50_000) }), false],
  ["a text that does not end", `"${"[".repeat(100_000)}`, false],
  ["nothing", "", false]
])("%s is too complex: %#", (_, text, expected) => {
  expect(isTooComplex(text)).toBe(expected)
})

describe("over HTTP", () => {
  let here: World
  beforeAll(async () => {
    here = await world(databases[0]!)
  })
  afterAll(() => here.backend.close())

  const long = "%25".repeat(5000)
  const origin = () => new URL(here.server.base_url).origin
  const post = (path: string, body: string, key?: string) =>
    fetch(`${origin()}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...key === undefined ? {} : { authorization: `Bearer ${key}` }
      },
      body
    })

  test.each(["GET", "PATCH", "DELETE", "OPTIONS"])(
    "%s of a path that is longer than any addresses nothing, with a key or without",
    async (method) => {
      for (const path of [`/api/v1/${long}`, `/api/v1${"/jobs".repeat(1000)}`]) {
        for (const headers of [{}, { authorization: `Bearer ${here.own.keys.read}` }]) {
          const response = await fetch(`${origin()}${path}`, { method, headers })
          const { error }: ErrorBody = await response.json()
          expect([response.status, error.code, response.headers.has("x-ratelimit-remaining")]).toEqual([
            404,
            "not_found",
            true
          ])
        }
      }
    }
  )

  test("an id that is longer than any is like any other that addresses nothing", async () => {
    const get = (id: string, key: string) => here.call("GET", `/jobs/${id}`, { key })
    expect((await get(long, "none")).status).toBe(401)
    expect((await get(long, here.own.keys.read)).text).toBe((await get("x", here.own.keys.read)).text)
  })

  test.each([
    ["values", `{"title":"x","stages":${list(100_000)}}`],
    ["fields", object(60_000)],
    ["nesting", `{"title":${nested(40_000)}}`]
  ])("a body with too many %s is refused in one sentence", async (_, body) => {
    const response = await post("/api/v1/jobs", body, here.own.keys.write)
    const { error }: ErrorBody = await response.json()
    expect([response.status, error.code, error.details!["issues"]]).toMatchObject([
      400,
      "invalid_request",
      [{ path: [], message: "Expected JSON of at most 20000 keys and values, nested at most 64 deep" }]
    ])
  })

  test("a message for tools that is nested too deep is refused by its size", async () => {
    const response = await post(
      "/mcp",
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${nested(3000)}}`,
      here.own.keys.read
    )
    const { error } = await response.json() as { readonly error: { readonly code: number } }
    expect([response.status, error.code]).toEqual([400, -32_600])
  })

  test("an id for a tool that is longer than any is no id", async () => {
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_application", arguments: { id: "%".repeat(50_000) } }
    }
    expect(await (await post("/mcp", JSON.stringify(call), here.own.keys.read)).text()).toContain("Expected an id")
  })

  test("a tag whose marks would take minutes to order is refused as it is", async () => {
    const tags = [`a${"\u0315".repeat(150_000)}${"\u0327".repeat(150_000)}`]
    const answer = await here.call<ErrorBody>("POST", "/candidates", {
      key: here.own.keys.write,
      body: { full_name: "A", primary_email: "a@b.de", tags }
    })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining("more than 100 marks on a character")
    ])
  })

  test("a body of signing in has 16 KiB at most", async () => {
    for (const path of ["/console/auth/sign-in", "/%63onsole/auth/sign-in", "/c%6Fnsol%65/auth/sign-in"]) {
      expect((await post(path, object(2000))).status).toBe(413)
    }
  })
})
