/**
 * Safe writing in the contract: writes can be repeated, tried out, and made conditional on a known state (decision
 * 0037).
 */
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Caller } from "./Authorization.ts"
import * as Errors from "./Errors.ts"

/** The header that names a request, so that repeating it has no further effect. */
export const idempotencyKey = "Idempotency-Key"

/** The header of a response that is replayed. */
export const idempotencyReplayed = "Idempotency-Replayed"

/** The query parameter of a write whose changes are rolled back. */
export const dryRun = "dry_run"

/** The header of a response to a write whose changes were rolled back. */
export const dryRunHeader = "Dry-Run"

/** The status if the client already has the representation (RFC 9110, section 15.4.5). */
export const notModified = 304

/** The status of a write that created something (RFC 9110, section 15.3.2). */
export const created = 201

/** Tells whether a write with this status succeeded (RFC 9110, section 15.3). */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/**
 * Marks an operation that talks to other servers, during which no transaction stays open: two concurrent requests with
 * the same idempotency key may both reach them. A dry run sends nothing if the operation changes something; one that
 * only reads is sent.
 */
export const TalksToServers = Context.Reference<boolean>("@candor/contract/TalksToServers", {
  defaultValue: () => false
})

/** Adds entity tags to resources, and idempotency keys, dry runs and preconditions to writes. */
export class SafeWriting extends HttpApiMiddleware.Service<SafeWriting, { requires: Caller }>()(
  "@candor/contract/SafeWriting",
  { error: [Errors.InvalidRequest, Errors.Conflict, Errors.PreconditionFailed] }
) {}
