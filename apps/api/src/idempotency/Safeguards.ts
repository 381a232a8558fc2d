/** The safeguards that a write asks for, by headers and a parameter. */
import type { InvalidRequest } from "@candor/contract/Errors"
import { invalidInput, type Issue } from "@candor/contract/Issues"
import { dryRun, idempotencyKey } from "@candor/contract/SafeWriting"
import { IdempotencyKey, maxLength } from "@candor/domain/idempotency/IdempotencyKey"
import { Result, Schema } from "effect"
import type { Headers } from "effect/http"

export interface Safeguards {
  /** The name of the request, by which it is repeated. */
  readonly key: IdempotencyKey | undefined
  /** The entity tags of which the resource must have one. */
  readonly ifMatch: string | undefined
  /** Whether no change is kept. */
  readonly isDryRun: boolean
}

type Parameters = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Whether a request asks for any. `If-None-Match` is none: `parse` refuses it on a write. */
export const areRequested = (headers: Headers.Headers, parameters: Parameters): boolean =>
  headers["idempotency-key"] !== undefined || headers["if-match"] !== undefined || headers["if-none-match"] !== undefined ||
  parameters[dryRun] !== undefined

const isKey = Schema.is(IdempotencyKey)

const choices: Parameters = { true: "true", false: "false" }

/** Returns the safeguards of a request, of an operation that belongs to a resource or to none. */
export const parse = (
  headers: Headers.Headers,
  parameters: Parameters,
  hasResource: boolean
): Result.Result<Safeguards, InvalidRequest> => {
  const key = headers["idempotency-key"]
  const ifMatch = headers["if-match"]
  const choice = parameters[dryRun] ?? "false"
  const issues: Array<Issue> = []
  if (key !== undefined && !isKey(key)) {
    issues.push({ path: [idempotencyKey], message: `Expected 1 to ${maxLength} visible ASCII characters` })
  }
  if (ifMatch !== undefined && !hasResource) {
    issues.push({ path: ["If-Match"], message: "Not accepted here: this operation belongs to no resource that has an ETag" })
  }
  if (headers["if-none-match"] !== undefined) {
    issues.push({ path: ["If-None-Match"], message: "Not accepted on a write; If-Match names the state that it requires" })
  }
  if (typeof choice !== "string") issues.push({ path: [dryRun], message: "Expected one value" })
  else if (choices[choice] === undefined) issues.push({ path: [dryRun], message: "Expected \"true\" or \"false\"" })
  return issues.length > 0
    ? Result.fail(invalidInput(issues))
    : Result.succeed({ key: key as IdempotencyKey | undefined, ifMatch, isDryRun: choice === "true" })
}
