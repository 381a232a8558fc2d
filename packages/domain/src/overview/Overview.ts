/** The overviews for daily work: jobs with their applicants, the cards of a board, and what waits for an answer. */
import { Schema } from "effect"
import { ApplicationListItem } from "../application/Application.ts"
import { Candidate, CandidateDetail } from "../candidate/Candidate.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Rating } from "../feedback/Rating.ts"
import { ApplicationId, CandidateId, JobId, MessageId, NoteId, SchedulingLinkId, UserId, Uuid } from "../Id.ts"
import { Job } from "../job/Job.ts"
import { Stage } from "../job/Stage.ts"
import { MessageListItem } from "../mail/Message.ts"
import { Note } from "../note/Note.ts"
import { Author } from "../organization/Author.ts"
import { Position } from "../Pagination.ts"
import { DueScorecard } from "../scorecard/Scorecard.ts"
import { signalsInLists } from "../signal/Signal.ts"
import { TeamRole } from "../team/TeamMember.ts"
import { text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

/** The default number of days after which an application that has not left its first stage waits for an answer. */
export const defaultDays = 7

/** The most entries of each list of waiting items. */
export const maxWaiting = 50

/** The applications of a job that are compared to find the one that has waited longest: the oldest. */
export const maxCompared = 100

/** The open jobs that are searched for waiting applications: the newest. */
export const maxOpenJobs = 500

/** How many days an application is new. */
export const newDays = 7

const fact = (description: string, value: string) => Schema.NullOr(Schema.String).pipe(described(description, value))

const count = (description: string, value: number) => Schema.Int.pipe(described(description, value))

const entered_at = Timestamp.pipe(
  described("When the application entered its stage or got its status", example.time.moved)
)

const { candidate, created_at, id, rejection_reason, source_type, stage_id, status, updated_at } =
  ApplicationListItem.fields

/** An application as a card of a board. */
export const Card = Schema.Struct({
  id,
  candidate,
  stage_id,
  status,
  source_type,
  rejection_reason,
  created_at,
  updated_at,
  entered_at,
  headline: fact("The person's job title from the newest AI profile; null if unknown", "Backend Engineer"),
  current_company: fact(
    "The person's employer from the newest AI profile; null if unknown",
    "Lagos Freight"
  ),
  tags: CandidateDetail.fields.tags,
  ratings: Schema.Array(Rating).pipe(described(
    "The ratings of the interview feedback, oldest first; empty while the caller has an open request for " +
      "feedback and has given none",
    ["yes"]
  )),
  applied_again_at: Schema.NullOr(Timestamp).pipe(
    described("When the person last applied again through the careers site; null if never", null)
  ),
  replied_at: Schema.NullOr(Timestamp).pipe(
    described(
      "When the person's last mail that nobody has answered or marked as done was received; null if there is none",
      null
    )
  ),
  asked: count("The number of members who are asked for feedback and have not given it", 1),
  scorecards_due: count("The number of scorecards of past interviews that have yet to be submitted", 1),
  next_interview_at: Schema.NullOr(Timestamp).pipe(
    described(
      "When the current or next interview begins; null if none is scheduled",
      "2026-10-14T14:00:00.000Z"
    )
  ),
  ...signalsInLists
}).pipe(named("ApplicationCard", "An application as a board shows it"))
export interface Card extends Schema.Schema.Type<typeof Card> {}

/** The orders of a board's cards; newest first by default. */
export const CardOrder = Schema.Literals(["newest", "oldest", "longest_in_stage", "name", "rating"]).pipe(
  described(
    "The order: the `newest` first, the `oldest`, those `longest_in_stage`, by `name`, or by their mean `rating`, the best first",
    "name"
  )
)
export type CardOrder = typeof CardOrder.Type

/** The longest text that an order compares: 200 characters of a name, each of which can become 18 when normalized. */
const maxKey = 3600

/** The position of a card: its time if newest first, else the text that the order compares. */
export const CardPosition = Schema.Union([
  Position,
  Schema.Struct({
    order: Schema.Literals(["oldest", "longest_in_stage", "name", "rating"]),
    key: text(maxKey),
    id: Uuid
  })
])
export type CardPosition = typeof CardPosition.Type

/** The number of a job's applications with the same stage and status. */
export const StageCount = Schema.Struct({
  stage_id,
  status,
  applications: count("The number of applications in this stage with this status", 6)
}).pipe(named("StageCount", "The number of a job's applications with the same stage and status"))
export interface StageCount extends Schema.Schema.Type<typeof StageCount> {}

const Person = Schema.Struct({ id: CandidateId, full_name: Candidate.fields.full_name }).pipe(
  described("Who applied", { id: example.id.candidate, full_name: example.candidate.full_name })
)

/** An active application that waits. */
export const Waiting = Schema.Struct({
  id: ApplicationId,
  candidate: Person,
  stage: Stage,
  entered_at
}).pipe(named("WaitingApplication", "An active application, with the time since when it has waited"))
export interface Waiting extends Schema.Schema.Type<typeof Waiting> {}

const jobNamed = { id: example.id.job, title: example.job.title, is_confidential: false }

const JobNamed = Schema.Struct({ id: JobId, title: Job.fields.title, is_confidential: Job.fields.is_confidential })
  .pipe(described("The job", jobNamed))

/** A waiting application with its job. */
export const Unanswered = Schema.Struct({
  ...Waiting.fields,
  job: JobNamed
}).pipe(named("UnansweredApplication", "An application without an answer"))
export interface Unanswered extends Schema.Schema.Type<typeof Unanswered> {}

const { author, created_at: noted_at, visibility } = Note.fields

/** A note that mentions a member who has not seen it. */
export const Mention = Schema.Struct({
  note_id: NoteId,
  author,
  excerpt: Schema.String.pipe(
    described("The beginning of the note, in one line", "@Grace Hopper, would you speak with her about compilers?")
  ),
  visibility,
  created_at: noted_at,
  candidate: Person.pipe(
    described("Whom the note is about", { id: example.id.candidate, full_name: example.candidate.full_name })
  ),
  application: Schema.NullOr(Schema.Struct({ id: ApplicationId, job: JobNamed })).pipe(
    described("The note's application; null for a note on the candidate", {
      id: example.id.application,
      job: jobNamed
    })
  )
}).pipe(named("Mention", "A note that mentions the caller and that the caller has not seen"))
export interface Mention extends Schema.Schema.Type<typeof Mention> {}

/** A scorecard that an interviewer has not submitted after the interview. */
export const WaitingScorecard = Schema.Struct({
  interview: DueScorecard.fields.interview,
  application: Schema.Struct({ id: ApplicationId, candidate: Person, job: JobNamed }).pipe(
    described("The application that the interview belongs to", {
      id: example.id.application,
      candidate: { id: example.id.candidate, full_name: example.candidate.full_name },
      job: jobNamed
    })
  )
}).pipe(named("WaitingScorecard", "A scorecard that the caller has yet to submit after an interview"))
export interface WaitingScorecard extends Schema.Schema.Type<typeof WaitingScorecard> {}

/** An upcoming interview that interviewers have declined. */
export const DeclinedInterview = Schema.Struct({
  ...WaitingScorecard.fields,
  declined_by: Schema.Array(UserId).pipe(described("The interviewers who declined", [example.id.user]))
}).pipe(
  named(
    "DeclinedInterview",
    "An upcoming interview that interviewers have declined, until they are replaced or it is rescheduled or cancelled"
  )
)
export interface DeclinedInterview extends Schema.Schema.Type<typeof DeclinedInterview> {}

/** An invitation to an upcoming interview that the interviewer has not answered. */
export const WaitingInvitation = Schema.Struct(WaitingScorecard.fields).pipe(
  named("WaitingInvitation", "An invitation to an upcoming interview that the caller has not answered")
)
export interface WaitingInvitation extends Schema.Schema.Type<typeof WaitingInvitation> {}

/** Proposed times for interviews, until the interview is rescheduled or somebody answers. */
export const ProposedTimes = Schema.Struct({
  application: WaitingScorecard.fields.application,
  interview: Schema.NullOr(WaitingScorecard.fields.interview).pipe(
    described("The interview; null if the candidate proposes times on the page of a scheduling link")
  ),
  scheduling_link_id: Schema.NullOr(SchedulingLinkId).pipe(
    described("The scheduling link on whose page the candidate proposes them; null for an interview", null)
  ),
  member_id: Schema.NullOr(UserId).pipe(
    described("The interviewer who proposes them; null for the candidate", null)
  ),
  starts_at: Schema.NullOr(Timestamp).pipe(
    described("When the interview would begin; null if only `words` say when", "2026-10-15T08:00:00.000Z")
  ),
  words: Schema.NullOr(Schema.String).pipe(described("What the person wrote; null if nothing", "Any day after 6 pm.")),
  proposed_at: Timestamp.pipe(described("When it came in", example.time.moved))
}).pipe(named("ProposedTimes", "Other times that somebody proposes for interviews"))
export interface ProposedTimes extends Schema.Schema.Type<typeof ProposedTimes> {}

/** Interviews that the candidate canceled, and that nobody has scheduled again. */
export const CancelledInterviews = Schema.Struct({
  ...WaitingScorecard.fields,
  interview: WaitingScorecard.fields.interview.pipe(described("The first of the cancelled interviews")),
  scheduling_link_id: SchedulingLinkId.pipe(
    described("The scheduling link by which the candidate cancelled, and can book again")
  ),
  words: Schema.NullOr(Schema.String).pipe(described("The reason that the candidate gave; null if none", "I am ill.")),
  cancelled_at: Timestamp.pipe(described("When the candidate cancelled", example.time.moved))
}).pipe(
  named(
    "CancelledInterviews",
    "Interviews that the candidate cancelled by a scheduling link, until the candidate books again or is written to, " +
      "another interview is added, the link is closed, or somebody marks the cancellation as done"
  )
)
export interface CancelledInterviews extends Schema.Schema.Type<typeof CancelledInterviews> {}

/** An application that its candidate withdrew or asks to withdraw. */
export const Withdrawn = Schema.Struct({
  application: WaitingScorecard.fields.application,
  withdrawn_at: Timestamp.pipe(described("When the candidate withdrew it or asked to", example.time.moved)),
  is_requested: Schema.Boolean.pipe(
    described(
      "Whether the candidate only asked for it, in a second form with the same address; the application is still active",
      false
    )
  )
}).pipe(named("WithdrawnApplication", "An application that its candidate withdrew or asked to withdraw"))
export interface Withdrawn extends Schema.Schema.Type<typeof Withdrawn> {}

const { created_at: mailed_at, failure, subject } = MessageListItem.fields

/** A mail of an application that waits for an answer, or for being marked as done. */
export const WaitingMail = Schema.Struct({
  message_id: MessageId,
  subject,
  excerpt: Schema.String.pipe(
    described("The beginning of the text, in one line", "Dear Grace, thank you, Tuesday suits me.")
  ),
  failure,
  created_at: mailed_at,
  application: Schema.Struct({ id: ApplicationId, candidate: Person, job: JobNamed }).pipe(
    described("The application that it belongs to", {
      id: example.id.application,
      candidate: { id: example.id.candidate, full_name: example.candidate.full_name },
      job: jobNamed
    })
  )
}).pipe(named("WaitingMail", "A mail of an application that needs an answer or a mark as done"))
export interface WaitingMail extends Schema.Schema.Type<typeof WaitingMail> {}

/** The most mails of each kind that are counted. */
export const maxCounted = 100

const mails = (which: string, value: number) => count(`${which}, at most ${maxCounted}`, value)

/** The numbers of mails that need attention. */
export const MailCounts = Schema.Struct({
  replies: mails("The number of unanswered replies", 3),
  unassigned: mails("The number of unassigned mails", 1),
  undelivered: mails("The number of undelivered mails", 0)
}).pipe(named("MailCounts", "The numbers of mails that need attention"))
export interface MailCounts extends Schema.Schema.Type<typeof MailCounts> {}

/** A person who asks to be erased. */
export const AskedErasure = Schema.Struct({
  candidate: Person.pipe(
    described("The member who asks", { id: example.id.candidate, full_name: example.candidate.full_name })
  ),
  requested_at: Timestamp.pipe(described("When the person asked for it", example.time.applied))
}).pipe(named("AskedErasure", "A person with an open request to be erased"))
export interface AskedErasure extends Schema.Schema.Type<typeof AskedErasure> {}

/** The most candidates in a request for list data. */
export const maxPeople = 50

/** The data in a list of candidates beyond the candidate's own fields. */
export const PersonOverview = Schema.Struct({
  id: CandidateId,
  application: Schema.NullOr(Schema.Struct({ id: ApplicationId, status, stage: Stage, job: JobNamed })).pipe(
    described("The newest application that matches the filters, preferably an active one; null if none does", {
      id: example.id.application,
      status: "active",
      stage: example.stages[1]!,
      job: jobNamed
    })
  ),
  applications: count("The number of the candidate's applications", 1),
  last_contact_at: Schema.NullOr(Timestamp).pipe(
    described(
      "When the last mail to the person was sent or the last one from the person was received; null if there is none",
      example.time.moved
    )
  ),
  owner: Schema.NullOr(Author).pipe(
    described("The first recruiter of the job's team; null if the team has none", {
      id: example.id.user,
      full_name: example.user.full_name
    })
  )
}).pipe(named("PersonOverview", "Details of a candidate for lists, besides its own fields"))
export interface PersonOverview extends Schema.Schema.Type<typeof PersonOverview> {}

/** The most ids of a request for names. */
export const maxNamed = 50

/** The name that belongs to an id of an application, a candidate or a job. */
export const Named = Schema.Struct({
  id: Uuid.pipe(described("The id from the request", example.id.application)),
  candidate: Schema.NullOr(Candidate.fields.full_name).pipe(
    described(
      "The name of the candidate, or of the application's candidate; null for a job",
      example.candidate.full_name
    )
  ),
  job: Schema.NullOr(Job.fields.title).pipe(
    described("The title of the job, or of the application's job; null for a candidate", example.job.title)
  )
}).pipe(named("Named", "The names for an id"))
export interface Named extends Schema.Schema.Type<typeof Named> {}

const Counted = Schema.Struct({
  ...Stage.fields,
  active_applications: count("The active applications in the stage", 6)
})

/** A job with its applicants. */
export const JobOverview = Schema.Struct({
  id: JobId,
  title: Job.fields.title,
  status: Job.fields.status,
  department: Job.fields.department,
  location: Job.fields.location,
  employment_type: Job.fields.employment_type,
  is_confidential: Job.fields.is_confidential,
  created_at: Job.fields.created_at,
  stages: Schema.Array(Counted).pipe(
    described(
      "The stages in their order",
      example.stages.map((stage, at) => ({ ...stage, active_applications: 6 - at }))
    )
  ),
  new_applications: count(`The applications of the last ${newDays} days`, 4),
  team: Schema.Array(
    Schema.Struct({ ...Author.fields, role: TeamRole.pipe(described("The member's role for the job", "recruiter")) })
  ).pipe(
    described("The team of the job", [{ id: example.id.user, full_name: example.user.full_name, role: "recruiter" }])
  ),
  waits_longest: Schema.NullOr(Waiting).pipe(
    described(
      `The active application that has been in its stage longest, among the ${maxCompared} oldest`
    )
  )
}).pipe(named("JobOverview", "A job with its applications"))
export interface JobOverview extends Schema.Schema.Type<typeof JobOverview> {}
