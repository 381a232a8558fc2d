/** What the console repeats of the domain's rules on access. */
import type { Scope } from "@candor/client"

export type { Scope }

/** Each scope with its rank: one includes all of a lower rank. */
const ranks: Readonly<Record<Scope, number>> = { read: 0, write: 1, admin: 2 }

export const mayDo = ({ scope }: { readonly scope: Scope }, required: Scope): boolean => ranks[scope] >= ranks[required]

/** The shortest password that the server takes, in characters. */
export const minPassword = 12
