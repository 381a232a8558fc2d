/** Who sees which rows of a noun. Administrators see all, and so does the system. */
import type { JobAccess } from "../organization/MemberRole.ts"
import type { Where } from "../Where.ts"

/** The access of a member who does not see all jobs. */
export type PartialAccess = Exclude<JobAccess, "all">

/**
 * The rows that a member with partial access sees: all; those that belong to a row that they see (`owner`, by
 * `partOf`); those that meet a condition; or a condition for each access.
 */
export type Sees = "all" | "owner" | Where | Readonly<Record<PartialAccess, Where>>

/** A job whose team the viewer is in. */
export const inTeam: Where = {
  has: "team_member",
  where: { every: [{ field: "member_id", is: { viewer: "member" } }, { field: "role", is: { viewer: "roles" } }] }
}

/** A confidential job of another team. */
export const hiddenJob: Where = { every: [{ field: "is_confidential", is: true }, { not: inTeam }] }

interface Seen {
  readonly partOf?: string | ReadonlyArray<string>
  readonly sees: Sees
  readonly everybodySees?: Where
}

const byJobs = ({ partOf = [], sees }: Seen, access: JobAccess): Where | undefined => {
  if (sees === "all" || access === "all") return undefined
  if (sees === "owner") return { of: partOf }
  return access in sees ? (sees as Record<PartialAccess, Where>)[access] : sees as Where
}

/** The condition on rows of a noun that members with this access see; undefined where they see all. */
export const seenBy = (noun: Seen, access: JobAccess): Where | undefined => {
  const [one, ...more] = [byJobs(noun, access), noun.everybodySees].filter((where) => where !== undefined)
  return one === undefined || more.length === 0 ? one : { every: [one, ...more] }
}
