/** Writes that are safe to repeat, to try and to make on a known state: the contract's half (decision 0037). */
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Caller } from "./Authorization.ts"
import * as Errors from "./Errors.ts"

/** The header that names a request, so that it can be repeated and have its effect once. */
export const idempotencyKey = "Idempotency-Key"

/** The header of a response that was given before. */
export const idempotencyReplayed = "Idempotency-Replayed"

/** The query parameter of a write whose changes are not kept. */
export const dryRun = "dry_run"

/** The header of a response to a write whose changes were not kept. */
export const dryRunHeader = "Dry-Run"

/** The client has the representation already (RFC 9110, section 15.4.5). */
export const notModified = 304

/** A write has made something new (RFC 9110, section 15.3.2). */
export const created = 201

/** Tells whether a write with this status was made (RFC 9110, section 15.3). */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/**
 * Says that an operation talks to other servers, for which no transaction waits: two requests with one idempotency key
 * at the same time may both reach them. A dry run of one that changes something sends nothing; one that only asks, asks.
 */
export const TalksToServers = Context.Reference<boolean>("@candor/contract/TalksToServers", {
  defaultValue: () => false
})

/** Gives resources entity tags, and lets writes be repeated, tried, and made on a known state. */
export class SafeWriting extends HttpApiMiddleware.Service<SafeWriting, { requires: Caller }>()(
  "@candor/contract/SafeWriting",
  { error: [Errors.InvalidRequest, Errors.Conflict, Errors.PreconditionFailed] }
) {}
