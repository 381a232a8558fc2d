/** The port to the change feed: the events of an organization in the order of their sequence numbers. */
import { Context, type Effect } from "effect"
import type { Encoded } from "../Encoded.ts"
import type { CursorLost, Event } from "./Event.ts"
import type { OrganizationId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"

/** The approximate size of a page of events, in bytes of JSON. A page has at least one event of any size. */
export const maxPageBytes = 1_048_576

/** The most events that a page examines to find those that its reader requests and may see. */
export const maxPageSearch = 10_000

export interface FeedRequest {
  /** The sequence number of the reader's last event; undefined for all events that the feed keeps. */
  readonly after: number | undefined
  /** The epoch in which the reader got `after`; undefined if the reader does not state it. */
  readonly epoch?: string | undefined
  /** Filters of types such as `job.published` or `job.*`; undefined for all types. */
  readonly types: ReadonlyArray<string> | undefined
  /** Filters of types that the reader may not see, for example `webhook.*`. */
  readonly except?: ReadonlyArray<string>
  readonly limit: number
  /** The approximate size of the page in bytes; `maxPageBytes` by default. */
  readonly max_bytes?: number
  /** The time from which events are still in the feed. */
  readonly since: Timestamp
}

export interface FeedPage {
  readonly events: ReadonlyArray<Event>
  /** The sequence number for `after` of the next page. It skips events that do not match. */
  readonly next: number
  /**
   * Whether there are events after `next`. This can be so for an empty page, after examining `maxPageSearch` events.
   */
  readonly has_more: boolean
  /** The last sequence number of the organization. */
  readonly head: number
  /** The epoch of the feed. */
  readonly epoch: string
}

/** A page of the feed, with encoded events. */
export interface EncodedFeedPage extends Omit<FeedPage, "events"> {
  readonly events: Encoded<ReadonlyArray<Event>>
  /** The number of events. */
  readonly count: number
}

export class Events extends Context.Service<Events, {
  /** Reads events after the cursor, in order. They include all events that were committed before the call. */
  readonly page: (organization: OrganizationId, request: FeedRequest) => Effect.Effect<FeedPage, CursorLost>
  /** Returns the same page as `page`, encoded. */
  readonly encodedPage: (
    organization: OrganizationId,
    request: FeedRequest
  ) => Effect.Effect<EncodedFeedPage, CursorLost>
  /**
   * Reads events after the cursor that already have a sequence number. Concurrent readers of the same page share one
   * statement, because `changed` wakes many readers at once.
   */
  readonly sequencedPage: (organization: OrganizationId, request: FeedRequest) => Effect.Effect<FeedPage, CursorLost>
  /** Waits until the organization has an event after this sequence number. */
  readonly changed: (organization: OrganizationId, after: number) => Effect.Effect<void>
  /**
   * Starts a new epoch of all organizations' feeds, and returns it. Cursors of earlier epochs are refused afterwards.
   */
  readonly startEpoch: Effect.Effect<string>
}>()("@candor/domain/Events") {}
