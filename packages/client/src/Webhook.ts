/** Verifies messages of webhooks (Standard Webhooks, https://www.standardwebhooks.com). */
import type { Event } from "./generated/Api.ts"

/** Five minutes: what Standard Webhooks' own libraries accept, in seconds. */
const defaultToleranceSeconds = 300

/**
 * Bounds the signatures of a message that are looked at. A message has one for each secret in force, which are two at
 * most.
 */
const maxSignatures = 10

/** A message that is not to be trusted. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError"
}

export interface WebhookMessage {
  /** The body exactly as it arrived: its text or its bytes, and not what was parsed of it. */
  readonly body: string | Uint8Array
  /** With names in any case of letters. */
  readonly headers: Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

export interface VerifyOptions {
  /** How old, or how far ahead, the time of a message may be, in seconds: 300 unless set. */
  readonly toleranceSeconds?: number
  /** The present time in milliseconds since the Unix epoch, in place of the clock's. */
  readonly now?: number
}

/** A message that its sender signed. */
export interface VerifiedMessage {
  /** The same in every attempt at the message: of two with one id, the second is to be ignored. */
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
 * Returns the event of a message that one of the secrets signed, each in the form that the webhook's creation showed
 * (`whsec_…`). While a secret is rotated, a receiver knows the old one, the new one, or both. Fails with a
 * `WebhookVerificationError` where no signature matches or the time is out of tolerance, with a `TypeError` for a
 * secret that is none. Signatures are compared by `crypto.subtle.verify`, which takes the same time wherever they
 * differ.
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
