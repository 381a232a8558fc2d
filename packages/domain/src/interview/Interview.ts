/** Interviews of an application: who meets the candidate, when and where. Scheduling.ts has the decisions on them. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { externalIds } from "../ExternalId.ts"
import {
  addedLater,
  defaulted,
  embedded,
  having,
  hidden,
  id,
  list,
  managed,
  nullable,
  type Privacy,
  reference,
  required,
  state,
  time,
  version,
  without
} from "../Field.ts"
import { ApplicationId, CandidateId, InterviewId, JobId, PlannedInterviewId, StageId, UserId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import { declare } from "../Noun.ts"
import { Author, AuthorId } from "../organization/Author.ts"
import { asking } from "../template/Asking.ts"
import { spelled } from "../Spelling.ts"
import { line, Line, orNull, shown, ShownLine, ShownWebAddress, text, WebAddress } from "../Text.ts"
import { ShownZoneName } from "../time/ZoneName.ts"
import { Timestamp, TimestampFromText } from "../Timestamp.ts"
import { Interviewer, InterviewerDrafts, maxInterviewers, Response, ResponseFromText } from "./Interviewer.ts"
import { InterviewStatus } from "./InterviewStatus.ts"
import { defaultMinutes, Minutes, requestedTime } from "./InterviewTime.ts"
import { Proposal } from "./Proposal.ts"

/** The most interviews of an application, including completed and canceled ones. */
export const maxInterviews: Limit = { what: "interviews of an application", limit: 50 }

/** The medium or the topic of an interview. */
export const InterviewKind = Schema.Literals([
  "phone",
  "video",
  "onsite",
  "technical",
  "panel",
  "presentation",
  "other"
])
export type InterviewKind = typeof InterviewKind.Type

export const InterviewKindFromText = spelled(InterviewKind, {
  phone: ["phone call", "phone screen", "telephone", "call"],
  video: ["video call", "remote", "online"],
  onsite: ["on site", "in person", "face to face"],
  technical: ["technical interview", "coding", "pairing"],
  panel: ["panel interview"],
  presentation: ["case study", "take home review"]
})

export const instructionsLength = 5000
const reasonLength = 500

/** Declares the field for what participants should know about an interview. */
export const instructions = <const P extends Privacy>(description: string, example: string, privacy: P) =>
  nullable(shown(instructionsLength), orNull(text(instructionsLength)), { description, example, privacy })

const reason = (description: string) =>
  managed(Schema.NullOr(shown(reasonLength)), { description, example: null, privacy: "removed" })

const DeclineReason = Schema.Struct({
  member_id: UserId.pipe(described("The interviewer", example.id.user)),
  reason: shown(reasonLength).pipe(described("The reason", "I am on vacation that day."))
}).pipe(named("InterviewDeclineReason", "Why an interviewer declined"))

const ChangedBy = Schema.Struct({
  member_id: Schema.NullOr(UserId).pipe(
    described("The member; null for the candidate, who did it by a scheduling link or by withdrawing", example.id.user)
  )
}).pipe(named("InterviewChangedBy", "Who changed an interview"))

const Interviewed = Schema.Struct({
  id: ApplicationId,
  candidate: Schema.Struct({
    id: CandidateId,
    full_name: ShownLine.pipe(described("The name of the candidate", example.candidate.full_name))
  })
    .pipe(described("Who applied", { id: example.id.candidate, full_name: example.candidate.full_name })),
  job: Schema.Struct({
    id: JobId,
    title: ShownLine.pipe(described("The title of the job", example.job.title)),
    is_confidential: Schema.Boolean.pipe(described("Whether only the job's team and administrators see it", false))
  }).pipe(
    described("The job of the application", { id: example.id.job, title: example.job.title, is_confidential: false })
  )
}).pipe(named("InterviewedApplication", "The application that the interview belongs to"))

