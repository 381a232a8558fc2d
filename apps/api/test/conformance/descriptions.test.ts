/** The OpenAPI document describes everything that it names, and shows a valid example of every body. */
import { Api } from "@candor/contract/Api"
import { unify } from "@candor/contract/SchemaDocument"
import { eventForms } from "@candor/domain/webhook/EventForms"
import { locate, schemasOf } from "@candor/process/testing/validation/OpenApiDocument"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { HttpApi } from "effect/http-api"

type Node = Readonly<Record<string, unknown>>

/** The generated file, which a test of docs keeps up to date. */
const document: Node = await Bun.file(new URL("../../../../docs/openapi.json", import.meta.url)).json()

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null

/** A part of the document, and the steps that lead to it. */
interface Part {
  readonly at: ReadonlyArray<string>
  readonly value: Node
}

/** Every object of the document, outside of examples. */
const partsOf = (value: Node, at: ReadonlyArray<string> = []): ReadonlyArray<Part> => [
  { at, value },
  ...Object.entries(value).flatMap(([key, inner]) =>
    isNode(inner) && key !== "examples" && key !== "example" ? partsOf(inner, [...at, key]) : []
  )
]

const parts = partsOf(document)
const under = (key: string): ReadonlyArray<Part> =>
  parts.filter(({ at }) => at.at(-2) === key && at.at(-3) !== "properties")

/** The part itself, or the part that it refers to. */
const followed = (value: Node): Node => {
  const $ref = value["$ref"]
  return typeof $ref === "string" ? locate<Node>(document, ...$ref.split("/").slice(1))!.value : value
}

/** Where parts have no description, neither their own nor that of what they refer to. */
const undescribed = (those: ReadonlyArray<Part>): ReadonlyArray<string> =>
  those.filter(({ value }) => !/\S/.test(String(value["description"] ?? followed(value)["description"] ?? "")))
    .map(({ at }) => at.join("/"))

const operations = parts.filter(({ value }) => "operationId" in value)

describe("described in words", () => {
  const kinds: ReadonlyArray<readonly [string, ReadonlyArray<Part>]> = [
    ["operation", operations],
    ["parameter", under("parameters")],
    ["header", under("headers")],
    ["schema", under("schemas").filter(({ at }) => at[0] === "components")],
    ["property of a schema", under("properties")],
    ["response", under("responses")],
    ["tag", under("tags").filter(({ at }) => at.length === 2)],
    ["server", under("servers")],
    ["security scheme", under("securitySchemes")]
  ]

  test.each(kinds)("every %s", (_, those) => {
    expect(those.length).toBeGreaterThan(0)
    expect(undescribed(those)).toEqual([])
  })

  test("no answer by a word of the library's, such as Success", () => {
    const words = new Set(under("responses").map(({ value }) => String(followed(value)["description"])))
    expect([...words].filter((text) => !text.includes(" "))).toEqual([])
  })
})

describe("a schema", () => {
  const { schemas } = document["components"] as { readonly schemas: Node }

  test("stands once, under its own name", () => {
    expect(Object.keys(schemas).filter((name) => /_\d+$/.test(name))).toEqual([])
  })

  test("is not left out for another one of its name", () => {
    const text = { type: "string" }
    expect<object>(unify({ components: { schemas: { Note: text, Note_1: text } } })).toEqual({
      components: { schemas: { Note: text } }
    })
    expect(() => unify({ components: { schemas: { Note: text, Note_1: {} } } })).toThrow(
      "Two different schemas are called Note"
    )
  })
})

describe("an example", () => {
  const bodies = parts.filter(({ at }) => at.at(-2) === "content" && at.at(-3) !== "properties")
  const check = schemasOf(document)
  const examplesOf = ({ value }: Part) =>
    Object.values((value["examples"] ?? {}) as Node).map((example) => followed(example as Node)["value"])

  test("stands at every request and answer that has a body", () => {
    expect(bodies.length).toBeGreaterThan(100)
    expect(bodies.filter((body) => examplesOf(body).length === 0).map(({ at }) => at.join("/"))).toEqual([])
  })

  test("is as its schema says", () => {
    expect(bodies.flatMap((body) => {
      const schema = locate(document, ...body.at, "schema")!.at
      return examplesOf(body).flatMap((example) => check(example, schema))
    })).toEqual([])
  })

  test("is decoded by the schema that the server and the typed client have", () => {
    const operationOf = (id: string) => operations.find(({ value }) => value["operationId"] === id)!.at
    const refused: Array<string> = []
    let decoded = 0
    const decode = (schema: Schema.Constraint | undefined, ...at: ReadonlyArray<string>) => {
      const body = bodies.find((one) => one.at.join("/") === [...at, "content", "application/json"].join("/"))
      if (body === undefined) return
      for (const example of examplesOf(body)) {
        decoded++
        const result = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>)(example, {
          onExcessProperty: "error"
        })
        if (Result.isFailure(result)) refused.push(`${at.join("/")}: ${result.failure.message}`)
      }
    }
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) => {
        const at = operationOf(`${group.identifier}.${endpoint.identifier}`)
        const [payload] = endpoint.payload.values()
        const [success] = endpoint.success
        decode(payload?.schemas[0], ...at, "requestBody")
        for (const status of ["200", "201"]) decode(success, ...at, "responses", status)
      }
    })
    expect(refused).toEqual([])
    expect(decoded).toBeGreaterThan(100)
  })

  test("of each type of event has data as the type's schema says", () => {
    const types = Object.keys(eventForms)
    expect(Object.keys(document["webhooks"] as Node).toSorted()).toEqual(types.toSorted())
    for (const type of types as ReadonlyArray<keyof typeof eventForms>) {
      const media = locate<Node>(document, "webhooks", type, "post", "requestBody", "content", "application/json")!
      const [{ data, type: shown }] = examplesOf({ at: [], value: media.value }) as [
        { readonly data: unknown; readonly type: string }
      ]
      expect(shown).toBe(type)
      expect(Schema.decodeUnknownResult(eventForms[type].data)(data, { onExcessProperty: "error" })).toMatchObject({
        _tag: "Success"
      })
    }
  })
})
