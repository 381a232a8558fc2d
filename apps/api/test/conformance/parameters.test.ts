/** The bounds that the OpenAPI document tells of numbers in a query are those that hold. */
import { locate } from "@candor/process/testing/validation/OpenApiDocument"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { type Answer, client, type Json } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"
import { goodCall, withQuery } from "./calls.ts"
import { names } from "./operations.ts"

interface Parameter {
  readonly name: string
  readonly schema: { readonly type?: string; readonly minimum?: number; readonly maximum?: number }
}

let here: World
beforeAll(async () => {
  here = await world(databases[0]!)
})
afterAll(() => here.backend.close())

/** The parameters that an answer refuses. */
const refused = ({ body }: Answer): ReadonlyArray<Json> => {
  const { error } = body as {
    readonly error?: { readonly details?: { readonly issues?: ReadonlyArray<{ readonly path: ReadonlyArray<Json> }> } }
  }
  return [...new Set((error?.details?.issues ?? []).flatMap(({ path }) => path))]
}

test("every number of a query is taken within its documented bounds, and refused beyond them", async () => {
  const document: object = await (await fetch(`${here.server.base_url}/openapi.json`)).json()
  const call = client(here.server.base_url)
  const seen = new Set<string>()
  for (const name of names) {
    const { method, options, path } = goodCall(name, here.own.keys, here.own.ids)
    const steps = ["paths", `/api/v1${name.split(" ")[1]}`, method.toLowerCase(), "parameters"]
    const parameters = locate<ReadonlyArray<unknown>>(document, ...steps)!.value
      .map((_, index) => locate<Parameter>(document, ...steps, index)!.value)
    for (const { name: parameter, schema: { maximum, minimum } } of parameters.filter(({ schema }) => schema.type === "integer")) {
      seen.add(parameter)
      const answers = [minimum!, maximum!, minimum! - 1, maximum! + 1].map(async (value) =>
        refused(await call(method, withQuery(path, `${parameter}=${value}`), options)))
      expect([name, ...await Promise.all(answers)]).toEqual([name, [], [], [parameter], [parameter]])
    }
  }
  expect([...seen].toSorted()).toEqual(["after", "anonymise_after_months", "before", "limit", "offset", "wait", "years_min"])
})