export const noun = declare({
  subject: "interview",
  description: "A meeting of a candidate with members of the organization",
  table: "interviews",
  partOf: "application",
  sees: "owner",
  fields: {
    id: id(InterviewId),
    application_id: reference(ApplicationId),
    application: embedded(Interviewed),
    stage_id: managed(Schema.NullOr(StageId), {
      description: "The stage that it belongs to; by default the application's current stage",
      example: example.id.stage,
      privacy: "kept"
    }).pipe(
      having({
        create: Schema.optionalKey(StageId).pipe(
          described("The stage that it belongs to; by default the application's current stage")
        )
      })
    ),
    planned_interview_id: nullable(PlannedInterviewId, orNull(PlannedInterviewId), {
      description:
        "The job's planned interview that it was made from; null if there is none. Kept when the planned interview is deleted",
      example: null,
      privacy: "kept"
    }).pipe(without("update"), addedLater),
    title: required(ShownLine, Line, {
      description: "The title",
      example: "Technical interview",
      privacy: "removed"
    }),
    kind: defaulted(InterviewKind, InterviewKindFromText, {
      description: "The way in which people meet; `video` by default",
      example: "video",
      privacy: "kept"
    }),
    status: state(InterviewStatus, "kept"),
    minutes: defaulted(Schema.Int, Minutes, {
      description: `The duration in minutes; ${defaultMinutes} by default`,
      example: 60,
      privacy: "kept"
    })
      .pipe(without("update")),
    starts_at: time(Schema.NullOr(Timestamp), "When it begins; null without a time", "2026-10-14T14:00:00.000Z"),
    ends_at: time(Schema.NullOr(Timestamp), "When it ends; null without a time", "2026-10-14T15:00:00.000Z"),
    time_zone: managed(Schema.NullOr(ShownZoneName), {
      description: "The time zone in which the time was agreed on; null without a time",
      example: "Europe/Berlin",
      privacy: "kept"
    }),
    local_start: managed(Schema.NullOr(Schema.String), {
      description: "The agreed beginning, in local time of that zone. It does not change when the zone's rules change",
      example: "2026-10-14T16:00",
      privacy: "kept"
    }),
    location: nullable(shown(500), orNull(line(500)), {
      description: "Where people meet",
      example: "Neuer Wall 10, Hamburg, 3rd floor",
      privacy: "removed"
    }),
    link: nullable(ShownWebAddress, orNull(WebAddress), {
      description: "The URL of the call",
      example: "https://meet.example.com/maya",
      privacy: "removed"
    }),
    candidate_instructions: instructions(
      "Information for the candidate",
      "Please bring a laptop with an editor that you like.",
      "removed"
    ),
    interviewer_instructions: instructions(
      "Information for the interviewers, not shown to the candidate",
      "She knows our booking example already.",
      "removed"
    ),
    interviewers: list(Schema.Array(Interviewer), InterviewerDrafts, {
      description: `The interviewers, at most ${maxInterviewers}. They must see the job`,
      example: [{ member_id: example.id.user, response: "accepted" }],
      privacy: "kept"
    }),
    ...asking,
    external_ids: externalIds("removed"),
    tells_candidate: defaulted(Schema.Boolean, Schema.Boolean, {
      description: "Whether the candidate gets emails with the invitation and each change; `true` by default",
      example: true,
      privacy: "kept"
    }).pipe(addedLater),
    candidate_response: managed(Response, {
      description: "The candidate's response to the invitation",
      example: "accepted",
      privacy: "kept"
    }).pipe(addedLater),
    proposals: managed(Schema.Array(Proposal), {
      description:
        "Other times that the candidate and the interviewers propose, at most one each. Rescheduling removes them",
      example: [],
      privacy: "removed"
    }).pipe(without("event")),
    candidate_time_zone: hidden(Schema.NullOr(ShownZoneName), {
      description:
        "The zone in which the candidate booked it by a scheduling link, and is told its time; null where nobody did",
      example: null,
      privacy: "removed"
    }),
    decline_reasons: managed(Schema.Array(DeclineReason), {
      description: "The reasons that interviewers gave for declining",
      example: [],
      privacy: "removed"
    }).pipe(without("event")),
    declined_proposals: hidden(
      Schema.Array(Schema.Struct({ member_id: Schema.NullOr(UserId), proposed_at: Timestamp })),
      {
        description: "The last proposal of each that was declined at its time, of which their calendars are told",
        example: [],
        privacy: "kept"
      }
    ),
    declined_ids: hidden(Schema.Array(UserId), {
      description: "The members who declined it at its time: nobody asks them again in the place of another",
      example: [],
      privacy: "kept"
    }),
    sequence: hidden(Schema.Int, {
      description:
        "How often the organization has changed it: `SEQUENCE` of its invitations (RFC 5545, section 3.8.7.4)",
      example: 0,
      privacy: "kept"
    }),
    override_reason: reason(
      "Why it may overlap with its interviewers' other interviews or calendars; null if it may not"
    ),
    reschedule_reason: reason("Why it was last rescheduled; shown to interviewers, not to the candidate"),
    cancel_reason: reason("Why it was cancelled; null unless it is. Shown to interviewers, not to the candidate"),
    changed_by: managed(Schema.NullOr(ChangedBy), {
      description: "Who made the last change that invitations tell of; null if that is not known",
      example: { member_id: example.id.user },
      privacy: "kept"
    }).pipe(addedLater),
    author_id: reference(AuthorId),
    author: embedded(Author),
    created_at: time(Timestamp, "When it was made", example.time.moved),
    updated_at: time(Timestamp, "When it was last changed", example.time.moved),
    version
  },
  events: {
    created: {
      summary: "An interview without a time was created",
      news: ["{actor} added an interview.", "{actor} ein Interview angelegt."],
      example: { version: 1, status: "to_schedule", starts_at: null, ends_at: null, time_zone: null, local_start: null }
    },
    scheduled: {
      summary: "An interview got its first time",
      news: ["{actor} scheduled an interview.", "{actor} ein Interview vereinbart."],
      example: { version: 1 }
    },
    rescheduled: {
      summary: "An interview got another time; interviewers are asked again",
      news: ["{actor} moved an interview.", "{actor} ein Interview verlegt."],
      example: { reschedule_reason: "Jonas is ill." }
    },
    updated: {
      summary: "An interview was changed, except its time",
      news: ["{actor} changed an interview.", "{actor} ein Interview geändert."]
    },
    responded: {
      summary: "An interviewer or the candidate answered the invitation",
      also: {
        identifier: "AnsweredInterviewEventData",
        description: "An interview, with the person who responded to its invitation",
        fields: {
          member_id: Schema.optionalKey(
            Schema.NullOr(UserId).pipe(
              described("The interviewer who responded; null for the candidate", example.id.user)
            )
          )
        }
      },
      news: ["{actor} answered an invitation to an interview.", "{actor} auf eine Einladung zum Interview geantwortet."]
    },
    interviewer_replaced: {
      summary: "An interviewer declined, and the next possible interviewer is asked",
      reads: ["given to another interviewer", "einer anderen Person übergeben"],
      news: [
        "{actor} declined an interview, and someone else was asked.",
        "{actor} ein Interview abgesagt; jemand anderes wurde gefragt."
      ]
    },
    proposed: {
      summary: "An interviewer or the candidate proposed another time",
      reads: ["proposed for another time", "für eine andere Zeit vorgeschlagen"],
      news: [
        "{actor} proposed another time for an interview.",
        "{actor} eine andere Zeit für ein Interview vorgeschlagen."
      ]
    },
    proposal_declined: {
      summary: "A proposal of another time was declined",
      reads: ["kept at its time", "bei seiner Zeit belassen"],
      news: [
        "{actor} declined a proposed time for an interview.",
        "{actor} eine vorgeschlagene Zeit für ein Interview abgelehnt."
      ]
    },
    completed: {
      summary: "An interview took place",
      news: ["{actor} marked an interview as complete.", "{actor} ein Interview als geführt markiert."],
      example: { status: "complete" }
    },
    missed: {
      summary: "The candidate did not come to an interview",
      news: ["{actor} marked an interview as missed.", "{actor} ein Interview als versäumt markiert."],
      example: { status: "no_show" }
    },
    reopened: {
      summary: "An interview is no longer over",
      news: ["{actor} reopened an interview.", "{actor} ein Interview wieder geöffnet."],
      example: { status: "awaiting_feedback" }
    },
    cancelled: {
      summary: "An interview was cancelled",
      news: ["{actor} canceled an interview.", "{actor} ein Interview abgesagt."],
      example: { status: "cancelled", cancel_reason: "The position was filled." }
    }
  }
})

