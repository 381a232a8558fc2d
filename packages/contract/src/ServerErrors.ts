/** Errors that do not come from the domain: the server creates them, and the OpenAPI document shows them. */
import type { Scope } from "@candor/domain/access/Scope"
import {
  Forbidden,
  InternalError,
  PreconditionFailed,
  RangeNotSatisfiable,
  RateLimitExceeded,
  Unauthorized,
  UnsupportedMediaType
} from "./Errors.ts"
import type { FailureName } from "./FailureNames.ts"

export const unauthorized = new Unauthorized({
  error: {
    message:
      "Expected the header `Authorization: Bearer <API_KEY>` with a valid API key, or the token of a connected app."
  }
})

/** Returns the sentence about the scope that an operation needs. */
export const scopeNeeded = (required: Scope): string => `This operation needs the scope ${required}`

/** Returns the error for a key or session whose scope is smaller than the operation requires. */
export const scopeTooSmall = (required: Scope, present: Scope): Forbidden =>
  new Forbidden({
    error: {
      message: `${scopeNeeded(required)}; your key or session has ${present}.`,
      details: { failure: "scope_too_small" satisfies FailureName, required_scope: required }
    }
  })

/** The member allowed the app to read only. */
export const appOnlyReads = new Forbidden({
  error: {
    message:
      "This app has the scope `read` and changes nothing. The member who connected it can connect it again with the scope `write`.",
    details: { failure: "app_only_reads" satisfies FailureName, required_scope: "write" }
  }
})

/** A member with the role `limited` can never do this. */
export const notForLimited = new Forbidden({
  error: {
    message: "Members with the role `limited` can't do this. They can add notes and feedback to what they see.",
    details: { failure: "not_for_limited" satisfies FailureName }
  }
})

/** The request is about a job that the member is not responsible for, whether it exists or not. */
export const notDeciding = new Forbidden({
  error: {
    message: "Members with the role `limited` can do this only on jobs where they are hiring manager or recruiter.",
    details: { failure: "not_deciding" satisfies FailureName }
  }
})

/** Returns the error for an exceeded hourly limit: of "this key" or "this address". */
export const rateLimitExceeded = (whose: string, limit: number): RateLimitExceeded =>
  new RateLimitExceeded({
    error: {
      message: `The ${limit} requests an hour of ${whose} are used up. Ask again after X-RateLimit-Reset.`,
      details: { limit }
    }
  })

export const preconditionFailed = new PreconditionFailed({
  error: {
    message:
      "The resource has changed since you read it: If-Match or If-None-Match doesn't match it. Read it again, then retry."
  }
})

/** Returns the error for an `If-Match` without a valid entity tag. Shows its texts in part. */
export const notAnEntityTag = (texts: ReadonlyArray<string>): PreconditionFailed => {
  const [text = ""] = texts
  const given = text === ""
    ? "is empty"
    : `has ${JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)}, which is no ETag of this server`
  return new PreconditionFailed({
    error: {
      message: `If-Match ${given}. Expected the ETag of a GET of the resource, such as "xyzzy…" with its quotes, or *.`
    }
  })
}

/** Returns the error for a body of the wrong type. */
export const unsupportedMediaType = (expected: string): UnsupportedMediaType =>
  new UnsupportedMediaType({ error: { message: `Expected a body with Content-Type: ${expected}.` } })

/** Returns the error for a range outside of a content of this size in bytes. */
export const rangeNotSatisfiable = (size_bytes: number): RangeNotSatisfiable =>
  new RangeNotSatisfiable({
    error: { message: `Expected a range of the content's ${size_bytes} bytes.`, details: { size_bytes } }
  })

export const internalError = new InternalError({
  error: { message: "Something went wrong on the server. Search its log for the X-Request-Id of this response." }
})
