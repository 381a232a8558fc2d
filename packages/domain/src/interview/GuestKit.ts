/** The kit of an interview, which an interviewer can open without signing in, by a link in a mail. */
import type { Member } from "../organization/Member.ts"
import { scopeOf } from "../access/MemberRole.ts"
import { later, type Timestamp } from "../Timestamp.ts"
import type { Interview } from "./Interview.ts"

/** How many days after the end of an interview its link opens the kit. */
export const kitDays = 14

const dayMillis = 86_400_000

type Held = Pick<Interview, "ends_at" | "interviewers" | "status">
type Holder = Pick<Member, "id" | "role" | "status">

/**
 * Tells whether a member's link opens the kit: as long as they are active and hold the interview, until some days after
 * it.
 */
export const opensKit = ({ ends_at, interviewers, status }: Held, member: Holder, now: Timestamp): boolean =>
  member.status === "active" && status !== "cancelled" && status !== "no_show" && ends_at !== null &&
  now <= later(ends_at, kitDays * dayMillis) &&
  interviewers.some(({ member_id, response }) => member_id === member.id && response !== "declined")

/** Tells whether the member may fill in a scorecard in the kit: a link never allows more than the member's role. */
export const fillsIn = ({ role }: Holder): boolean => scopeOf(role) !== "read"
