/** The port to what happened: the change feed and the audit log of one organization. */
import { Context, type Effect, type Option, Schema } from "effect"
import type { Break, Head } from "./AuditChain.ts"
import type { AuditEntry, CursorLost, Event } from "./Event.ts"
import type { OrganizationId } from "./Id.ts"
import type { Timestamp } from "./Timestamp.ts"

export interface FeedRequest {
  /** The sequence of the last event that the reader has; none for all that the feed keeps. */
  readonly after: number | undefined
  /** Types such as `job.published`, or `job.*` for all of a subject; none for every type. */
  readonly types: ReadonlyArray<string> | undefined
  /** Types, or `webhook.*`, that the reader may not see. */
  readonly except?: ReadonlyArray<string>
  readonly limit: number
  /** Events that are older are not kept. */
  readonly since: Timestamp
}

export interface FeedPage {
  readonly events: ReadonlyArray<Event>
  /** The cursor for the next page; it moves on also past events of types that were not asked for. */
  readonly next: number
  readonly has_more: boolean
  /** The last event that has its place. */
  readonly head: number
}

export interface Verified {
  readonly head: Head
  readonly broken: Option.Option<Break>
}

/** Some of what was to be erased has no place in the chain yet, and can only be erased when it has. */
export class ErasureIncomplete extends Schema.TaggedError<ErasureIncomplete>()("ErasureIncomplete", {
  subject_id: Schema.String
}) {
  override get message() {
    return `The events of ${this.subject_id} cannot be erased yet: a transaction has been open on the database's server ` +
      "since before some of them. Erase again when it has ended"
  }
}

export class Events extends Context.Service<Events, {
  /** Events after the cursor, in their order. An event is in it at the latest one call after its change was answered. */
  readonly page: (organization: OrganizationId, request: FeedRequest) => Effect.Effect<FeedPage, CursorLost>
  /** Ends when there are events after this sequence. */
  readonly changed: (organization: OrganizationId, after: number) => Effect.Effect<void>
  /** Entries of the audit log, newest first, before a sequence where one is given. */
  readonly audit: (
    organization: OrganizationId,
    request: { readonly before: number | undefined; readonly limit: number }
  ) => Effect.Effect<ReadonlyArray<AuditEntry>>
  /** The end of the organization's chain, and its first break if there is one. */
  readonly verify: (organization: OrganizationId) => Effect.Effect<Verified>
  /** How many events `erase` would erase for the subject now. */
  readonly toErase: (organization: OrganizationId, subject_id: string) => Effect.Effect<number>
  /**
   * Erases what events tell of a subject and of what belongs to it (of a candidate: the applications,
   * notes and profiles too). The chain still holds, and says itself what was erased, and by what.
   * Returns how many events were erased. Fails, having erased nothing, where some cannot be yet.
   */
  readonly erase: (
    organization: OrganizationId,
    subject_id: string,
    by: string
  ) => Effect.Effect<number, ErasureIncomplete>
}>()("@candor/domain/Events") {}
