/**
 * Confirmations of writes by tools: a dry run issues one, and the write requires it. A confirmation is bound to the API
 * key or the app, and to the request of its dry run, by an authentication code. The code's key is the text of the API
 * key; for an app, whose tokens change, it is a secret of the servers. So the server stores nothing, and every server
 * of the organization can verify it.
 */
import type { InvalidRequest } from "@candor/contract/Errors"
import { invalidInput } from "@candor/contract/Issues"
import { Result } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import type { OperationRequest } from "./OperationRequest.ts"

/** Minutes in which a dry run can be confirmed. */
export const minutes = 15

/** Bytes of the random part, which distinguishes dry runs of equal requests. */
export const nonceBytes = 9

/** Characters of the code, which are 128 bits of it. */
const codeLength = 22

/** The resource's state at a dry run: unknown, or no resource. Other states are entity tags without quotes. */
export const [unknown, absent] = ["", "absent"] as const

/** Returns the header that makes a write conditional on this state. */
export const preconditionOf = (state: string): Readonly<Record<string, string>> =>
  state === unknown ? {} : state === absent ? { "if-none-match": "*" } : { "if-match": `"${state}"` }

/** The part of a confirmation that its code authenticates, besides the request. */
interface Stamp {
  /** In milliseconds since the Unix epoch. */
  readonly expires: number
  readonly nonce: string
  /** The state of the resource at the dry run. */
  readonly state: string
}

export interface Confirmed {
  /** The `If-Match` or `If-None-Match` header for the resource's state at the dry run. */
  readonly precondition: Readonly<Record<string, string>>
  /** The idempotency key of the write, so that repeating a confirmation has no further effect. */
  readonly idempotencyKey: string
}

const refused = (message: string): InvalidRequest =>
  invalidInput([{ path: ["confirmation"], message, reason: "wrong_form" }])

const foreign = refused(
  "Expected the confirmation of a dry run with the same arguments and the same API key or app. Leave it out for a new dry run"
)

const expired = refused(`Expected within ${minutes} minutes of its dry run. Leave it out for a new one`)

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Makes the functions for one API key from its text, or for one app from its secret. */
export const make = (key: string) => {
  const secret = createHmac("sha256", key).update("confirmations of writes by tools").digest()

  const codeOf = ({ body, method, url }: OperationRequest, { expires, nonce, state }: Stamp): string =>
    createHmac("sha256", secret).update(JSON.stringify([expires, nonce, state, method, url])).update(body).digest(
      "base64url"
    ).slice(0, codeLength)

  /** Returns the confirmation of a request whose dry run has succeeded. */
  const issue = (request: OperationRequest, stamp: Stamp): string =>
    [stamp.expires, stamp.nonce, stamp.state, codeOf(request, stamp)].join(".")

  /** Returns the content of a confirmation, if it belongs to this request and has not expired at `now`. */
  const verify = (
    request: OperationRequest,
    confirmation: string,
    now: number
  ): Result.Result<Confirmed, InvalidRequest> => {
    const [expiry = "", nonce = "", state = "", code = "", ...rest] = confirmation.split(".")
    const expires = Number(expiry)
    if (rest.length > 0 || String(expires) !== expiry) return Result.fail(foreign)
    if (!isEqual(code, codeOf(request, { expires, nonce, state }))) return Result.fail(foreign)
    if (now >= expires) return Result.fail(expired)
    return Result.succeed({ precondition: preconditionOf(state), idempotencyKey: `mcp-${nonce}-${code}` })
  }

  return { issue, verify }
}
