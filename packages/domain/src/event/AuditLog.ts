/** The port to the audit log of an organization: reads, verifies and erases its events. */
import { Context, type Effect, type Option, Schema } from "effect"
import type { Break, Head } from "./AuditChain.ts"
import type { AuditEntry } from "./Event.ts"
import type { ApiKeyId, OrganizationId, UserId, Uuid } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"

/** Filters entries; without filters, all entries match. */
export interface AuditFilter {
  readonly types?: ReadonlyArray<string> | undefined
  readonly user_id?: UserId | undefined
  readonly api_key_id?: ApiKeyId | undefined
  readonly subject_id?: typeof Uuid.Type | undefined
  /** Both times are exclusive. */
  readonly created_after?: Timestamp | undefined
  readonly created_before?: Timestamp | undefined
}

export interface AuditRequest extends AuditFilter {
  /** The sequence number of the reader's last entry. */
  readonly before: number | undefined
  readonly limit: number
}

export interface AuditPage {
  readonly entries: ReadonlyArray<AuditEntry>
  readonly has_more: boolean
  /**
   * The `before` of the next page; null at the end. A page may have few or no entries although there is a next one: one
   * of several filters uses an index, and a page checks at most `maxPageSearch` of its entries against the others.
   */
  readonly next: number | null
}

/** The end of a verified chain, or its first break. */
export interface Verified {
  readonly head: Head
  readonly broken: Option.Option<Break>
}

/** Some events of the subject have no sequence number yet, and cannot be erased before they have one. */
export class ErasureIncomplete extends Schema.TaggedError<ErasureIncomplete>()("ErasureIncomplete", {
  subject_id: Schema.String
}) {
  override get message() {
    return `The events of ${this.subject_id} cannot be erased yet: a transaction has been open in the database since ` +
      "before some of them. Erase again when it has ended"
  }
}

export class AuditLog extends Context.Service<AuditLog, {
  /** Reads entries, newest first, starting before the sequence number `before` if given. */
  readonly page: (organization: OrganizationId, request: AuditRequest) => Effect.Effect<AuditPage>
  /** Verifies the organization's hash chain. */
  readonly verify: (organization: OrganizationId) => Effect.Effect<Verified>
  /** Counts the events that `erase` would erase for the subject. */
  readonly countErasable: (organization: OrganizationId, subject_id: string) => Effect.Effect<number>
  /**
   * Erases the data of a subject's events, and of events of its parts (for a candidate: also applications, notes and
   * profiles). The chain still verifies, and an event records the erasure and its actor. Returns the number of erased
   * events. Fails and erases nothing if one of the events cannot be erased yet.
   */
  readonly erase: (
    organization: OrganizationId,
    subject_id: string,
    by: string
  ) => Effect.Effect<number, ErasureIncomplete>
}>()("@candor/domain/AuditLog") {}
