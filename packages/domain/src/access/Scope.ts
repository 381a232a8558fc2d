/** Scopes of API keys. Each scope includes the ones before it. */
import { Schema } from "effect"
import { named } from "../Described.ts"

const order = ["read", "write", "admin"] as const

// Without this, the message of a schema with an identifier is the identifier.
export const Scope = Schema.Literals(order).pipe(named(
  "Scope",
  "What a key may do: `read`, `write` (includes read), or `admin` (everything, including members, keys and webhooks)"
)).annotate({ message: "Expected read, write or admin" })
export type Scope = typeof Scope.Type

/** Tells whether the scope `granted` includes the scope `required`. */
export const includes = (granted: Scope, required: Scope): boolean => order.indexOf(granted) >= order.indexOf(required)

/** Returns the smaller of two scopes. */
export const least = (one: Scope, other: Scope): Scope => includes(one, other) ? other : one

/** Returns all scopes that `granted` includes, itself last. */
export const all = (granted: Scope): ReadonlyArray<Scope> => order.slice(0, order.indexOf(granted) + 1)
