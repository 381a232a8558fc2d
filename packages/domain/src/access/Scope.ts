/** What an API key may do. Each scope includes the ones before it. */
import { Schema } from "effect"

const order = ["read", "write", "admin"] as const

export const Scope = Schema.Literals(order).annotate({ identifier: "Scope" })
export type Scope = typeof Scope.Type

/** Whether a key with the scope `held` may do what needs `required`. */
export const includes = (held: Scope, required: Scope): boolean => order.indexOf(held) >= order.indexOf(required)

/** Every scope that `held` stands for, itself included. */
export const all = (held: Scope): ReadonlyArray<Scope> => order.slice(0, order.indexOf(held) + 1)
