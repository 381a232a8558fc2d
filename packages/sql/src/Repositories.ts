/** Implements every port of the domain on the database, with one shared sequencer. */
import { plainNouns } from "@candor/domain/nouns"
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as AiProfiles from "./repositories/profile/AiProfiles.ts"
import * as ApiKeys from "./repositories/access/ApiKeys.ts"
import * as Applications from "./repositories/application/Applications.ts"
import * as Attachments from "./repositories/attachment/Attachments.ts"
import * as Assessments from "./repositories/criteria/Assessments.ts"
import * as AttachmentTexts from "./repositories/attachment/AttachmentTexts.ts"
import * as AuditLog from "./repositories/event/AuditLog.ts"
import * as AutomaticMails from "./repositories/mail/AutomaticMails.ts"
import * as Boards from "./repositories/board/Boards.ts"
import * as CandidateExports from "./repositories/candidate/CandidateExports.ts"
import * as CandidateMerges from "./repositories/candidate/CandidateMerges.ts"
import * as Candidates from "./repositories/candidate/Candidates.ts"
import * as CandidateSearch from "./repositories/candidate/CandidateSearch.ts"
import * as ConnectedApps from "./repositories/app/ConnectedApps.ts"
import * as Connections from "./repositories/connection/Connections.ts"
import * as Criteria from "./repositories/criteria/Criteria.ts"
import * as DueCandidates from "./repositories/retention/DueCandidates.ts"
import * as DeletedJobs from "./repositories/job/DeletedJobs.ts"
import * as Events from "./repositories/event/Events.ts"
import * as FailedWork from "./repositories/queue/FailedWork.ts"
import * as Feedback from "./repositories/feedback/Feedback.ts"
import * as FeedbackRequests from "./repositories/feedback/FeedbackRequests.ts"
import * as ExternalIds from "./repositories/external/ExternalIds.ts"
import * as IdempotencyKeys from "./repositories/idempotency/IdempotencyKeys.ts"
import * as Imports from "./repositories/import/Imports.ts"
import * as OrganizationImports from "./repositories/import/OrganizationImports.ts"
import * as Interviews from "./repositories/interview/Interviews.ts"
import * as Invitations from "./repositories/interview/Invitations.ts"
import * as HolidayReadings from "./repositories/interview/HolidayReadings.ts"
import * as BusyCalendars from "./repositories/interview/BusyCalendars.ts"
import * as Schedules from "./repositories/interview/Schedules.ts"
import * as SchedulingLinks from "./repositories/interview/SchedulingLinks.ts"
import * as JobCopies from "./repositories/job/JobCopies.ts"
import * as JobForms from "./repositories/form/JobForms.ts"
import * as Jobs from "./repositories/job/Jobs.ts"
import * as MailAccounts from "./repositories/mail/MailAccounts.ts"
import * as Mailboxes from "./repositories/mail/Mailboxes.ts"
import * as MailRules from "./repositories/mail/MailRules.ts"
import * as MailTemplates from "./repositories/mail/MailTemplates.ts"
import * as Members from "./repositories/organization/Members.ts"
import * as Messages from "./repositories/mail/Messages.ts"
import * as Moves from "./repositories/moving/Moves.ts"
import * as Notes from "./repositories/note/Notes.ts"
import * as Organizations from "./repositories/organization/Organizations.ts"
import * as Passkeys from "./repositories/access/Passkeys.ts"
import * as Outbox from "./repositories/mail/Outbox.ts"
import * as Overviews from "./repositories/overview/Overviews.ts"
import * as PlannedInterviews from "./repositories/plan/PlannedInterviews.ts"
import * as Postings from "./repositories/board/Postings.ts"
import * as Prospects from "./repositories/sourcing/Prospects.ts"
import * as RejectionReasons from "./repositories/rejection/RejectionReasons.ts"
import * as RelatedRecords from "./repositories/candidate/RelatedRecords.ts"
import * as Scorecards from "./repositories/scorecard/Scorecards.ts"
import * as Suggestions from "./repositories/candidate/Suggestions.ts"
import * as Signals from "./repositories/signal/Signals.ts"
import * as SignIns from "./repositories/access/SignIns.ts"
import { Sequencer } from "./sequencing/Sequencer.ts"
import * as SourcingSearches from "./repositories/sourcing/SourcingSearches.ts"
import * as Submissions from "./repositories/submission/Submissions.ts"
import * as TokenBudget from "./repositories/profile/TokenBudget.ts"
import { storeLayer } from "./statements/ResourceStore.ts"
import * as Transactions from "./statements/Transactions.ts"
import * as TeamMembers from "./repositories/team/TeamMembers.ts"
import * as WebhookDeliveries from "./repositories/webhook/WebhookDeliveries.ts"
import * as Webhooks from "./repositories/webhook/Webhooks.ts"

/** The stores of the nouns that need no statements of their own. */
const plainStores = plainNouns.map(({ port, resource }) => storeLayer(port, resource)).reduce((all, one) =>
  Layer.merge(all, one)
)

export const layer = Layer.mergeAll(
  AiProfiles.layer,
  ApiKeys.layer,
  Applications.layer,
  Assessments.layer,
  Attachments.layer,
  AttachmentTexts.layer,
  AuditLog.layer,
  AutomaticMails.layer,
  Boards.layer,
  CandidateExports.layer,
  CandidateMerges.layer,
  Candidates.layer,
  CandidateSearch.layer,
  ConnectedApps.layer,
  Connections.layer,
  Criteria.layer,
  DeletedJobs.layer,
  DueCandidates.layer,
  Events.layer,
  ExternalIds.layer,
  FailedWork.layer,
  Feedback.layer,
  FeedbackRequests.layer,
  IdempotencyKeys.layer,
  Imports.layer,
  OrganizationImports.layer.pipe(Layer.provide(Imports.layer)),
  Interviews.layer,
  Invitations.layer,
  BusyCalendars.layer,
  HolidayReadings.layer,
  Schedules.layer,
  SchedulingLinks.layer,
  JobCopies.layer.pipe(
    Layer.provide([
      Criteria.layer,
      JobForms.layer,
      Jobs.layer.pipe(Layer.provide(plainStores)),
      PlannedInterviews.layer,
      TeamMembers.layer,
      Transactions.layer
    ])
  ),
  JobForms.layer,
  Jobs.layer.pipe(Layer.provide(plainStores)),
  MailAccounts.layer,
  Mailboxes.layer,
  MailRules.layer,
  MailTemplates.layer,
  Members.layer,
  Messages.layer,
  Moves.layer,
  Notes.layer,
  Organizations.layer,
  plainStores,
  Passkeys.layer,
  PlannedInterviews.layer,
  Outbox.layer,
  Overviews.layer,
  Postings.layer.pipe(Layer.provide([Boards.layer, JobForms.layer, plainStores])),
  Prospects.layer,
  RejectionReasons.layer,
  RelatedRecords.layer,
  Scorecards.layer,
  Sequencer.layer,
  Signals.layer,
  SignIns.layer,
  SourcingSearches.layer,
  Submissions.layer,
  Suggestions.layer,
  TeamMembers.layer,
  TokenBudget.layer,
  Transactions.layer,
  WebhookDeliveries.layer,
  Webhooks.layer
).pipe(Layer.provide(SecureRandom.layerWebCrypto))
