/** Limits the pages of events, up to 1 MiB each, that a process reads at a time. */
import type { OrganizationId } from "@candor/domain/Id"
import { Context, Effect, Layer, PartitionedSemaphore } from "effect"
import { SqlClient } from "effect/sql"

/** Pages that this process reads at a time. Organizations take turns. */
const concurrentPages = 4

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const turns = yield* PartitionedSemaphore.make<OrganizationId>({ permits: concurrentPages })

  const unlessInTransaction = <A, E>(read: Effect.Effect<A, E>, otherwise: Effect.Effect<A, E>) =>
    Effect.contextWith((context: Context.Context<never>) =>
      Context.getOrUndefined(context, sql.transactionService) === undefined ? otherwise : read
    )

  const inTurn = <A, E>(organization: OrganizationId, read: Effect.Effect<A, E>) =>
    unlessInTransaction(read, turns.withPermit(organization)(read))

  return { inTurn, unlessInTransaction }
})

export class PageTurns extends Context.Service<PageTurns, {
  /** Reads a page when it is the organization's turn; immediately within a transaction. */
  readonly inTurn: <A, E>(organization: OrganizationId, read: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Runs a read within its transaction if there is one; else runs `otherwise`, which may wait for other callers. */
  readonly unlessInTransaction: <A, E>(read: Effect.Effect<A, E>, otherwise: Effect.Effect<A, E>) => Effect.Effect<A, E>
}>()("@candor/sql/PageTurns") {
  static readonly layer = Layer.effect(PageTurns, make)
}
