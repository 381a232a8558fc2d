/** Interviewers: the members who hold an interview, each with their response to the invitation. */
import { Result, Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { addedLater, defaulted } from "../Field.ts"
import { UserId } from "../Id.ts"
import type { MemberStatus } from "../organization/MemberStatus.ts"
import { spelled } from "../Spelling.ts"
import { because } from "../IssueReason.ts"

export const maxInterviewers = 20

/** The responses, named as in calendars (RFC 5545, section 3.2.12). */
export const Response = Schema.Literals(["needs_action", "accepted", "declined", "tentative"])
export type Response = typeof Response.Type

export const ResponseFromText = spelled(Response, {
  needs_action: ["pending", "no answer"],
  accepted: ["accept", "yes"],
  declined: ["decline", "no"],
  tentative: ["maybe"]
})

const member_id = UserId.pipe(described("The member", example.id.user))
const answer = "The member's response. Declining frees the member's time"

export const Interviewer = Schema.Struct({ member_id, response: Response.pipe(described(answer, "accepted")) }).pipe(
  named("Interviewer", "An interviewer of an interview")
)
export interface Interviewer extends Schema.Schema.Type<typeof Interviewer> {}

const InterviewerDraft = Schema.Struct({
  member_id,
  response: Schema.optionalKey(ResponseFromText).pipe(described(`${answer}. Unchanged if omitted`, "accepted"))
}).pipe(named("InterviewerDraft", "An interviewer of an interview, in a request"))

export const InterviewerDrafts = Schema.Array(InterviewerDraft).check(
  Schema.isMaxLength(maxInterviewers, { expected: `at most ${maxInterviewers} interviewers` }),
  Schema.makeFilter<ReadonlyArray<typeof InterviewerDraft.Type>>(
    (drafts) => new Set(drafts.map(({ member_id }) => member_id)).size === drafts.length,
    { expected: "each member once", ...because("repeated"), toJsonSchema: () => ({}) }
  )
)
export type InterviewerDrafts = typeof InterviewerDrafts.Type

/** Whether another member is asked to replace an interviewer who declines. */
export const replacesDeclined = defaulted(Schema.Boolean, Schema.Boolean, {
  description:
    "Whether a member who declines is replaced by the next one: the free member with the fewest interviews; `true` by default",
  example: true,
  privacy: "kept"
}).pipe(addedLater)

/** The data of a member that decisions on an interview need. */
export interface Invited {
  readonly id: UserId
  readonly status: MemberStatus
  readonly sees_job: boolean
}

/** The members cannot interview: they are not active, or do not see the job; or there are fewer than are needed. */
export class InterviewersRefused extends Schema.TaggedError<InterviewersRefused>()("InterviewersRefused", {
  reason: Schema.Literals(["inactive", "not_in_team", "too_few"]),
  /** Their paths in the request. */
  paths: Schema.Array(Schema.Array(Schema.Union([Schema.String, Schema.Int])))
}) {}

/** The member is not an interviewer of the interview. */
export class NotInterviewer extends Schema.TaggedError<NotInterviewer>()("NotInterviewer", { member_id: UserId }) {}

/**
 * Returns the requested interviewers, with their previous responses. Those who already were interviewers are not
 * checked again.
 */
export const interviewersOf = (
  drafts: InterviewerDrafts,
  present: ReadonlyArray<Interviewer>,
  members: ReadonlyArray<Invited>,
  pathOf: (index: number) => ReadonlyArray<string | number> = (index) => ["interviewers", index, "member_id"]
): Result.Result<ReadonlyArray<Interviewer>, InterviewersRefused> => {
  const before = new Map(present.map(({ member_id, response }) => [member_id, response]))
  const refused = (reason: InterviewersRefused["reason"], isFit: (member: Invited) => boolean) => {
    const fit = new Set(members.filter(isFit).map(({ id }) => id))
    const paths = drafts.flatMap(({ member_id }, index) =>
      before.has(member_id) || fit.has(member_id) ? [] : [pathOf(index)]
    )
    return paths.length === 0 ? Result.void : Result.fail(new InterviewersRefused({ reason, paths }))
  }
  return Result.gen(function*() {
    yield* refused("inactive", ({ status }) => status === "active")
    yield* refused("not_in_team", ({ sees_job }) => sees_job)
    return drafts.map(({ member_id, response = before.get(member_id) ?? "needs_action" }) => ({ member_id, response }))
  })
}
