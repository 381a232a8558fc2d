/**
 * Scheduling links: a candidate opens one without an account, and books consecutive interviews. SelfScheduling.ts has
 * the decisions on them.
 */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import {
  defaulted,
  embedded,
  hidden,
  id,
  labelled,
  managed,
  reference,
  required,
  state,
  time,
  version
} from "../Field.ts"
import { ApplicationId, InterviewId, PlannedInterviewId, SchedulingLinkId, UserId } from "../Id.ts"
import { instructionsLength, InterviewKind, InterviewKindFromText } from "../interview/Interview.ts"
import { maxInterviewers, replacesDeclined } from "../interview/Interviewer.ts"
import { Minutes } from "../interview/InterviewTime.ts"
import type { Limit } from "../Limit.ts"
import { declare } from "../Noun.ts"
import { Author, AuthorId } from "../organization/Author.ts"
import { asking } from "../template/Asking.ts"
import * as StateMachine from "../StateMachine.ts"
import { line, Line, orNull, shown, ShownLine, ShownWebAddress, text, WebAddress } from "../Text.ts"
import { ShownZoneName, ZoneNameFromText } from "../time/ZoneName.ts"
import { Timestamp } from "../Timestamp.ts"

export const maxLinks: Limit = { what: "scheduling links of an application", limit: 50 }
export const maxMeetings = 6
/** The most proposals of a candidate, so that nobody floods an organization's events. */
export const maxProposals = 20
const [dayMinutes, maxHorizonDays] = [1440, 90] as const

export const linkStatus = StateMachine.make({
  name: "scheduling link",
  initial: "open",
  events: ["book", "cancel", "revoke", "restore", "close"],
  // `revoke` and `restore` happen when a booked interview is canceled or reopened. They are not stored: the statement
  // that reads a link derives them.
  table: {
    open: { book: "booked", close: "closed" },
    booked: { book: "booked", cancel: "open", revoke: "revoked", close: "closed" },
    revoked: { revoke: "revoked", restore: "booked", close: "closed" },
    closed: { close: "closed" }
  }
})

const LinkStatus = linkStatus.State.pipe(
  described(
    "`open` until the candidate has booked; then `booked`; `revoked` while the organization has cancelled a " +
      "booked interview, so that the candidate cannot book; `closed` after a recruiter has closed the link",
    "open"
  )
)

const about = {
  title: "Technical interview",
  kind: "video",
  minutes: 60,
  member_ids: [example.id.user],
  required: 1,
  location: null,
  link: null
}

const holders =
  "How many of the members conduct it; all by default. Of the free members, those with the fewest interviews are chosen"

const forCandidate = "Information for the candidate, shown once it is booked"
const forInterviewers = "Information for the interviewers, not shown to the candidate"
const planned = "The job's planned interview that it is made from"

const Meeting = Schema.Struct({
  title: ShownLine.pipe(described("The title", about.title)),
  kind: InterviewKind.pipe(described("The way in which people meet", about.kind)),
  minutes: Schema.Int.pipe(described("The duration in minutes", about.minutes)),
  member_ids: Schema.Array(UserId).pipe(described("The possible interviewers", about.member_ids)),
  required: Schema.Int.pipe(described(holders, 1)),
  location: Schema.NullOr(shown(500)).pipe(described("Where people meet", null)),
  link: Schema.NullOr(ShownWebAddress).pipe(described("The URL of the call", null)),
  candidate_instructions: Schema.optionalKey(Schema.NullOr(shown(instructionsLength))).pipe(
    described(forCandidate, null)
  ),
  interviewer_instructions: Schema.optionalKey(Schema.NullOr(shown(instructionsLength))).pipe(
    described(forInterviewers, null)
  ),
  planned_interview_id: Schema.optionalKey(PlannedInterviewId).pipe(described(planned)),
  scorecard_template_id: asking.scorecard_template_id.schemas.event,
  focus_attribute_ids: asking.focus_attribute_ids.schemas.event
}).pipe(named("Meeting", "An interview that the candidate books"))
export interface Meeting extends Schema.Schema.Type<typeof Meeting> {}

