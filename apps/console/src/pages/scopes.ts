/** Names for the scopes of keys and the roles of members. */
import type { Member } from "@candor/client"
import { type Marked, msg } from "../language/text.tsx"
import { choicesOf } from "../parts/choicesOf.ts"
import type { Scope } from "../session/rights.ts"

export const scopes = choicesOf<Scope>({
  read: msg("Read"),
  write: msg("Read and write"),
  admin: msg("Admin")
})

type Role = Member["role"]

export const roles = choicesOf<Role>({
  admin: msg("Administrator"),
  write: msg("Recruiter"),
  read: msg("Viewer"),
  limited: msg("Limited")
})

/** What a role allows, shown where the role is chosen. */
export const rightsOf: Readonly<Record<Role, Marked>> = {
  admin: msg("Works on all jobs, and manages members, settings, API keys and webhooks."),
  write: msg("Works on all jobs, except other teams' confidential ones."),
  read: msg("Sees the same jobs as a recruiter, but changes nothing."),
  limited: msg(
    "Sees only jobs whose hiring team they're on, and adds notes and feedback there. As hiring manager or recruiter of a job, also moves, rejects and hires. Add them to the hiring team on the job's board."
  )
}
