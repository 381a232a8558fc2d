/**
 * Finds an interviewer's kit for an interview by its reference, with what the interviewer may see now, and saves the
 * scorecard of its page.
 */
import { References } from "@candor/background/submission/References"
import type { Actor } from "@candor/domain/access/Actor"
import { roleAccess } from "@candor/domain/access/MemberRole"
import { Attachments } from "@candor/domain/attachment/Attachments"
import type { DecisionContext } from "@candor/domain/Decision"
import type { OrganizationId } from "@candor/domain/Id"
import { fillsIn, opensKit } from "@candor/domain/interview/GuestKit"
import type { Interview } from "@candor/domain/interview/Interview"
import { Interviews } from "@candor/domain/interview/Interviews"
import type { Member } from "@candor/domain/organization/Member"
import { Members } from "@candor/domain/organization/Members"
import type { OwnScorecard, ScorecardDraft } from "@candor/domain/scorecard/Scorecard"
import { Scorecards } from "@candor/domain/scorecard/Scorecards"
import { draft, own, revise, type Scoring, submit } from "@candor/domain/scorecard/Scoring"
import { now } from "@candor/domain/Timestamp"
import { CurrentViewer, viewerOf } from "@candor/sql/database/Viewer"
import { Effect, Option, Result, Schema } from "effect"
import { CurrentRequest } from "../request/CurrentRequest.ts"

export interface Kit {
  readonly organization_id: OrganizationId
  readonly interview: Interview
  readonly member: Member
  /** Null if the member is not asked for one. */
  readonly scorecard: OwnScorecard | null
}

/** Runs an effect with the access of a member. */
export const seenBy = ({ id, role }: Member, organization_id: OrganizationId) =>
  Effect.provideService(CurrentViewer, viewerOf(organization_id, id, roleAccess[role]))

/** Finds a kit; none if the link is forged or has ended, or if the member does not see the interview. */
export const find = Effect.fnUntraced(function*(reference: string) {
  const referred = yield* (yield* References).parseKit(reference)
  if (Option.isNone(referred)) return Option.none()
  const { interview_id, member_id, organization_id } = referred.value
  const member = yield* (yield* Members).get(organization_id, member_id)
  return yield* Effect.gen(function*() {
    const interview = yield* (yield* Interviews).get(organization_id, interview_id)
    if (!opensKit(interview, member, yield* now)) return Option.none()
    const scoring = yield* (yield* Scorecards).get(organization_id, interview_id, member_id)
    if (scoring.anonymised_at !== null) return Option.none()
    const kit: Kit = { organization_id, interview, member, scorecard: Result.getOrElse(own(scoring), () => null) }
    return Option.some(kit)
  }).pipe(seenBy(member, organization_id))
}, Effect.catchTag(["InterviewNotFound", "MemberNotFound"], () => Effect.succeed(Option.none<Kit>())))

/** The résumés of the application: the only files that a kit shows. */
export const resumesOf = Effect.fnUntraced(function*({ interview: { application }, member, organization_id }: Kit) {
  const files = yield* (yield* Attachments).list(organization_id, { application_id: application.id }).pipe(
    seenBy(member, organization_id)
  )
  return files.filter(({ content_type, file_type }) => file_type === "resume" && content_type !== null)
})

/** The scorecard was changed elsewhere after the page was loaded. */
export class ChangedElsewhere extends Schema.TaggedError<ChangedElsewhere>()("ChangedElsewhere", {}) {}

/** The role of the member does not allow it. */
export class RoleTooSmall extends Schema.TaggedError<RoleTooSmall>()("RoleTooSmall", {}) {}

export type Action = "draft" | "submit" | "revise"

/**
 * Saves, submits or revises the scorecard of a kit, unless it was changed since the page was loaded. Submitting saves
 * it first.
 */
export const saveScorecard = Effect.fnUntraced(function*(
  kit: Kit,
  action: Action,
  request: ScorecardDraft,
  changed_at: string
) {
  const { interview: { id }, member, organization_id } = kit
  if (!fillsIn(member)) return yield* new RoleTooSmall()
  const scorecards = yield* Scorecards
  const actor: Actor = { organization_id, user_id: member.id, api_key_id: null, request_id: (yield* CurrentRequest).id }
  const change = (scoring: Scoring, context: DecisionContext) =>
    Result.gen(function*() {
      if ((scoring.scorecard?.updated_at ?? "") !== changed_at) return yield* Result.fail(new ChangedElsewhere())
      return yield* action === "revise" ? revise(scoring, request, context) : draft(scoring, request, context)
    })
  yield* Effect.andThen(
    scorecards.modify(actor, id, change),
    action === "submit" ? scorecards.modify(actor, id, submit) : Effect.void
  ).pipe(seenBy(member, organization_id))
})
