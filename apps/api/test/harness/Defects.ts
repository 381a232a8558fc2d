/** Servers whose store fails in a way that no caller can cause. */
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import { IdempotencyKeyInFlight } from "@candor/domain/idempotency/IdempotencyKey"
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { Transactions } from "@candor/domain/Transactions"
import { Context, Effect } from "effect"
import { SqlError } from "effect/sql"
import type { Ports } from "./TestServer.ts"

/** A part of every planted cause. It may appear in the log, but never in an answer. */
export const secret = "postgres://candor:hunter2@10.0.0.7"

/** A bug in the code. */
export const bug = new TypeError(`Cannot read properties of undefined (reading 'plan') at ${secret}`)

/** The driver's failure when the database is gone. */
export const connectionLost = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error(`connect ECONNREFUSED ${secret}`) })
})

/** The methods that identify a caller. */
const ofCallers: ReadonlySet<PropertyKey> = new Set<keyof ApiKeys["Service"]>(["authenticate", "isActive"])

const dyingPort = <Port extends object>(port: Port, defect: unknown, spared: ReadonlySet<PropertyKey>): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (spared.has(name)) return member
      const dies = Effect.die(defect)
      return typeof member === "function" ? () => dies : Effect.isEffect(member) ? dies : member
    }
  })

/** Makes every port die with the defect; the look-up of keys only on request, so that callers are identified first. */
export const dying =
  (defect: unknown, options: { readonly keys: boolean }) => (ports: Context.Context<Ports>): Context.Context<Ports> =>
    Context.makeUnsafe(
      new Map(
        [...ports.mapUnsafe]
          .filter(([key]) => key.startsWith("@candor/domain/"))
          .map((
            [key, port]
          ) => [key, dyingPort(port, defect, options.keys || key !== ApiKeys.key ? new Set() : ofCallers)])
      )
    )

/** Makes transactions and stored idempotency keys unusable. */
export const unguarded = (ports: Context.Context<Ports>): Context.Context<Ports> =>
  ports.pipe(
    Context.add(Transactions, dyingPort(Context.get(ports, Transactions), bug, new Set())),
    Context.add(IdempotencyKeys, dyingPort(Context.get(ports, IdempotencyKeys), bug, new Set()))
  )

/** Makes every idempotency key belong to a request in flight. */
export const inFlight = (ports: Context.Context<Ports>): Context.Context<Ports> =>
  Context.add(ports, IdempotencyKeys, {
    ...Context.get(ports, IdempotencyKeys),
    claim: () => Effect.fail(new IdempotencyKeyInFlight())
  })
