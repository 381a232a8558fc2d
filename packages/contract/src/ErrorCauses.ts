/** The causes of each error, in words and with examples, which are made in the same way as the server's responses. */
import { JobClosed, JobNotFound } from "@candor/domain/job/Job"
import { id } from "@candor/domain/Example"
import { IdempotencyKeyInFlight } from "@candor/domain/idempotency/IdempotencyKey"
import { LimitReached } from "@candor/domain/Limit"
import { NotNoteAuthor } from "@candor/domain/note/Note"
import { PublishLimitReached } from "@candor/domain/organization/PublishLimit"
import { type ApiError, maxBodyBytes, tooLarge, unavailable } from "./Errors.ts"
import { toError } from "./Failures.ts"
import { invalidInput } from "./Issues.ts"
import * as ServerErrors from "./ServerErrors.ts"

interface Causes {
  readonly description: string
  /** An example of each cause, by its summary. */
  readonly examples: Readonly<Record<string, ApiError>>
}

/** The causes of each error that operations have, by the name of the error's class. */
export const causes: Readonly<Record<string, Causes>> = {
  InvalidRequest: {
    description:
      "The request is invalid (`details.reason` is `invalid_input`; `details.issues` has each error with its " +
      "path), or the current state does not allow it (`details` has the state, the limit, or the id of the " +
      "conflicting resource).",
    examples: {
      "The input is not as documented": invalidInput([
        {
          path: ["title"],
          message: "Expected at most 200 characters",
          reason: "too_long",
          values: { limit: 200, unit: "characters" }
        },
        {
          path: ["salary_min"],
          message: "Expected a number from 0 to 1000000000000",
          reason: "out_of_range",
          values: { minimum: 0, maximum: 1_000_000_000_000 }
        }
      ]),
      "The present state does not allow it": toError(new JobClosed({ id: id.job })),
      "A limit is reached": toError(
        new LimitReached({ what: "notes on an application", limit: 1000, present: 1000, added: 1 })
      )
    }
  },
  Unauthorized: {
    description: "The key is missing, mistyped, unknown, expired or revoked, or its member is deactivated.",
    examples: { "There is no valid key": ServerErrors.unauthorized }
  },
  Forbidden: {
    description:
      "The operation is not allowed: the key's scope is too small (`details.required_scope`), another member is " +
      "the author, or the plan allows no more published jobs (`details.plan`, `limit` and `published`).",
    examples: {
      "The scope of the key is too small": ServerErrors.scopeTooSmall("write", "read"),
      "Another member is the author": toError(new NotNoteAuthor({ id: id.note })),
      "The plan allows no further published job": toError(
        new PublishLimitReached({ plan: "growth", limit: 25, published: 25 })
      )
    }
  },
  NotFound: {
    description:
      "The key's organization has no such resource. The response is the same for a resource of another organization.",
    examples: { "There is no such entity": toError(new JobNotFound({ id: id.job })) }
  },
  Conflict: {
    description: "A request with the same `Idempotency-Key` is in progress. Retry when it has ended.",
    examples: { "The same request is under way": toError(new IdempotencyKeyInFlight()) }
  },
  PreconditionFailed: {
    description: "The resource has changed since it was read: its `ETag` is not in `If-Match`.",
    examples: { "The entity was changed": ServerErrors.preconditionFailed }
  },
  PayloadTooLarge: {
    description: "The body, or a file in it, exceeds `details.max_bytes`.",
    examples: { "The body is too long": tooLarge("a body", maxBodyBytes) }
  },
  UnsupportedMediaType: {
    description: "The body's `Content-Type` is not one that the operation accepts.",
    examples: { "The body has another type": ServerErrors.unsupportedMediaType("application/json") }
  },
  RangeNotSatisfiable: {
    description: "The content has no byte of the requested `Range`.",
    examples: { "The range begins after the end": ServerErrors.rangeNotSatisfiable(184_320) }
  },
  RateLimitExceeded: {
    description:
      "This hour's requests are used up, and `Retry-After` has the seconds until the next hour; or the maximum " +
      "number of uploads, exports or streams is in progress (`details.limit`), and `Retry-After` has the " +
      "seconds until a retry.",
    examples: { "The requests of the hour are used up": ServerErrors.rateLimitExceeded("this key", 1000) }
  },
  InternalError: {
    description:
      "The server failed; the request is not the cause. The server's log has the error under the `X-Request-Id` of the response.",
    examples: { "The server failed": ServerErrors.internalError }
  },
  ServiceUnavailable: {
    description: "The server cannot respond now, for the reason in `details.reason`: its database is unreachable, " +
      "overloaded, read-only or full, or the server is starting or stopping. The same request may succeed after " +
      "`Retry-After`.",
    examples: { "The database has too much to do": unavailable("database_busy") }
  }
}
