/** Everyday tools show fields that the contract has, and links that the console has. */
import { exampleOf, type JsonSchema, type JsonSchemas } from "@candor/domain/ExampleOf"
import { describe, expect, test } from "bun:test"
import { withLinks } from "../../src/mcp/ConsoleLinks.ts"
import { everydayTools } from "../../src/mcp/EverydayTools.ts"
import { parse, select, type Selection } from "../../src/mcp/Selection.ts"

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >
}

const document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: JsonSchemas }
} = await Bun.file(new URL("../../../../docs/openapi.json", import.meta.url)).json()

const answerOf = (name: string): unknown => {
  const { responses } = Object.values(document.paths).flatMap((methods) => Object.values(methods)).find((
    { operationId }
  ) => operationId === name)!
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2"))!
  return exampleOf(success.content!["application/json"]!.schema, document.components.schemas)
}

/** The paths of a selection that a value does not have. */
const missing = (value: unknown, selection: Selection, path = ""): ReadonlyArray<string> => {
  const first = (Array.isArray(value) ? value[0] : value) as Readonly<Record<string, unknown>> | null
  return [...selection].flatMap(([name, within]) =>
    !(name in (first ?? {}))
      ? [path + name]
      : within === undefined
      ? []
      : missing(first![name], within, `${path}${name}.`)
  )
}

test.each(everydayTools.map(({ gives, name, operation }) => [name, operation, gives] as const))(
  "%s shows fields that %s answers with",
  (_, operation, gives) => {
    expect(missing(answerOf(operation), parse(gives))).toEqual([])
  }
)

describe("a selection", () => {
  test.each<readonly [string, string, unknown, unknown]>([
    ["chooses fields, of lists as well", "a b{c}", { a: 1, b: [{ c: 2, d: 3 }], e: 4 }, { a: 1, b: [{ c: 2 }] }],
    ["chooses a field whole", "a", { a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1 }] } }],
    ["leaves out null and what is missing, and keeps what is empty", "a b c d", { a: null, c: [], d: "" }, {
      c: [],
      d: ""
    }],
    ["goes on after what is within", "a{b{c}} d", { a: { b: { c: 1 } }, d: 2 }, { a: { b: { c: 1 } }, d: 2 }],
    ["cuts a text, and says how much", "a", { a: "x".repeat(4007) }, { a: `${"x".repeat(4000)}… (7 characters more)` }],
    ["shows the beginning of a list within, and all of a page", "a{b}", {
      a: Array.from({ length: 60 }, () => ({ b: Array(60).fill(1) }))
    }, {
      a: Array.from({ length: 60 }, () => ({ b: Array(50).fill(1), b_left_out: 10 }))
    }]
  ])("%s", (_, selection, value, shown) => {
    expect(select(value, parse(selection))).toEqual(shown)
  })
})

test("an answer with the largest parts is cut until it is small", () => {
  const note = { body: "n".repeat(5000) }
  const value = {
    application: Object.fromEntries(
      ["notes", "interview_feedback", "application_answers"].map((list) => [
        list,
        Array.from({ length: 500 }, () => note)
      ])
    )
  }
  expect(JSON.stringify(select(value, undefined)).length).toBeLessThan(64 * 1024)
})

test("links are of the outermost things that have a page in the console", () => {
  const id = "01a0f146-51d4-7f31-af31-76813e02ea68"
  expect(
    withLinks({
      applications: [{ id, candidate: { id } }],
      results: [{ candidate: { id } }],
      note: { id },
      application: { id: null }
    }, "https://candor.example")
  )
    .toEqual({
      applications: [{ id, candidate: { id }, link: `https://candor.example/console/applications/${id}` }],
      results: [{ candidate: { id, link: `https://candor.example/console/candidates/${id}` } }],
      note: { id },
      application: { id: null }
    })
})
