/** Scopes of keys, and roles of members, in words. */
import { choicesOf } from "../parts/choicesOf.ts"
import type { Scope } from "../session/rights.ts"

export const scopes = choicesOf<Scope>({
  read: "Read",
  write: "Read and write",
  admin: "Administer: keys, members, webhooks"
})