const MeetingDraft = Schema.Struct({
  title: Line.pipe(described("The title", about.title)),
  kind: Schema.optionalKey(InterviewKindFromText).pipe(
    described("The way in which people meet; `video` by default", about.kind)
  ),
  minutes: Schema.optionalKey(Minutes).pipe(described("The duration in minutes; 60 by default", about.minutes)),
  member_ids: Schema.Array(UserId).check(
    Schema.isMinLength(1, { expected: "at least one member" }),
    Schema.isMaxLength(maxInterviewers, { expected: `at most ${maxInterviewers} members` }),
    Schema.isUnique()
  ).pipe(described("The possible interviewers. They must see the job", about.member_ids)),
  required: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1, { expected: "an integer from 1" })))
    .pipe(described(holders, 1)),
  location: Schema.optionalKey(orNull(line(500))).pipe(described("Where people meet", null)),
  link: Schema.optionalKey(orNull(WebAddress)).pipe(described("The URL of the call", null)),
  candidate_instructions: Schema.optionalKey(orNull(text(instructionsLength))).pipe(described(forCandidate, null)),
  interviewer_instructions: Schema.optionalKey(orNull(text(instructionsLength))).pipe(described(forInterviewers, null)),
  planned_interview_id: Schema.optionalKey(PlannedInterviewId).pipe(described(planned)),
  scorecard_template_id: asking.scorecard_template_id.schemas.create,
  focus_attribute_ids: asking.focus_attribute_ids.schemas.create
}).pipe(named("MeetingDraft", "An interview for the candidate to book"))

const MeetingDrafts = Schema.Array(MeetingDraft).check(
  Schema.isMinLength(1, { expected: "at least one meeting" }),
  Schema.isMaxLength(maxMeetings, { expected: `at most ${maxMeetings} meetings` })
)

const number = (minimum: number, maximum: number, value: number, description: string) =>
  defaulted(
    Schema.Int,
    Schema.Int.check(Schema.isBetween({ minimum, maximum }, { expected: `an integer from ${minimum} to ${maximum}` })),
    {
      description: `${description}; ${value} by default`,
      example: value,
      privacy: "kept"
    }
  )

/** The default settings of a link. */
export const defaults = {
  lead_minutes: 240,
  horizon_days: 14,
  grid_minutes: 30,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  pause_minutes: 0,
  max_changes: 3,
  change_deadline_minutes: dayMinutes,
  replaces_declined: true
} as const

const Choice = Schema.Struct({
  member_id: UserId,
  held: Schema.Int.pipe(described("The number of the member's interviews since four weeks ago", 2)),
  is_chosen: Schema.Boolean.pipe(described("Whether the member was chosen as interviewer", true))
}).pipe(named("InterviewerChoice", "A member who was free, and whether the member was chosen"))

const words = (description: string) =>
  managed(Schema.NullOr(shown(1000)), { description, example: null, privacy: "removed" })

