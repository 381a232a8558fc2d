/** Scopes of API keys. Each scope includes the ones before it. */
import { Schema } from "effect"

const order = ["read", "write", "admin"] as const

export const Scope = Schema.Literals(order).annotate({ identifier: "Scope" })
export type Scope = typeof Scope.Type

/** Tells whether the scope `granted` includes the scope `required`. */
export const includes = (granted: Scope, required: Scope): boolean => order.indexOf(granted) >= order.indexOf(required)

/** Returns all scopes that `granted` includes, itself last. */
export const all = (granted: Scope): ReadonlyArray<Scope> => order.slice(0, order.indexOf(granted) + 1)
