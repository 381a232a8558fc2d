/** Puts a validating proxy in front of servers in this process, and fails a test with a violation. */
import { join } from "node:path"
import { root } from "../../src/MadeOnce.ts"
import type { Exchange } from "./Exchange.ts"
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import { type ValidatingProxy, validatingProxy } from "./ValidatingProxy.ts"
import { type Validator, validator } from "./Validator.ts"

/** Violations that have not failed a test yet. */
const violations: Array<string> = []

let made: Promise<Validator> | undefined

/**
 * Returns the validator for the printed document, which is the one that servers have (apps/api/test/build.test.ts): to
 * generate it takes a second in each process.
 */
const documented = (): Promise<Validator> =>
  made ??= Bun.file(join(root, "docs/openapi.json")).json().then((document: OpenApiDocument) => validator(document))

/** The origins of servers, by those of their proxies. */
const servers = new Map<string, string>()

/** Makes a proxy in front of the server at this origin; `expectDocumented` reports its violations. */
export const validated = async (origin: string): Promise<ValidatingProxy> => {
  const proxy = await validatingProxy(origin, {
    validator: await documented(),
    report: (violation) => void violations.push(violation)
  })
  servers.set(proxy.origin, origin)
  return proxy
}

/**
 * Returns the origin of the server behind a proxy, for a client that validates its exchanges by `validate`: for a
 * request without a stream this says the same, in two thirds of the time.
 */
export const originBehind = (proxy: string): string | undefined => servers.get(proxy)

/** Validates an exchange with a server; `expectDocumented` reports its violations. */
export const validate = async (exchange: Exchange): Promise<void> => {
  violations.push(...await (await documented()).exchange(exchange))
}

/** Fails with the violations since its last call. */
export const expectDocumented = (): void => {
  if (violations.length === 0) return
  throw new Error(`Not as the OpenAPI document says:\n${violations.splice(0).join("\n")}`)
}
