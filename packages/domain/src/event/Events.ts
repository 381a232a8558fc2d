/** The port to the events of an organization: the change feed and the audit log. */
import { Context, type Effect, type Option, Schema } from "effect"
import type { Break, Head } from "./AuditChain.ts"
import type { AuditEntry, CursorLost, Event } from "./Event.ts"
import type { OrganizationId } from "../Id.ts"
import type { Json } from "../Json.ts"
import type { Timestamp } from "../Timestamp.ts"

/** The size of a page of events in bytes of JSON, about. A page has at least one event, however large. */
export const maxPageBytes = 1_048_576

export interface FeedRequest {
  /** The sequence number of the last event that the reader has; undefined for all that the feed keeps. */
  readonly after: number | undefined
  /** The epoch in which the reader got `after`; undefined where the reader does not say. */
  readonly epoch?: string | undefined
  /** Types such as `job.published`, or `job.*` for all of a subject; undefined for every type. */
  readonly types: ReadonlyArray<string> | undefined
  /** Types, or `webhook.*`, that the reader may not see. */
  readonly except?: ReadonlyArray<string>
  readonly limit: number
  /** The size of the page in bytes, about; `maxPageBytes` where nothing is said. */
  readonly max_bytes?: number
  /** The feed does not keep events that are older. */
  readonly since: Timestamp
}

export interface FeedPage {
  readonly events: ReadonlyArray<Event>
  /** The sequence number for `after` of the next page. It passes events whose type was not requested. */
  readonly next: number
  readonly has_more: boolean
  /** The last sequence number of the organization. */
  readonly head: number
  /** The epoch of the feed. */
  readonly epoch: string
}

/** A page whose events are JSON. */
export interface JsonFeedPage extends Omit<FeedPage, "events"> {
  readonly events: Json<ReadonlyArray<Event>>
  /** How many events it has. */
  readonly count: number
}

export interface AuditPage {
  readonly entries: ReadonlyArray<AuditEntry>
  readonly has_more: boolean
}

export interface Verified {
  readonly head: Head
  readonly broken: Option.Option<Break>
}

/** Some events of the subject have no sequence number yet, and can only be erased when they have one. */
export class ErasureIncomplete extends Schema.TaggedError<ErasureIncomplete>()("ErasureIncomplete", {
  subject_id: Schema.String
}) {
  override get message() {
    return `The events of ${this.subject_id} cannot be erased yet: a transaction has been open in the database since ` +
      "before some of them. Erase again when it has ended"
  }
}

export class Events extends Context.Service<Events, {
  /** Reads events after the cursor, in their order: all that were committed before the call, as far as the page has room. */
  readonly page: (organization: OrganizationId, request: FeedRequest) => Effect.Effect<FeedPage, CursorLost>
  /** Reads the same page as JSON. */
  readonly jsonPage: (organization: OrganizationId, request: FeedRequest) => Effect.Effect<JsonFeedPage, CursorLost>
  /**
   * Reads events after the cursor that have their sequence number already. Readers that ask for the same page at the same
   * time share one statement: for the many that `changed` wakes at once.
   */
  readonly sequencedPage: (organization: OrganizationId, request: FeedRequest) => Effect.Effect<FeedPage, CursorLost>
  /** Waits until the organization has an event after this sequence number. */
  readonly changed: (organization: OrganizationId, after: number) => Effect.Effect<void>
  /** Reads the audit log, newest entries first, before a sequence number where one is given. */
  readonly audit: (
    organization: OrganizationId,
    request: { readonly before: number | undefined; readonly limit: number }
  ) => Effect.Effect<AuditPage>
  /** Verifies the organization's hash chain: returns its end, and its first break if there is one. */
  readonly verify: (organization: OrganizationId) => Effect.Effect<Verified>
  /** How many events `erase` would erase for the subject now. */
  readonly toErase: (organization: OrganizationId, subject_id: string) => Effect.Effect<number>
  /**
   * Erases the data of events of a subject and of what belongs to it (of a candidate: the applications, notes and
   * profiles too). The chain still holds, and records what was erased and by whom. Returns the number of erased events.
   * Fails, having erased nothing, where some cannot be erased yet.
   */
  readonly erase: (
    organization: OrganizationId,
    subject_id: string,
    by: string
  ) => Effect.Effect<number, ErasureIncomplete>
  /** Starts a new epoch of every organization's feed, and returns it: cursors of earlier epochs are refused from then on. */
  readonly startEpoch: Effect.Effect<string>
}>()("@candor/domain/Events") {}
