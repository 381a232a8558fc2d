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
}

/** The condition on rows of a noun that members with this access see; undefined where they see all. */
export const seenBy = (
  { partOf = [], sees }: Seen,
  access: PartialAccess
): Where | undefined => {
  if (sees === "all") return undefined
  if (sees === "owner") return { of: partOf }
  return access in sees ? (sees as Record<PartialAccess, Where>)[access] : sees as Where
}

/** The fields of a noun whose values members with this access see of some rows alone, with the condition on these. */
export const fieldsSeenBy = (
  { fields, ...noun }: Seen & { readonly fields: Readonly<Record<string, { readonly kind: string; readonly sees?: Sees | undefined }>> },
  access: PartialAccess
): ReadonlyArray<readonly [name: string, where: Where]> =>
  Object.entries(fields).flatMap(([name, { sees = "all" }]) => {
    const where = seenBy({ ...noun, sees }, access)
    return where === undefined ? [] : [[name, where] as const]
  })
