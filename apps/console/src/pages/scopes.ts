/** Scopes of keys, and roles of members, in words. */
import { type Marked, msg, t } from "../language/text.tsx"
import { choicesOf } from "../parts/choicesOf.ts"
import type { Scope } from "../session/rights.ts"

export const scopes = choicesOf<Scope>({
  read: msg("Read"),
  write: msg("Read and write"),
  admin: msg("Administer: keys, members, webhooks")
})

const names: Readonly<Record<Scope, Marked>> = { read: msg("Read"), write: msg("Read and write"), admin: msg("Administrator") }

/** What a scope is called in a sentence, and the role of a member who has it. */
export const nameOfScope = (scope: Scope): string => t(names[scope])
