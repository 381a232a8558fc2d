/** What the console repeats of the domain's rules on access. */
import type { MemberRole, Scope, TeamMember } from "@candor/client"

export type { Scope }

/** What a person may do: what a scope allows; or `comment`, which is to write notes and to give feedback. */
export type Right = Scope | "comment"

/** What the server has granted. */
export interface Granted {
  readonly scope: Scope
  /** Whether the person sees the jobs of their teams alone. */
  readonly isLimited: boolean
}

/** Each scope with its rank: one includes all of a lower rank. */
const ranks: Readonly<Record<Right, number>> = { read: 0, comment: 1, write: 1, admin: 2 }

/** Whether the person may do this in general. A limited member reads and comments. */
export const mayDo = ({ isLimited, scope }: Granted, right: Right): boolean =>
  ranks[scope] >= ranks[right] && (!isLimited || right === "read" || right === "comment")

/** Whether the person may move, reject, hire and ask for feedback on a job; `role` is theirs in its team. */
export const mayDecide = (granted: Granted, role: TeamMember["role"] | undefined): boolean =>
  mayDo(granted, "write") || mayDo(granted, "comment") && (role === "hiring_manager" || role === "recruiter")

/** Who sees a note on an application, beside those who see everything. */
export interface Audience {
  readonly team: ReadonlySet<string>
  /** Whether the team alone sees it, by the note or by its job. */
  readonly isTeamOnly: boolean
}

/** Whether a member sees a note on an application. */
export const seesNote = (
  { id, role }: { readonly id: string; readonly role: MemberRole },
  { isTeamOnly, team }: Audience
): boolean => role === "admin" || team.has(id) || !isTeamOnly && role !== "limited"

/** The shortest password that the server takes, in characters. */
export const minPassword = 12