export const noun = declare({
  subject: "scheduling_link",
  label: ["Scheduling link", "Terminlink"],
  description: "A link with which a candidate books interviews",
  table: "scheduling_links",
  partOf: "application",
  sees: "owner",
  fields: {
    id: id(SchedulingLinkId),
    application_id: reference(ApplicationId),
    status: state(LinkStatus, "kept"),
    meetings: required(Schema.Array(Meeting), MeetingDrafts, {
      description: `The interviews, consecutive on one day, at most ${maxMeetings}. No member conducts two of them`,
      example: [about],
      privacy: "removed"
    }),
    time_zone: required(ShownZoneName, ZoneNameFromText, {
      description: "The time zone of `grid_minutes` and of the booked interviews",
      example: "Europe/Berlin",
      privacy: "kept"
    }).pipe(labelled("Time zone", "Zeitzone")),
    lead_minutes: number(
      0,
      30 * dayMinutes,
      defaults.lead_minutes,
      "Minimum notice for booking, in minutes"
    ),
    horizon_days: number(1, maxHorizonDays, defaults.horizon_days, "Number of days ahead for which times are offered"),
    grid_minutes: number(5, 240, defaults.grid_minutes, "Interviews begin at multiples of this many minutes"),
    buffer_before_minutes: number(
      0,
      240,
      defaults.buffer_before_minutes,
      "Minutes that interviewers have free before an interview"
    ),
    buffer_after_minutes: number(
      0,
      240,
      defaults.buffer_after_minutes,
      "Minutes that interviewers have free after an interview"
    ),
    pause_minutes: number(0, 240, defaults.pause_minutes, "Minutes between two of the interviews"),
    max_changes: number(0, 20, defaults.max_changes, "Number of times that the candidate can move or cancel"),
    change_deadline_minutes: number(
      0,
      14 * dayMinutes,
      defaults.change_deadline_minutes,
      "Minimum notice for moving or cancelling, in minutes before the first interview"
    ),
    replaces_declined: replacesDeclined,
    changes_counted: managed(Schema.Int, {
      description: "The number of times that the candidate has moved or cancelled",
      example: 0,
      privacy: "kept"
    }),
    proposals_counted: hidden(Schema.Int, {
      description: "How often the candidate has proposed other times",
      example: 0,
      privacy: "kept"
    }),
    interview_ids: managed(Schema.Array(InterviewId), {
      description: "The interviews that the candidate booked",
      example: [],
      privacy: "kept"
    }),
    choices: managed(Schema.Array(Schema.Array(Choice)), {
      description: "For each interview, the members who were free at its time, those with the fewest interviews first",
      example: [],
      privacy: "kept"
    }),
    cancel_reason: words("Why the candidate cancelled"),
    proposal: words("The other times that the candidate proposes"),
    proposed_at: hidden(Schema.NullOr(Timestamp), {
      description: "When the candidate proposed them; null where they have not",
      example: null,
      privacy: "kept"
    }),
    answered_at: hidden(Schema.NullOr(Timestamp), {
      description:
        "When the proposal or the cancellation was answered: marked so, or by another time of an interview; null until then",
      example: null,
      privacy: "kept"
    }),
    author_id: reference(AuthorId),
    author: embedded(Author),
    created_at: time(Timestamp, "When it was made", example.time.moved),
    updated_at: time(Timestamp, "When it was last changed", example.time.moved),
    version
  },
  events: {
    created: {
      summary: "A scheduling link was made",
      news: ["{actor} created a scheduling link.", "{actor} einen Terminlink angelegt."],
      example: { version: 1 }
    },
    booked: { summary: "The candidate booked interviews, or moved them", example: { status: "booked" } },
    cancelled: {
      summary: "The candidate canceled the interviews; the link is open again",
      reads_as: [
        "Canceled by the candidate: the scheduling link is open again",
        "Abgesagt: Der Terminlink ist wieder offen"
      ],
      example: { status: "open", cancel_reason: "I am ill." }
    },
    proposed: { summary: "The candidate proposed other times", example: { proposal: "Any day after 6 pm." } },
    answered: {
      summary: "A member marked the times that the candidate proposed, or the candidate's cancellation, as answered",
      news: [
        "{actor} answered a candidate about interview times.",
        "{actor} eine Nachricht zu Interviewterminen beantwortet."
      ],
      example: { proposal: "Any day after 6 pm." }
    },
    closed: {
      summary: "A scheduling link was closed",
      news: ["{actor} closed a scheduling link.", "{actor} einen Terminlink geschlossen."],
      example: { status: "closed" }
    }
  }
})

/** A link as the interface shows it. */
export const SchedulingLink = noun.json
export interface SchedulingLink extends Schema.Schema.Type<typeof SchedulingLink> {}

export const LinkState = noun.row
export interface LinkState extends Schema.Schema.Type<typeof LinkState> {}

export const LinkDraft = noun.create.pipe(named("SchedulingLinkDraft", "A scheduling link to make", {
  meetings: [{ title: about.title, member_ids: about.member_ids }],
  time_zone: "Europe/Berlin"
}))
export interface LinkDraft extends Schema.Schema.Type<typeof LinkDraft> {}

/** A text by the candidate. */
export const Words = text(1000)

export class SchedulingLinkNotFound
  extends Schema.TaggedError<SchedulingLinkNotFound>()("SchedulingLinkNotFound", { id: Schema.String })
{}
