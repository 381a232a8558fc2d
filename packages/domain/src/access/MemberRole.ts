/** The roles of members: the largest scope of their keys, and which jobs they see. */
import { Schema } from "effect"
import { named } from "../Described.ts"
import type { Scope } from "./Scope.ts"

// Without this, the message of a schema with an identifier is the identifier.
export const MemberRole = Schema.Literals(["limited", "read", "write", "admin"]).pipe(named(
  "MemberRole",
  "The largest scope that a key of the member can have. A `limited` member sees only the jobs of their teams " +
    "and what belongs to them. There, the member can write notes and feedback and, as hiring manager or " +
    "recruiter, also move, reject and hire"
)).annotate({ message: "Expected limited, read, write or admin" })
export type MemberRole = typeof MemberRole.Type

/** Returns the largest scope of a role. */
export const scopeOf = (role: MemberRole): Scope => role === "limited" ? "write" : role

/**
 * The jobs that a member sees, with all that belongs to them: `all`; `open` (jobs that are not confidential, and those
 * of the member's teams); or `team` (those of the member's teams only).
 */
export const JobAccess = Schema.Literals(["all", "open", "team"]).pipe(named(
  "JobAccess",
  "Which jobs the member sees, with what belongs to them: `all`; `open`, which excludes other teams' " +
    "confidential jobs; or `team`, which is the jobs of the member's teams"
))
export type JobAccess = typeof JobAccess.Type

/** The jobs that members of each role see. While an organization hides nothing, `open` is the same as `all`. */
export const roleAccess: Readonly<Record<MemberRole, JobAccess>> = {
  limited: "team",
  read: "open",
  write: "open",
  admin: "all"
}
