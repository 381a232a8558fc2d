/** The kit of an interview, which an interviewer opens by the link of a mail, without signing in. */
import type { Member } from "../organization/Member.ts"
import { scopeOf } from "../access/MemberRole.ts"
import { later, type Timestamp } from "../Timestamp.ts"
import type { Interview } from "./Interview.ts"

/** The days after the end of an interview for which its link opens the kit. */
export const kitDays = 14

const dayMillis = 86_400_000

type Held = Pick<Interview, "ends_at" | "interviewers" | "status">
type Holder = Pick<Member, "id" | "role" | "status">

/** Whether a member's link opens the kit: while they are active and hold the interview, and some days after it. */
export const opensKit = ({ ends_at, interviewers, status }: Held, member: Holder, now: Timestamp): boolean =>
  member.status === "active" && status !== "cancelled" && status !== "no_show" && ends_at !== null &&
  now <= later(ends_at, kitDays * dayMillis) &&
  interviewers.some(({ member_id, response }) => member_id === member.id && response !== "declined")

/** Whether the member may fill in a scorecard by it: no link allows more than the member's role. */
export const fillsIn = ({ role }: Holder): boolean => scopeOf(role) !== "read"
