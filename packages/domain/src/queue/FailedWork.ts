/** Background work that used up its attempts: kept until an operator asks for it again. */
import { Context, type Effect, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import { OrganizationId, WorkId } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"

/** A dead letter. Its `created_at` is when the work was asked for. */
export const DeadLetter = Schema.Struct({
  id: WorkId,
  queue: Schema.String,
  attempts: Schema.Int,
  /** How the last attempt failed. */
  last_failure: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  failed_at: Timestamp
}).annotate({ identifier: "DeadLetter" })
export interface DeadLetter extends Schema.Schema.Type<typeof DeadLetter> {}

/** A dead letter with whose it is, for operators of all organizations. */
export const AddressedDeadLetter = Schema.Struct({ ...DeadLetter.fields, organization_id: OrganizationId })
export interface AddressedDeadLetter extends Schema.Schema.Type<typeof AddressedDeadLetter> {}

export class WorkNotFound extends Schema.TaggedError<WorkNotFound>()("WorkNotFound", { id: Schema.String }) {}

export class FailedWork extends Context.Service<FailedWork, {
  /** An organization's dead letters, the newest work first. */
  readonly list: (
    organization: OrganizationId,
    request: { readonly queue?: string | undefined; readonly limit: number }
  ) => Effect.Effect<ReadonlyArray<DeadLetter>>
  /**
   * Dead letters of every organization, the newest work first, at most a thousand: of one queue, with
   * one of these ids, or that come after another.
   */
  readonly all: (filter: {
    readonly queue?: string | undefined
    readonly ids?: ReadonlyArray<WorkId> | undefined
    readonly after?: Pick<DeadLetter, "id" | "created_at"> | undefined
  }) => Effect.Effect<ReadonlyArray<AddressedDeadLetter>>
  /** Makes a dead letter due again, with all its attempts; a profile that failed with it waits again. */
  readonly requeue: (by: Actor | Worker, id: WorkId) => Effect.Effect<DeadLetter, WorkNotFound>
}>()("@candor/domain/FailedWork") {}
