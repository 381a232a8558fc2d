/** Whatever a request can be refused for has a reason. */
import { Api } from "@candor/contract/Api"
import { strict } from "@candor/contract/Endpoint"
import { SignInApi } from "@candor/contract/SignInApi"
import { type Reasoned, because } from "@candor/domain/IssueReason"
import { describe, expect, test } from "bun:test"
import { Option, Schema, SchemaAST } from "effect"
import { HttpApi } from "effect/http-api"
import { issuesOf } from "../src/request/InputIssues.ts"
import { reasonOfCheck } from "../src/request/IssueReasons.ts"

type Check = NonNullable<SchemaAST.AST["checks"]>[number]

/** Each check of a schema and of all within it, with whether it is of a list. */
const checksIn = (ast: SchemaAST.AST, seen = new Set<SchemaAST.AST>()): ReadonlyArray<readonly [Check, boolean]> => {
  if (seen.has(ast)) return []
  seen.add(ast)
  const inner = [
    ...(SchemaAST.isUnion(ast) ? ast.types : []),
    ...(SchemaAST.isArrays(ast) ? [...ast.elements, ...ast.rest] : []),
    ...(SchemaAST.isObjects(ast)
      ? [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
      : []),
    ...(SchemaAST.isSuspend(ast) ? [ast.thunk()] : []),
    ...(SchemaAST.isDeclaration(ast) ? ast.typeParameters : []),
    ...(ast.encoding ?? []).map(({ to }) => to)
  ]
  return [
    ...flat(ast.checks ?? []).map((check) => [check, SchemaAST.isArrays(ast)] as const),
    ...inner.flatMap((one) => checksIn(one, seen))
  ]
}

const flat = (checks: ReadonlyArray<Check>): ReadonlyArray<Check> =>
  checks.flatMap((check) => check._tag === "FilterGroup" ? flat(check.checks) : [check])

const inputs: Array<readonly [operation: string, ast: SchemaAST.AST]> = []
for (const api of [Api, SignInApi]) {
  HttpApi.reflect(api as typeof Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const { headers, params, payload, query } = endpoint
      const schemas = [...[...payload.values()].flatMap(({ schemas }) => schemas), params, query, headers]
      for (const schema of schemas) if (schema !== undefined) inputs.push([endpoint.identifier, schema.ast])
    }
  })
}

const unreasoned = (ast: SchemaAST.AST) =>
  checksIn(ast)
    .filter(([{ annotations }, isList]) =>
      annotations?.["refusesNothing"] !== true && Option.isNone(reasonOfCheck(annotations, isList))
    )
    .map(([{ annotations }]) => String(annotations?.["expected"] ?? annotations?.["message"] ?? "a check"))

describe("reasons of issues", () => {
  test("every check of what requests bring has one", () => {
    expect(inputs.flatMap(([, ast]) => checksIn(ast)).length).toBeGreaterThan(1000)
    expect([...new Set(inputs.flatMap(([name, ast]) => unreasoned(ast).map((text) => `${name}: ${text}`)))]).toEqual([])
    expect(unreasoned(Schema.Struct({ a: Schema.String.check(Schema.makeFilter(() => false)) }).ast)).toHaveLength(1)
  })

  test.each<[string, Schema.Codec<unknown, unknown>, unknown, ReadonlyArray<Reasoned & { readonly at: string }>]>([
    [
      "what is missing, and what is not known",
      Schema.Struct({ a: Schema.String }),
      { b: 1 },
      [{ at: "b", reason: "unknown", values: { accepted: ["a"] } }, { at: "a", reason: "required" }]
    ],
    [
      "another type",
      Schema.Struct({ a: Schema.NullOr(Schema.String) }),
      { a: 1 },
      [{ at: "a", reason: "wrong_type", values: { accepted: ["string", "null"] } }]
    ],
    [
      "none of the values",
      Schema.Struct({ a: Schema.Literals(["x", "y"]) }),
      { a: "z" },
      [{ at: "a", reason: "not_accepted", values: { accepted: ["x", "y"] } }]
    ],
    [
      "the length of a text, and of a list in it",
      Schema.Struct({
        a: Schema.String.check(Schema.isMaxLength(1)),
        b: Schema.Array(Schema.String).check(Schema.isMaxLength(1), Schema.isUnique())
      }),
      { a: "ab", b: ["a", "a"] },
      [
        { at: "a", reason: "too_long", values: { limit: 1, unit: "characters" } },
        { at: "b", reason: "too_many", values: { limit: 1 } },
        { at: "b", reason: "repeated" }
      ]
    ],
    [
      "bounds",
      Schema.Struct({ a: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })), b: Schema.Int }),
      { a: 4, b: 0.5 },
      [{ at: "a", reason: "out_of_range", values: { minimum: 1, maximum: 3 } }, { at: "b", reason: "not_integer" }]
    ],
    [
      "a check of its own, at the place that it names",
      Schema.Struct({ a: Schema.Struct({ b: Schema.optionalKey(Schema.String) }) }).check(
        Schema.makeFilter(() => ({ path: ["a", "b"], issue: "Expected it" }), because("required"))
      ),
      { a: {} },
      [{ at: "a.b", reason: "required", values: {} }]
    ]
  ])("%s", (_, schema, input, expected) => {
    const result = Schema.decodeUnknownResult(schema, strict)(input)
    expect(result._tag).toBe("Failure")
    const issues = result._tag === "Failure" ? issuesOf(result.failure.issue) : []
    expect(issues.map(({ message: _, path, ...issue }) => ({ at: path.join("."), ...issue }))).toEqual([...expected])
  })
})
