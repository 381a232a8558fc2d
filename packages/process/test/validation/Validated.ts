/** Puts a validating proxy in front of servers of this process, and fails the test that meets a violation. */
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import { type ValidatingProxy, validatingProxy } from "./ValidatingProxy.ts"
import { type Validator, validator } from "./Validator.ts"

/** Violations that no test has failed with yet. */
const violations: Array<string> = []

let documented: Promise<Validator> | undefined

/** A validator by the document that a server gives out. Servers of one run give out the same one. */
const validatorBy = async (origin: string): Promise<Validator> =>
  validator(await (await fetch(`${origin}/api/v1/openapi.json`)).json() as OpenApiDocument)

/** A proxy in front of the server at this origin; its violations are those of `expectDocumented`. */
export const validated = async (origin: string): Promise<ValidatingProxy> =>
  validatingProxy(origin, {
    validator: await (documented ??= validatorBy(origin)),
    report: (violation) => void violations.push(violation)
  })

/** Fails with the violations since it was last called. */
export const expectDocumented = (): void => {
  if (violations.length === 0) return
  throw new Error(`Not as the OpenAPI document says:\n${violations.splice(0).join("\n")}`)
}
