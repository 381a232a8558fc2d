/**
 * Confirmations of writes by tools: what a dry run gives, and the write needs. A confirmation is bound to the API key
 * or the app, and to the request of its dry run, by a code that needs the text of the API key, or a secret of the
 * servers for the app, whose tokens change. So the server keeps nothing for it, and every server of the organization
 * knows it.
 */
import type { InvalidRequest } from "@candor/contract/Errors"
import { invalidInput } from "@candor/contract/Issues"
import { Result } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import type { OperationRequest } from "./OperationRequest.ts"

/** How long a dry run can be confirmed, in minutes. */
export const minutes = 15

/** Bytes of the random part, which tells apart two dry runs of equal requests. */
export const nonceBytes = 9

/** Characters of the code: 128 bits of it. */
const codeLength = 22

/** The resource's state at a dry run: unknown, or no resource. Other states are entity tags without quotes. */
export const [unknown, absent] = ["", "absent"] as const

/** Returns the header by which a write is made on this state alone. */
export const preconditionOf = (state: string): Readonly<Record<string, string>> =>
  state === unknown ? {} : state === absent ? { "if-none-match": "*" } : { "if-match": `"${state}"` }

/** The part of a confirmation that its code is made of, besides the request. */
interface Stamp {
  /** In milliseconds since the Unix epoch. */
  readonly expires: number
  readonly nonce: string
  /** The state of the resource at the dry run. */
  readonly state: string
}

export interface Confirmed {
  /** The header that says what the resource must still be. */
  readonly precondition: Readonly<Record<string, string>>
  /** The name of the write, by which a repeated confirmation has one effect. */
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

/** Makes the functions of one API key, from its text, or of one app, from a secret of its own. */
export const make = (key: string) => {
  const secret = createHmac("sha256", key).update("confirmations of writes by tools").digest()

  const codeOf = ({ body, method, url }: OperationRequest, { expires, nonce, state }: Stamp): string =>
    createHmac("sha256", secret).update(JSON.stringify([expires, nonce, state, method, url])).update(body).digest(
      "base64url"
    ).slice(0, codeLength)

  /** Returns the confirmation of a request whose dry run has succeeded. */
  const issue = (request: OperationRequest, stamp: Stamp): string =>
    [stamp.expires, stamp.nonce, stamp.state, codeOf(request, stamp)].join(".")

  /** Returns what a confirmation says, if it is of this request and still good at `now`. */
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
