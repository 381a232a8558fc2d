/** What `bun run docs` prints of the OpenAPI document for `@candor/client`. */
import type { JsonSchema } from "@candor/contract/SchemaDocument"
import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { errorCodes } from "../../packages/client/src/Errors.ts"
import { comment, declaration, typeOf } from "../print/client/Types.ts"

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const { components }: Document = await Bun.file(join(import.meta.dir, "../../docs/openapi.json")).json()

test("the codes of errors are those of the document", () => {
  const codes = Object.values(components.schemas).flatMap(({ properties }) =>
    properties?.["error"]?.properties?.["code"]?.enum ?? []
  )
  expect([...new Set(codes)].toSorted()).toEqual(errorCodes.toSorted())
})

describe("the type of a schema", () => {
  test.each([
    [{ type: "string" }, "string"],
    [{ type: "integer", minimum: 0 }, "number"],
    [{ anyOf: [{ type: "string", maxLength: 9 }, { type: "null" }] }, "string | null"],
    [{ oneOf: [{ $ref: "#/components/schemas/Job" }, { $ref: "#/components/schemas/Note" }] }, "Job | Note"],
    [{ type: "string", enum: ["a", "b"] }, `"a" | "b"`],
    [{ type: "string", allOf: [{ minLength: 1 }, { enum: ["a", "b"] }] }, `"a" | "b"`],
    [
      { type: "array", items: { anyOf: [{ $ref: "#/components/schemas/Job" }, { type: "null" }] } },
      "ReadonlyArray<Job | null>"
    ],
    [{ type: "object" }, "Readonly<Record<string, unknown>>"],
    [{ type: "object", additionalProperties: { type: "boolean" } }, "Readonly<Record<string, boolean>>"],
    [
      { type: "object", properties: { a: { type: "string" }, "b-c": {} }, required: ["a"] },
      "{\n  readonly a: string\n  readonly \"b-c\"?: unknown | undefined\n}"
    ],
    [{ type: "string", format: "binary" }, "Blob"]
  ])("%j is %p", (schema, type) => {
    expect(typeOf(schema)).toBe(type)
  })

  test.each([{ not: { type: "string" } }, { type: "object", patternProperties: {} }, { type: "text" }])(
    "%j is refused, and not guessed",
    (schema) => {
      expect(() => typeOf(schema)).toThrow("do not know")
    }
  )

  test("has its descriptions, within 120 columns", () => {
    const long = "word ".repeat(60).trim()
    const text = declaration("Job", {
      type: "object",
      description: long,
      properties: { title: { type: "string", description: "Ends */ here" } }
    })
    expect(text).toContain("  /** Ends *\\/ here */\n  readonly title?: string | undefined\n")
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeWithin(100, 121)
    expect(comment(long).match(/word/g)).toHaveLength(60)
  })
})
