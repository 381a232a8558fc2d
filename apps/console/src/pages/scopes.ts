/** Scopes of keys, and roles of members, in words. */
import type { Member } from "@candor/client"
import { type Marked, msg, t } from "../language/text.tsx"
import { choicesOf } from "../parts/choicesOf.ts"
import type { Scope } from "../session/rights.ts"

export const scopes = choicesOf<Scope>({
  read: msg("Read"),
  write: msg("Read and write"),
  admin: msg("Administer: keys, members, webhooks")
})

type Role = Member["role"]

export const roles = choicesOf<Role>({
  limited: msg("Only the jobs of their teams"),
  read: msg("Read"),
  write: msg("Read and write"),
  admin: msg("Administer: keys, members, webhooks")
})

const names: Readonly<Record<Role, Marked>> = {
  limited: msg("Own teams"),
  read: msg("Read"),
  write: msg("Read and write"),
  admin: msg("Administrator")
}

/** What a scope is called in a sentence, and the role of a member who has it. */
export const nameOfScope = (scope: Role): string => t(names[scope])