/** An interview as the interface shows it. */
export const Interview = noun.json
export interface Interview extends Schema.Schema.Type<typeof Interview> {}

/** Tells whether a video call has no link yet, so that the candidate is told that it follows. */
export const awaitsLink = (
  { candidate_instructions = null, kind, link, location }:
    & Pick<Interview, "kind" | "link" | "location">
    & Partial<Pick<Interview, "candidate_instructions">>
): boolean => kind === "video" && link === null && location === null && !/https?:/i.test(candidate_instructions ?? "")

export const InterviewState = noun.row
export interface InterviewState extends Schema.Schema.Type<typeof InterviewState> {}

const override = {
  override_reason: Schema.optionalKey(orNull(line(reasonLength))).pipe(
    described(
      "Why the interview may overlap with other appointments. Without this reason, a change that books an " +
        "overlapping time is refused",
      null
    )
  )
}

const reasonOf = (description: string, example: string) =>
  Schema.optionalKey(orNull(line(reasonLength))).pipe(described(description, example))

/** A request for an interview. With a time, it is scheduled; without one, it waits for one. */
export const InterviewDraft = Schema.Struct({ ...noun.create.fields, ...requestedTime, ...override }).pipe(
  named("InterviewDraft", "A new interview; without a time, it is scheduled later", {
    title: "Technical interview",
    kind: "video",
    minutes: 60,
    local_start: "2026-10-14T16:00",
    time_zone: "Europe/Berlin",
    link: "https://meet.example.com/maya",
    interviewers: [{ member_id: example.id.user }]
  })
)
export interface InterviewDraft extends Schema.Schema.Type<typeof InterviewDraft> {}

