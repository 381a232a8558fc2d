/** Verifies webhook messages (Standard Webhooks, https://www.standardwebhooks.com). */
import type { Event } from "./generated/Api.ts"

/** The default tolerance of Standard Webhooks' own libraries: five minutes, in seconds. */
const defaultToleranceSeconds = 300

/** The most signatures of a message that are checked. A message has one for each valid secret, at most two. */
const maxSignatures = 10

/** A message could not be verified. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError"
}

export interface WebhookMessage {
  /** The body exactly as it was received: text or bytes, before parsing. */
  readonly body: string | Uint8Array
  /** The headers, with names in any case of letters. */
  readonly headers: Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

export interface VerifyOptions {
  /** The most seconds that a message's time may differ from the present; 300 by default. */
  readonly toleranceSeconds?: number
  /** The present time in milliseconds since the Unix epoch; by default the clock's. */
  readonly now?: number
}

/** A message that its sender signed. */
export interface VerifiedMessage {
  /** The same in every attempt to send the message: a receiver ignores repeated ids. */
  readonly id: string
  readonly type: string
  readonly event: Event
}

const header = ({ headers }: WebhookMessage, name: string): string => {
  const value = headers instanceof Headers
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== "string" || value === "") throw new WebhookVerificationError(`The message has no header ${name}`)
  return value
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.codePointAt(0)!)
  } catch {
    return undefined
  }
}

const keyOf = (secret: string): Promise<CryptoKey> => {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""))
  if (bytes === undefined || bytes.length === 0) throw new TypeError("verifyWebhook: expected a secret such as whsec_…")
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
}

const checkTime = (
  timestamp: string,
  { now = Date.now(), toleranceSeconds = defaultToleranceSeconds }: VerifyOptions
): void => {
  const age = now / 1000 - (/^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN)
  if (!(Math.abs(age) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      `The time of the message, ${timestamp}, is not within ${toleranceSeconds} seconds of now`
    )
  }
}

const concat = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/**
 * Returns the event of a message if one of the secrets signed it. Secrets have the form that the webhook's creation
 * returned (`whsec_…`). During a rotation, a receiver may have the old one, the new one, or both. Throws a
 * `WebhookVerificationError` if no signature matches or the time is out of tolerance, and a `TypeError` for an invalid
 * secret. `crypto.subtle.verify` compares signatures in constant time.
 */
export const verifyWebhook = async (
  message: WebhookMessage,
  secrets: string | ReadonlyArray<string>,
  options: VerifyOptions = {}
): Promise<VerifiedMessage> => {
  const keys = await Promise.all([secrets].flat().map(keyOf))
  const id = header(message, "webhook-id")
  const timestamp = header(message, "webhook-timestamp")
  const signatures = header(message, "webhook-signature").split(" ", maxSignatures)
  checkTime(timestamp, options)
  const encoder = new TextEncoder()
  const body = typeof message.body === "string" ? encoder.encode(message.body) : message.body
  const signed = concat(encoder.encode(`${id}.${timestamp}.`), body)
  for (const signature of signatures) {
    const bytes = signature.startsWith("v1,") ? bytesOf(signature.slice(3)) : undefined
    if (bytes === undefined) continue
    for (const key of keys) {
      if (await crypto.subtle.verify("HMAC", key, bytes, signed)) {
        const { data, type } = JSON.parse(new TextDecoder().decode(body))
        return { id, type, event: data }
      }
    }
  }
  throw new WebhookVerificationError("No signature of the message matches")
}
