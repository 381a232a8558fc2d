/** The console's copy of the domain's access rules. */
import type { MemberRole, Scope, TeamMember } from "@candor/client"

export type { Scope }

/** A permission: a scope; or `comment`, which allows notes and feedback. */
export type Right = Scope | "comment"

/** What the server has granted the person. */
export interface Granted {
  readonly scope: Scope
  /** Whether the person sees only the jobs of their teams. */
  readonly isLimited: boolean
}

/** The rank of each scope: a scope includes all of lower rank. */
const ranks: Readonly<Record<Right, number>> = { read: 0, comment: 1, write: 1, admin: 2 }

/** Returns whether the person generally has this permission. A limited member reads and comments. */
export const mayDo = ({ isLimited, scope }: Granted, right: Right): boolean =>
  ranks[scope] >= ranks[right] && (!isLimited || right === "read" || right === "comment")

/** Returns whether the person may move, reject, hire and ask for feedback on a job; `role` is theirs in its team. */
export const mayDecide = (granted: Granted, role: TeamMember["role"] | undefined): boolean =>
  mayDo(granted, "write") || mayDo(granted, "comment") && (role === "hiring_manager" || role === "recruiter")

/** Who sees a note on an application, besides members who see everything. */
export interface Audience {
  readonly team: ReadonlySet<string>
  /** Whether only the team sees it, because of the note or its job. */
  readonly isTeamOnly: boolean
}

/** Returns whether a member sees a note on an application. */
export const seesNote = (
  { id, role }: { readonly id: string; readonly role: MemberRole },
  { isTeamOnly, team }: Audience
): boolean => role === "admin" || team.has(id) || !isTeamOnly && role !== "limited"

/** The minimum length of a password in characters: the server's limit. */
export const minPassword = 12
