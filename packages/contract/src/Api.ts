/** The API, version 1.0.0 (spec, part 9). The server and the typed client are derived from it. */
import { eventSchemas } from "@candor/domain/webhook/EventForms"
import { HttpApi, OpenApi } from "effect/http-api"
import { AiProfiles } from "./AiProfiles.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Applications } from "./Applications.ts"
import { Attachments, CandidateAttachments } from "./Attachments.ts"
import { Authorization, InputErrors } from "./Authorization.ts"
import { BusyCalendars } from "./BusyCalendars.ts"
import { ConnectedApps } from "./ConnectedApps.ts"
import { Boards } from "./Boards.ts"
import { Candidates } from "./Candidates.ts"
import { Criteria } from "./Criteria.ts"
import { Departments } from "./Departments.ts"
import { complete } from "./Document.ts"
import { strict } from "./Endpoint.ts"
import { Events } from "./Events.ts"
import { FailedWork } from "./FailedWork.ts"
import { responseExamples } from "./ExampleDocument.ts"
import { Feedback } from "./Feedback.ts"
import { FeedbackRequests } from "./FeedbackRequests.ts"
import { Imports } from "./Imports.ts"
import { Interviews } from "./Interviews.ts"
import { SchedulingLinks } from "./SchedulingLinks.ts"
import { JobForms } from "./JobForms.ts"
import { Jobs } from "./Jobs.ts"
import { MailAccounts } from "./MailAccounts.ts"
import { MailRules } from "./MailRules.ts"
import { MailTemplates } from "./MailTemplates.ts"
import { Me } from "./Me.ts"
import { Members } from "./Members.ts"
import { Messages } from "./Messages.ts"
import { CandidateNotes, Notes } from "./Notes.ts"
import { HolidayCalendars } from "./HolidayCalendars.ts"
import { Offices } from "./Offices.ts"
import { Organizations } from "./Organizations.ts"
import { Overviews } from "./Overviews.ts"
import { PlannedInterviews } from "./PlannedInterviews.ts"
import { Postings } from "./Postings.ts"
import { Prospects } from "./Prospects.ts"
import { RejectionReasons } from "./RejectionReasons.ts"
import { resourcePaths } from "./Resource.ts"
import { SafeWriting } from "./SafeWriting.ts"
import { Scorecards } from "./Scorecards.ts"
import { ScorecardTemplates } from "./ScorecardTemplates.ts"
import { Signals } from "./Signals.ts"
import { SourcingSearches } from "./SourcingSearches.ts"
import { Suggestions } from "./Suggestions.ts"
import { Submissions } from "./Submissions.ts"
import { TeamMembers } from "./TeamMembers.ts"
import { Webhooks } from "./Webhooks.ts"

/**
 * The first groups of the API. They are separate because a type with all groups is too long for TypeScript's
 * declarations.
 */
export const people = HttpApi.make("candor")
  .add(Jobs)
  .add(JobForms)
  .add(TeamMembers)
  .add(Candidates)
  .add(AiProfiles)
  .add(Applications)
  .add(Overviews)
  .add(Me)
  .add(Events)
  .add(FailedWork)
  .add(Notes)
  .add(CandidateNotes)
  .add(Feedback)
  .add(FeedbackRequests)
  .add(Interviews)
  .add(SchedulingLinks)
  .add(PlannedInterviews)
  .add(Scorecards)
  .add(ScorecardTemplates)
  .add(BusyCalendars)
  .add(RejectionReasons)
  .add(Attachments)
  .add(CandidateAttachments)
  .add(Imports)
  .add(SourcingSearches)
  .add(Prospects)
  .prefix("/api/v1")
  .middleware(InputErrors)
  .middleware(SafeWriting)
  .middleware(Authorization)

export const settings = HttpApi.make("candor")
  .add(Criteria)
  .add(Suggestions)
  .add(Webhooks)
  .add(Organizations)
  .add(Departments)
  .add(HolidayCalendars)
  .add(Offices)
  .add(Boards)
  .add(Submissions)
  .add(Signals)
  .add(MailAccounts)
  .add(MailTemplates)
  .add(MailRules)
  .add(Messages)
  .add(Members)
  .add(ApiKeys)
  .add(ConnectedApps)
  .prefix("/api/v1")
  .middleware(InputErrors)
  .middleware(SafeWriting)
  .middleware(Authorization)

type GroupsOf<A> = A extends HttpApi.HttpApi<string, infer Groups> ? Groups : never

const operations: HttpApi.HttpApi<"candor", GroupsOf<typeof people> | GroupsOf<typeof settings> | typeof Postings> =
  HttpApi.make("candor")
    .addHttpApi(people)
    .addHttpApi(settings)
    // Groups that are added here need no key.
    .add(Postings)
    .annotate(HttpApi.PayloadParseOptions, strict)
    .annotate(HttpApi.QueryParseOptions, strict)
    .annotate(HttpApi.AdditionalSchemas, eventSchemas)

export const Api: typeof operations = operations.annotateMerge(OpenApi.annotations({
  title: "Candor",
  version: "1.0.0",
  description:
    "An applicant tracking service: jobs, applications, candidates, notes, feedback and sourcing. Send an API " +
    "key with every request, as `Authorization: Bearer <API_KEY>`; only the careers site needs none. Requests " +
    "and responses use the same field names, except for the text of a note: `note` in a request, `body` in a " +
    "response. Requests may use common spellings of texts, addresses, times and enum values; the document shows " +
    "the stored form. PATCH accepts what GET returns.",
  license: { name: "MIT", identifier: "MIT" },
  transform: (document) =>
    complete(document as OpenApi.OpenAPISpec, {
      responses: responseExamples(operations),
      resources: resourcePaths(operations)
    })
}))
