/** Puts a validating proxy in front of servers in this process, and fails a test with a violation. */
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import { type ValidatingProxy, validatingProxy } from "./ValidatingProxy.ts"
import { type Validator, validator } from "./Validator.ts"

/** Violations that have not failed a test yet. */
const violations: Array<string> = []

let documented: Promise<Validator> | undefined

/** Returns a validator for the document of a server. All servers of a run have the same one. */
const validatorBy = async (origin: string): Promise<Validator> =>
  validator(await (await fetch(`${origin}/api/v1/openapi.json`)).json() as OpenApiDocument)

/** Makes a proxy in front of the server at this origin; `expectDocumented` reports its violations. */
export const validated = async (origin: string): Promise<ValidatingProxy> =>
  validatingProxy(origin, {
    validator: await (documented ??= validatorBy(origin)),
    report: (violation) => void violations.push(violation)
  })

/** Fails with the violations since its last call. */
export const expectDocumented = (): void => {
  if (violations.length === 0) return
  throw new Error(`Not as the OpenAPI document says:\n${violations.splice(0).join("\n")}`)
}
