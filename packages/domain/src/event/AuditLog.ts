/** The port to the audit log of an organization: reads, verifies and erases its events. */
import { Context, type Effect, type Option, Schema } from "effect"
import type { Break, Head } from "./AuditChain.ts"
import type { AuditEntry } from "./Event.ts"
import type { OrganizationId } from "../Id.ts"

export interface AuditPage {
  readonly entries: ReadonlyArray<AuditEntry>
  readonly has_more: boolean
}

/** The end of a verified chain, with its first break if it has one. */
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
  /** Reads entries, newest first, from the sequence number `before` on if given. */
  readonly page: (
    organization: OrganizationId,
    request: { readonly before: number | undefined; readonly limit: number }
  ) => Effect.Effect<AuditPage>
  /** Verifies the organization's hash chain. */
  readonly verify: (organization: OrganizationId) => Effect.Effect<Verified>
  /** Counts the events that `erase` would erase for the subject. */
  readonly countErasable: (organization: OrganizationId, subject_id: string) => Effect.Effect<number>
  /**
   * Erases the data of a subject's events, and of events of its parts (of a candidate: the applications, notes and
   * profiles too). The chain still verifies, and an event records the erasure and its actor. Returns the number of erased
   * events. Fails and erases nothing if one of the events cannot be erased yet.
   */
  readonly erase: (
    organization: OrganizationId,
    subject_id: string,
    by: string
  ) => Effect.Effect<number, ErasureIncomplete>
}>()("@candor/domain/AuditLog") {}
