/** Arguments as models write them. */
import type { JsonSchema } from "@candor/contract/SchemaDocument"
import { growthOf, linear } from "@candor/domain/testing/Linear"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { understand } from "../../src/mcp/ToolArguments.ts"
import { formOf } from "../../src/mcp/UploadForm.ts"

const id = "01a0f146-51d4-7f31-af31-76813e02ea68"
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: "null" }] })

const address: JsonSchema = {
  type: "object",
  properties: { address: { type: "string" }, is_primary: { type: "boolean" } },
  required: ["address"]
}

const schema: JsonSchema = {
  type: "object",
  properties: {
    jobId: { type: "string", format: "uuid" },
    title: { type: "string" },
    location: orNull({ type: "string" }),
    salary_min: orNull({ type: "number" }),
    limit: { type: "integer" },
    is_remote: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    candidate: {
      type: "object",
      properties: {
        full_name: { type: "string" },
        university: orNull({ type: "string" }),
        email_addresses: { type: "array", items: address }
      },
      required: ["full_name"]
    },
    value: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "null" }] },
    arguments: { type: "object" }
  },
  required: ["jobId"]
}

type Values = Readonly<Record<string, unknown>>

describe("arguments are understood", () => {
  test.each<readonly [string, Values, Values, number]>([
    ["as they are", { jobId: id, title: "Chef", tags: ["a"], limit: 5 }, {
      jobId: id,
      title: "Chef",
      tags: ["a"],
      limit: 5
    }, 0],
    ["an empty text, spaces or null for one that is left out", { title: "", limit: null, tags: "  " }, {}, 0],
    ["null where it says that nothing is known", { location: null }, { location: null }, 0],
    ["an empty text where null would clear: left out, and told", { location: "", salary_min: " " }, {}, 2],
    ["an empty one that is required: the interface judges it", { jobId: "" }, { jobId: "" }, 0],
    ["within an object", { candidate: { full_name: "", university: "" } }, { candidate: { full_name: "" } }, 1],
    ["an object as JSON", { candidate: `{"full_name":"Ada"}` }, { candidate: { full_name: "Ada" } }, 1],
    ["an object as JSON, with fields that no schema has", { arguments: ` {"x":""}` }, { arguments: { x: "" } }, 1],
    ["a list as JSON", { tags: `["a","b"]` }, { tags: ["a", "b"] }, 1],
    ["a list of one as its value", { tags: "a" }, { tags: ["a"] }, 1],
    ["JSON within JSON", {
      candidate: `{"full_name":"A","email_addresses":"[{\\"address\\":\\"a@b.de\\",\\"is_primary\\":\\"true\\"}]"}`
    }, {
      candidate: { full_name: "A", email_addresses: [{ address: "a@b.de", is_primary: true }] }
    }, 3],
    ["text that is like JSON, where a text is expected", { title: `{"a":1}`, value: "5" }, {
      title: `{"a":1}`,
      value: "5"
    }, 0],
    [
      "broken JSON as it is",
      { candidate: "{full_name", arguments: "{" },
      { candidate: "{full_name", arguments: "{" },
      0
    ],
    ["numbers and choices as texts", { limit: "20", salary_min: " 50000.5 ", is_remote: "True" }, {
      limit: 20,
      salary_min: 50_000.5,
      is_remote: true
    }, 3],
    ["no number in other texts", { limit: "a lot", salary_min: "60k", is_remote: "maybe" }, {
      limit: "a lot",
      salary_min: "60k",
      is_remote: "maybe"
    }, 0],
    ["a number for a text", { title: 2027, value: 7 }, { title: "2027", value: 7 }, 1],
    ["an id with what stands around it", { jobId: ` "${id}"\n` }, { jobId: id }, 1],
    ["an id in other marks", { jobId: `<'\`${id}\`'>` }, { jobId: id }, 1],
    ["names as other operations spell them", { job_id: id, isRemote: true, salaryMin: 5 }, {
      jobId: id,
      is_remote: true,
      salary_min: 5
    }, 3],
    [
      "a name beside the right one: refused by the interface",
      { jobId: id, job_id: "x" },
      { jobId: id, job_id: "x" },
      0
    ],
    ["unknown ones as they are", { colour: "", note: null }, { colour: "", note: null }, 0]
  ])("%s", (_, given, values, notes) => {
    const understood = understand(given, schema, true)
    expect(understood.values).toEqual(values)
    expect(understood.notes).toHaveLength(notes)
  })
})

test("JSON in a text that is nested deeper than any body stays the text that it is", () => {
  const text = "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000)
  expect(understand({ arguments: text }, schema, true)).toEqual({ values: { arguments: text }, notes: [] })
})

test.each(["\"", "'", "`", ">", "<"])("an id with many %s within is read in linear time", (part) => {
  expect(growthOf(part, (text) => understand({ jobId: text }, schema, false))).toBeLessThan(linear)
})

test("where nothing is changed, an empty text for what may be null is null", () => {
  const candidate = { full_name: "Ada", university: "" }
  const given = { location: " ", salary_min: null, title: "", candidate }
  expect(understand(given, schema, false)).toEqual({
    values: { location: null, salary_min: null, candidate: { full_name: "Ada", university: null } },
    notes: []
  })
})

describe("the bytes of a file", () => {
  const formWith = (file_content: string) => formOf({ file_name: "cv.txt", file_content })

  test.each([["YQ==", true], ["Y Q\n= =\n", false], ["YQ==\r\n", true], ["Y\nQ", true], ["YQ!", false]])(
    "%j are in Base64: %p",
    (content, isBase64) => expect(Result.isSuccess(formWith(content))).toBe(isBase64)
  )

  test.each([" ", "\n", "="])("many %j are looked at in linear time", (part) => {
    expect(growthOf(part, (text) => formWith(`${text}!`))).toBeLessThan(linear)
  })
})
