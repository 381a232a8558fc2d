/** All nouns, sorted by the subjects of their events. Code that handles every noun reads this list. */
import { noun as apiKey } from "./authentication/ApiKey.ts"
import { noun as connectedApp } from "./app/ConnectedApp.ts"
import { noun as application } from "./application/Application.ts"
import { noun as applicationAnswer } from "./application/ApplicationAnswer.ts"
import { noun as historyEntry } from "./application/ApplicationHistory.ts"
import { noun as assessment } from "./criteria/Assessment.ts"
import { noun as jobCriteria } from "./criteria/JobCriteria.ts"
import { noun as attachment } from "./attachment/Attachment.ts"
import { noun as board } from "./board/Board.ts"
import { noun as candidate } from "./candidate/Candidate.ts"
import { departments, Departments } from "./department/Departments.ts"
import { noun as feedbackRequest } from "./request/FeedbackRequest.ts"
import { noun as feedback } from "./feedback/InterviewFeedback.ts"
import { noun as imported } from "./import/Import.ts"
import { noun as interview } from "./interview/Interview.ts"
import { noun as jobForm } from "./form/JobForm.ts"
import { noun as job } from "./job/Job.ts"
import { noun as stage } from "./job/Stage.ts"
import { noun as mailAccount } from "./mail/MailAccount.ts"
import { noun as mailRule } from "./mail/MailRule.ts"
import { noun as mailTemplate } from "./mail/MailTemplate.ts"
import { noun as message } from "./mail/Message.ts"
import { noun as note } from "./note/Note.ts"
import { Offices, offices } from "./office/Offices.ts"
import { noun as member } from "./organization/Member.ts"
import { noun as organization } from "./organization/Organization.ts"
import { noun as plannedInterview } from "./interview/PlannedInterview.ts"
import { noun as aiProfile } from "./candidate/AiProfile.ts"
import { noun as rejectionReason } from "./rejection/RejectionReason.ts"
import { noun as prospect } from "./sourcing/Prospect.ts"
import { noun as sourcingSearch } from "./sourcing/SourcingSearch.ts"
import { noun as signal } from "./signal/Signal.ts"
import { noun as submission } from "./submission/Submission.ts"
import { noun as teamMember } from "./team/TeamMember.ts"
import { noun as webhook } from "./webhook/Webhook.ts"
import { HolidayCalendars, holidayCalendars } from "./calendar/HolidayCalendars.ts"
import { noun as schedulingLink } from "./scheduling/SchedulingLink.ts"
import { noun as scorecard } from "./scorecard/Scorecard.ts"
import { ScorecardTemplates, scorecardTemplates } from "./template/ScorecardTemplates.ts"
import type { Traits } from "./Field.ts"
import type { PlainNoun } from "./Resource.ts"

export const nouns = [
  aiProfile,
  apiKey,
  application,
  applicationAnswer,
  assessment,
  attachment,
  board,
  candidate,
  connectedApp,
  departments.noun,
  feedbackRequest,
  feedback,
  historyEntry,
  holidayCalendars.noun,
  imported,
  interview,
  job,
  jobCriteria,
  jobForm,
  mailAccount,
  mailRule,
  mailTemplate,
  member,
  message,
  note,
  offices.noun,
  organization,
  plannedInterview,
  prospect,
  rejectionReason,
  schedulingLink,
  scorecard,
  scorecardTemplates.noun,
  signal,
  sourcingSearch,
  stage,
  submission,
  teamMember,
  webhook
] as const

const plain = [
  { port: Departments, resource: departments },
  { port: HolidayCalendars, resource: holidayCalendars },
  { port: Offices, resource: offices },
  { port: ScorecardTemplates, resource: scorecardTemplates }
] as const

/** The ports of nouns that have no rules of their own. */
export type PlainPort = InstanceType<(typeof plain)[number]["port"]>

/** The tables of these nouns. */
export type PlainTable = (typeof plain)[number]["resource"]["noun"]["table"]

/** The nouns that have no rules of their own, typed for generic code: stores, handlers, tests. */
export const plainNouns = plain as unknown as ReadonlyArray<PlainNoun<PlainPort, PlainTable>>

type TypesOf<N> = N extends { readonly subject: infer S extends string; readonly events: infer H }
  ? `${S}.${string & keyof H}`
  : never

/** The types of the events of all nouns. */
export type NounEventType = TypesOf<(typeof nouns)[number]>

type SourcesOf<N> = N extends { readonly fields: infer F }
  ? { [Name in keyof F]: F[Name] extends { readonly searched: infer Source extends string } ? Source : never }[keyof F]
  : never

/** The names of the searched texts, besides the candidate's own fields. */
export type TextSource = SourcesOf<Exclude<(typeof nouns)[number], typeof candidate>>

/** The nouns that the rows of a noun belong to. */
const ownersOf = ({ partOf = [] }: (typeof nouns)[number]): ReadonlyArray<string> => [partOf].flat()

/** The searched texts: columns of nouns that belong to applications, to candidates, or to either. */
export const searchedTexts = nouns.flatMap((noun) =>
  Object.entries<Traits>(noun.fields).flatMap(([column, { searched }]) =>
    typeof searched !== "string" || noun.subject === candidate.subject
      ? []
      : [{ source: searched as TextSource, owners: ownersOf(noun), table: noun.table, column }]
  )
)

/** Returns the nouns whose rows this noun owns: they are deleted with it. */
export const partsOf = (subject: string) => nouns.filter((noun) => ownersOf(noun).includes(subject))

/** Returns those parts whose rows are deleted when the person is anonymised. */
export const personalPartsOf = (subject: string) =>
  partsOf(subject).filter(({ fields }) => Object.values<Traits>(fields).some(({ privacy }) => privacy === "removed"))
