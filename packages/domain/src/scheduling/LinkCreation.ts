/** The creation of a scheduling link. */
import { Result } from "effect"
import { ApplicationClosed } from "../application/Lifecycle.ts"
import { type CandidateAnonymised, notAnonymised } from "../Anonymised.ts"
import { type Decision, decided, type DecisionContext } from "../Decision.ts"
import { type ApplicationId, type AttributeId, SchedulingLinkId, type ScorecardTemplateId } from "../Id.ts"
import { noun as interviewNoun, UnknownFocus, UnknownScorecardTemplate } from "../interview/Interview.ts"
import { interviewersOf, InterviewersRefused, type Invited } from "../interview/Interviewer.ts"
import { defaultMinutes } from "../interview/InterviewTime.ts"
import type { Interviewed } from "../interview/Scheduling.ts"
import { scorecardsOf } from "../interview/ScorecardsAsked.ts"
import { type LimitReached, withinLimit } from "../Limit.ts"
import { absent } from "../Noun.ts"
import { type PlannedInterviewNotFound, planNamed } from "../interview/PlannedInterview.ts"
import { hasEnoughMembers } from "./FreeTimes.ts"
import { needs } from "./SelfScheduling.ts"
import { defaults, type LinkDraft, linkStatus, type LinkState, maxLinks, noun } from "./SchedulingLink.ts"

/** The data of an application that creating a link needs. */
export interface Linked extends Pick<Interviewed, "anonymised_at" | "planned" | "status"> {
  readonly links: number
  /** The scorecard templates that the request or its planned interviews refer to. */
  readonly templates: ReadonlyArray<
    { readonly id: ScorecardTemplateId; readonly attributes: ReadonlyArray<AttributeId> }
  >
  readonly members: ReadonlyArray<Invited>
}

/** The failure for a meeting whose members cannot hold it. */
const refusedIn = (meeting: number, reason: InterviewersRefused["reason"]) =>
  new InterviewersRefused({ reason, paths: [["meetings", meeting, "member_ids"]] })

/** Returns the scorecard settings of a meeting: by default those of its planned interview. */
const askedOf = (meeting: LinkDraft["meetings"][number], at: number, { planned, templates }: Linked) =>
  Result.gen(function*() {
    const plan = yield* planNamed(meeting.planned_interview_id ?? null, planned)
    const { scorecard_template_id: id = plan?.scorecard_template_id } = meeting
    return yield* Result.mapError(
      scorecardsOf(meeting, plan ?? absent(interviewNoun), {
        attributes: templates.find((one) => one.id === id)?.attributes ?? null
      }),
      (refused) =>
        refused._tag === "UnknownFocus"
          ? new UnknownFocus({ ...refused, meeting: at })
          : new UnknownScorecardTemplate({ meeting: at })
    )
  })

/** Creates a link for an active application. */
export const create = (
  application_id: ApplicationId,
  { meetings: drafts, ...draft }: LinkDraft,
  linked: Linked,
  { actor, nextId, now }: DecisionContext
): Decision<
  LinkState,
  | ApplicationClosed
  | CandidateAnonymised
  | LimitReached
  | InterviewersRefused
  | PlannedInterviewNotFound
  | UnknownFocus
  | UnknownScorecardTemplate
> =>
  Result.gen(function*() {
    const { anonymised_at, links, members, status } = linked
    yield* notAnonymised({ anonymised_at })
    if (status !== "active") return yield* Result.fail(new ApplicationClosed({ status }))
    yield* withinLimit(maxLinks, links, 1)
    const asked = yield* Result.all(drafts.map((meeting, at) => askedOf(meeting, at, linked)))
    const meetings = drafts.map((
      { kind = "video", link = null, location = null, minutes = defaultMinutes, required, ...meeting },
      at
    ) => ({
      ...meeting,
      ...asked[at]!,
      kind,
      minutes,
      required: required ?? meeting.member_ids.length,
      location,
      link
    }))
    for (const [at, { member_ids }] of meetings.entries()) {
      const drafts = member_ids.map((member_id) => ({ member_id }))
      yield* Result.mapError(interviewersOf(drafts, [], members), ({ reason }) => refusedIn(at, reason))
    }
    const few = meetings.findIndex((_, index) => !hasEnoughMembers(needs(meetings.slice(0, index + 1))))
    if (few !== -1) return yield* Result.fail(refusedIn(few, "too_few"))
    const link: LinkState = {
      ...absent(noun),
      ...defaults,
      ...draft,
      id: SchedulingLinkId.make(nextId()),
      application_id,
      status: linkStatus.initial,
      meetings,
      changes_counted: 0,
      proposals_counted: 0,
      interview_ids: [],
      choices: [],
      cancel_reason: null,
      proposal: null,
      proposed_at: null,
      answered_at: null,
      author_id: actor.user_id,
      created_at: now,
      updated_at: now,
      version: 1
    }
    return yield* decided(link, noun.event("created", link))
  })
