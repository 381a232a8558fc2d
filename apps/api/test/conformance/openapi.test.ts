/** The OpenAPI document says what the settled questions say of each kind of operation. */
import { locate } from "@candor/process/testing/validation/OpenApiDocument"
import { usedIn } from "@candor/contract/SchemaDocument"
import { plainNouns } from "@candor/domain/nouns"
import { describe, expect, test } from "bun:test"
import { specifiedStatuses } from "./specification.ts"
import { errorStatuses, isWrite, names, operation, readsResource } from "./operations.ts"

interface Schema {
  readonly $ref?: string
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

/** An operation as it stands in the document: parameters and responses may be references. */
interface Operation {
  readonly operationId: string
  readonly parameters: ReadonlyArray<object>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
  readonly security?: ReadonlyArray<unknown>
}

/** An operation with its references followed. */
interface Documented extends Operation {
  readonly parameters: ReadonlyArray<Parameter>
}

interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly security: ReadonlyArray<unknown>
  readonly webhooks: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: object
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}

const document: Document = await Bun.file(new URL("../../../../docs/openapi.json", import.meta.url)).json()

const documented: ReadonlyMap<string, Documented> = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path.replace(/^\/api\/v1/, "")}`,
      {
        ...operation,
        security: operation.security ?? document.security,
        parameters: operation.parameters.map((_, index) =>
          locate<Parameter>(document, "paths", path, method, "parameters", index)!.value
        )
      }
    ])
  )
)

test("the document is of the interface's version", () => {
  expect(document.openapi).toStartWith("3.")
  expect(document.info.version).toBe("1.0.0")
})

test("every path of the document is under the base path", () => {
  expect(Object.keys(document.paths).filter((path) => !path.startsWith("/api/v1/"))).toEqual([])
})

test("the scheme of the key is in lower case, as IANA registers it: clients compare it letter by letter", () => {
  expect(document.components.securitySchemes["bearer"]).toMatchObject({ type: "http", scheme: "bearer" })
})

// One operation alone answers with 416.
test("headers, parameters and error responses of several operations stand once, under components", () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const responses = operations.flatMap((operation) => Object.entries(operation.responses))
  const written = (parts: ReadonlyArray<unknown>) =>
    parts.map((part) => JSON.stringify(part)).filter((text) => !text.startsWith(`{"$ref"`))
  const parts = written([
    ...operations.flatMap(({ parameters }) => parameters),
    ...responses.flatMap(([, { headers = {} }]) => Object.values(headers))
  ])
  expect(parts.length).toBeGreaterThan(0)
  expect(new Set(parts).size).toBe(parts.length)
  const errors = written(responses.filter(([status]) => Number(status) >= 400).map(([, response]) => response))
  expect(errors.filter((error) => !error.includes("RangeNotSatisfiable"))).toEqual([])
})

test("bodies of requests have the fields that are named and no others; answers and messages may get further ones", () => {
  type Object = Schema & { readonly additionalProperties?: boolean }
  const objectsIn = (part: unknown): ReadonlyArray<Object> => {
    const found: Array<Object> = []
    JSON.stringify([part, usedIn([part], document.components.schemas)], (_, value: unknown) => {
      if (typeof value === "object" && value !== null && "properties" in value && value.properties !== undefined)
        found.push(value as Object)
      return value
    })
    return found
  }
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  // A form of a careers site may have any field.
  const taken = objectsIn(
    operations.filter(({ operationId }) => operationId !== "Postings.apply").map(({ requestBody = null }) =>
      requestBody
    )
  )
  const given = objectsIn([
    operations.map(({ responses }) => responses),
    document.components.responses,
    document.webhooks
  ])
  expect([taken.length > 30, given.length > 100]).toEqual([true, true])
  expect(taken.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual([])
  expect(given.filter(({ additionalProperties }) => additionalProperties === false)).toEqual([])
})

test("no two operations have the same id", () => {
  const ids = [...documented.values()].map((operation) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(Object.entries(specifiedStatuses))("%s has the statuses that the specification lists", (name, statuses) => {
  expect(errorStatuses(name)).toEqual(expect.arrayContaining([...statuses]))
})

/** Who manages the account. */
const ofAdmins = new RegExp(
  "^(?!GET /members)[A-Z]+ /(?:members|api-keys|connected-apps|webhooks|audit-log|background|imports|organization/(?:retention|files|export))" +
    `|^(?!GET)[A-Z]+ /(?:organization|rejection-reasons|mail-rules|${
      plainNouns.flatMap(({ resource: { noun, scope } }) => scope === "write" ? [] : noun.table.replaceAll("_", "-"))
        .join("|")
    })`
)

/** What a member who only reads has seen, wants to be told, when they work, and their calendar, is nobody else's. */
const ofReaders = new Set([
  "POST /overview/mentions/{noteId}/seen",
  "PUT /me/mail-notices",
  "PUT /me/schedule",
  "POST /me/calendar-feed",
  "DELETE /me/calendar-feed",
  "POST /me/busy-calendars",
  "DELETE /me/busy-calendars/{calendarId}",
  "DELETE /me/connected-apps/{appId}"
])

test("reading needs the scope `read`, writing `write`, and managing the account `admin`", () => {
  const scopes = names.map((name) => [name, operation(name).scope])
  expect(scopes).toEqual(
    names.map((
      name
    ) => [name, ofAdmins.test(name) ? "admin" : isWrite(name) && !ofReaders.has(name) ? "write" : "read"])
  )
})

describe.each(names)("%s", (name) => {
  const row = operation(name)
  const isConditional = readsResource(name) || row.content
  const makesOrChanges = isWrite(name) && name.includes("/by-external-id/")

  test("has the statuses of its kind", () => {
    const statuses = Object.keys(documented.get(name)!.responses).map(Number).toSorted((a, b) => a - b)
    const others = [...(row.content ? [206] : []), ...(isConditional ? [304] : [])]
    // What makes or changes a row tells which.
    const changed = makesOrChanges ? [200] : []
    expect(statuses).toEqual([...changed, row.success, ...others, ...errorStatuses(name)])
  })

  test("has the headers and parameters of safe writing where they apply", () => {
    const { parameters, responses } = documented.get(name)!
    const named = parameters.filter((parameter) => parameter.in === "header" || parameter.name === "dry_run")
    const statuses: ReadonlyArray<number> = errorStatuses(name)
    const ofWrite = [
      "dry_run",
      "Idempotency-Key",
      ...(statuses.includes(412) ? ["If-Match"] : []),
      ...(makesOrChanges ? ["If-None-Match"] : [])
    ]
    expect(named.map((parameter) => parameter.name)).toEqual(
      isWrite(name) ? ofWrite : isConditional ? ["If-None-Match"] : []
    )
    expect(Object.keys(responses[row.success]!.headers!)).toEqual(expect.arrayContaining(
      isWrite(name) ? ["Idempotency-Replayed", "Dry-Run"] : readsResource(name) ? ["ETag"] : []
    ))
  })

  test("asks for a key", () => {
    expect(documented.get(name)!.security).toEqual([{ bearer: [] }])
  })
})

test("what is read and changed at one path has an entity tag, by which nobody overwrites what somebody else changed", () => {
  const changed = new Set(names.filter((name) => /^(PUT|PATCH) /.test(name)).map((name) => name.replace(/^\S+/, "GET")))
  // A member's own choice, a list.
  expect(names.filter((name) => changed.has(name) && !readsResource(name))).toEqual(["GET /me/mail-notices"])
})
