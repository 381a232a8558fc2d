/** Which members see which rows of a noun. Administrators and the system see all. */
import type { JobAccess } from "./MemberRole.ts"
import type { Where } from "../Where.ts"

/** The access levels below `all`. */
export type PartialAccess = Exclude<JobAccess, "all">

/**
 * The rows that a member with partial access sees: all; those whose owner they see (`owner`, by `partOf`); those that
 * meet a condition; or a condition for each access level.
 */
export type Sees = "all" | "owner" | Where | Readonly<Record<PartialAccess, Where>>

/** A job with the viewer in its team. */
export const inTeam: Where = {
  has: "team_member",
  where: { every: [{ field: "member_id", is: { viewer: "member" } }, { field: "role", is: { viewer: "roles" } }] }
}

/** A confidential job of another team. */
export const hiddenJob: Where = { every: [{ field: "is_confidential", is: true }, { not: inTeam }] }

/** A row on an application for which the viewer still has to submit a scorecard after an interview. */
const owing = {
  of: "application",
  where: {
    has: "interviewer",
    where: { every: [{ field: "member_id", is: { viewer: "member" } }, { field: "owes_scorecard", is: true }] }
  }
} as const satisfies Where

/** A row on the viewer's own application, by their email address. */
const ofOwnApplication = {
  of: "application",
  where: { of: "candidate", where: { field: "email_addresses", is: { viewer: "email" } } }
} as const satisfies Where

/**
 * Hides feedback: others' rows from a viewer who still has to submit a scorecard on the application, and all rows on
 * one's own application.
 */
export const hiddenFeedback = [owing, ofOwnApplication] as const

interface Seen {
  readonly partOf?: string | ReadonlyArray<string>
  readonly sees: Sees
  readonly everybodySees?: Where
  readonly othersAfterOwn?: string
}

const byJobs = ({ partOf = [], sees }: Seen, access: JobAccess): Where | undefined => {
  if (sees === "all" || access === "all") return undefined
  if (sees === "owner") return { of: partOf }
  return access in sees ? (sees as Record<PartialAccess, Where>)[access] : sees as Where
}

const all = (conditions: ReadonlyArray<Where | undefined>): Where | undefined => {
  const [one, ...more] = conditions.filter((where) => where !== undefined)
  return one === undefined || more.length === 0 ? one : { every: [one, ...more] }
}

/** The condition on rows of a noun for members who see the rows' owners; undefined if they see all. */
export const toldTo = (
  { everybodySees, othersAfterOwn }: Pick<Seen, "everybodySees" | "othersAfterOwn">,
  hidesFeedback = true
): Where | undefined =>
  all([
    everybodySees,
    hidesFeedback && othersAfterOwn !== undefined
      ? {
        some: [{ field: othersAfterOwn, is: { viewer: "member" } }, {
          every: hiddenFeedback.map((hidden) => ({ not: hidden }))
        }]
      }
      : undefined
  ])

/** The condition on rows of a noun for members with this access; undefined if they see all. */
export const seenBy = (noun: Seen, access: JobAccess, hidesFeedback = true): Where | undefined =>
  all([byJobs(noun, access), toldTo(noun, hidesFeedback)])