export const InterviewPatch = Schema.Struct({ ...noun.update.fields, ...override }).pipe(
  named("InterviewPatch", "Changes to an interview, except its time. Omitted fields keep their values", {
    title: "System design"
  })
)
export interface InterviewPatch extends Schema.Schema.Type<typeof InterviewPatch> {}

/** A request for another time, or the first one. */
export const Rescheduling = Schema.Struct({
  ...requestedTime,
  minutes: Schema.optionalKey(Minutes).pipe(described("The duration in minutes; unchanged if omitted", 60)),
  reason: reasonOf("Why it is rescheduled", "Jonas is ill."),
  ...override
}).pipe(
  named("InterviewRescheduling", "The new time of an interview", {
    local_start: "2026-10-15T10:00",
    time_zone: "Europe/Berlin",
    reason: "Jonas is ill."
  })
)
export interface Rescheduling extends Schema.Schema.Type<typeof Rescheduling> {}

export const Cancellation = Schema.Struct({ reason: reasonOf("Why it is cancelled", "The position was filled.") }).pipe(
  named("InterviewCancellation", "Why an interview is cancelled")
)
export interface Cancellation extends Schema.Schema.Type<typeof Cancellation> {}

export const InterviewResponse = Schema.Struct({
  response: ResponseFromText.pipe(described("The member's response", "accepted")),
  reason: Schema.optionalKey(orNull(text(reasonLength))).pipe(
    described(
      "Why the member declines; visible to members who see the interview, not to the candidate. Unchanged if " +
        "the same response omits it",
      null
    )
  ),
  proposed_start: Schema.optionalKey(Schema.NullOr(TimestampFromText)).pipe(
    described(
      "A future time that the member proposes instead, added to `proposals`; only with a declined or " +
        "`tentative` response. Unchanged if the same response omits it",
      null
    )
  ),
  ...override
}).pipe(named("InterviewResponse", "An interviewer's answer to the invitation"))
export interface InterviewResponse extends Schema.Schema.Type<typeof InterviewResponse> {}

/** A request to decline a proposal. */
export const DecliningProposal = Schema.Struct({
  member_id: Schema.NullOr(UserId).pipe(
    described("The interviewer who proposed it; null for the candidate", null)
  )
}).pipe(named("DecliningInterviewProposal", "The proposal that is declined"))
export interface DecliningProposal extends Schema.Schema.Type<typeof DecliningProposal> {}

/** The meeting of the scheduling link that the interview belongs to. */
const inMeeting = { meeting: Schema.optionalKey(Schema.Int) }

/** The organization has no such template of scorecards. */
export class UnknownScorecardTemplate
  extends Schema.TaggedError<UnknownScorecardTemplate>()("UnknownScorecardTemplate", { ...inMeeting })
{}

/** The interview's scorecard template does not have these attributes. */
export class UnknownFocus extends Schema.TaggedError<UnknownFocus>()("UnknownFocus", {
  ...inMeeting,
  /** Their indexes in the request. */
  indexes: Schema.Array(Schema.Int)
}) {}

export class InterviewNotFound
  extends Schema.TaggedError<InterviewNotFound>()("InterviewNotFound", { id: Schema.String })
{}
