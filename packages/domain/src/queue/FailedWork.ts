/** Failed work: queued work that used up its attempts. It is stored until an operator requeues it. */
import { Context, type Effect, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { OrganizationId, WorkId } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"

/** A dead letter. `created_at` is the time at which the work was queued. */
export const DeadLetter = Schema.Struct({
  id: WorkId,
  queue: Schema.String.pipe(described("The queue of the work, which is its kind", "profiles")),
  attempts: Schema.Int.pipe(described("The number of attempts", 5)),
  last_failure: Schema.NullOr(Schema.String).pipe(
    described(
      "How the last attempt failed; null if unknown",
      "The extractor did not answer within 30 seconds"
    )
  ),
  created_at: Timestamp.pipe(described("When the work was queued", example.time.applied)),
  failed_at: Timestamp.pipe(described("When the last attempt failed", "2026-10-05T14:41:09.118Z"))
}).pipe(named("DeadLetter", "Queued work that has used up its attempts"))
export interface DeadLetter extends Schema.Schema.Type<typeof DeadLetter> {}

/** A dead letter with its organization. */
export const OrganizationDeadLetter = Schema.Struct({ ...DeadLetter.fields, organization_id: OrganizationId })
export interface OrganizationDeadLetter extends Schema.Schema.Type<typeof OrganizationDeadLetter> {}

export class WorkNotFound extends Schema.TaggedError<WorkNotFound>()("WorkNotFound", { id: Schema.String }) {}

export class FailedWork extends Context.Service<FailedWork, {
  /** Returns an organization's dead letters, newest work first. */
  readonly list: (
    organization: OrganizationId,
    request: { readonly queue?: string | undefined; readonly limit: number }
  ) => Effect.Effect<ReadonlyArray<DeadLetter>>
  /**
   * Returns dead letters of all organizations, newest work first, at most 1000. The filter selects a queue, ids, and
   * letters after a given one.
   */
  readonly all: (filter: {
    readonly queue?: string | undefined
    readonly ids?: ReadonlyArray<WorkId> | undefined
    readonly after?: Pick<DeadLetter, "id" | "created_at"> | undefined
  }) => Effect.Effect<ReadonlyArray<OrganizationDeadLetter>>
  /** Requeues a dead letter with a new set of attempts, and returns its failed profile to pending. */
  readonly requeue: (by: Actor | Worker, id: WorkId) => Effect.Effect<DeadLetter, WorkNotFound>
}>()("@candor/domain/FailedWork") {}
