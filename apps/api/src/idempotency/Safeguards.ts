/** The safeguards that a write requests by headers and a parameter. */
import type { InvalidRequest } from "@candor/contract/Errors"
import { invalidInput, type Issue } from "@candor/contract/Issues"
import { dryRun, idempotencyKey } from "@candor/contract/SafeWriting"
import { IdempotencyKey, maxLength } from "@candor/domain/idempotency/IdempotencyKey"
import { Context, Result, Schema } from "effect"
import type { Headers } from "effect/http"

export interface Safeguards {
  /** The idempotency key, by which the request can be repeated. */
  readonly key: IdempotencyKey | undefined
  /** `If-Match`: the entity tags of which the resource must have one. */
  readonly ifMatch: string | undefined
  /** `If-None-Match: *`: whether the resource must not exist (RFC 9110, section 13.1.2). */
  readonly ifAbsent: boolean
  /** Whether changes are rolled back. */
  readonly isDryRun: boolean
}

/** Whether a request that talks to other servers is a dry run: a rollback cannot take back what they were sent. */
export const IsDryRun = Context.Reference<boolean>("@candor/api/IsDryRun", { defaultValue: () => false })

type Parameters = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Whether a request has any safeguard. */
export const areRequested = (headers: Headers.Headers, parameters: Parameters): boolean =>
  headers["idempotency-key"] !== undefined || headers["if-match"] !== undefined ||
  headers["if-none-match"] !== undefined ||
  parameters[dryRun] !== undefined

const isKey = Schema.is(IdempotencyKey)

const choices: Parameters = { true: "true", false: "false" }

/**
 * Returns the safeguards of a request. `If-Match` needs an operation that belongs to a resource, and `If-None-Match`
 * one that may create it.
 */
export const parse = (
  headers: Headers.Headers,
  parameters: Parameters,
  { hasResource, makesResource }: { readonly hasResource: boolean; readonly makesResource: boolean }
): Result.Result<Safeguards, InvalidRequest> => {
  const key = headers["idempotency-key"]
  const ifMatch = headers["if-match"]
  const choice = parameters[dryRun] ?? "false"
  const issues: Array<Issue> = []
  if (key !== undefined && !isKey(key)) {
    issues.push({
      path: [idempotencyKey],
      message: `Expected 1 to ${maxLength} visible ASCII characters`,
      reason: "wrong_form"
    })
  }
  if (ifMatch !== undefined && !hasResource) {
    issues.push({
      path: ["If-Match"],
      message: "Not accepted here: this operation belongs to no resource that has an ETag",
      reason: "unknown"
    })
  }
  const ifNoneMatch = headers["if-none-match"]
  const ifAbsent = makesResource && ifNoneMatch?.trim() === "*"
  if (ifNoneMatch !== undefined && !ifAbsent) {
    const message = makesResource ? "Expected *" : "Not accepted on this write"
    issues.push({
      path: ["If-None-Match"],
      message: `${message}; If-Match names the state that it requires`,
      reason: "unknown"
    })
  }
  if (typeof choice !== "string")
    issues.push({ path: [dryRun], message: "Expected one value", reason: "too_many", values: { limit: 1 } })
  else if (choices[choice] === undefined)
    issues.push({
      path: [dryRun],
      message: "Expected \"true\" or \"false\"",
      reason: "not_accepted",
      values: { accepted: ["true", "false"] }
    })
  return issues.length > 0
    ? Result.fail(invalidInput(issues))
    : Result.succeed({ key: key as IdempotencyKey | undefined, ifMatch, ifAbsent, isDryRun: choice === "true" })
}
