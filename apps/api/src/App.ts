/** The whole application as one layer of routes, over the ports of the domain. */
import { CalendarReading } from "@candor/background/calendar/CalendarReading"
import { Model } from "@candor/background/model/Model"
import { References } from "@candor/background/submission/References"
import { WebhookSettings } from "@candor/background/webhook/WebhookSettings"
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { Secrets } from "@candor/connections/Secrets"
import { Api } from "@candor/contract/Api"
import { SignInApi } from "@candor/contract/SignInApi"
import { MailTransport } from "@candor/mail/MailTransport"
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AddressLimits } from "./auth/AddressLimits.ts"
import { Authentication } from "./auth/Authentication.ts"
import { KeyWatch } from "./auth/KeyWatch.ts"
import * as Receiving from "./careers/Receiving.ts"
import * as Scheduling from "./careers/Scheduling.ts"
import * as CareersRoutes from "./careers/Routes.ts"
import { Sites } from "./careers/Sites.ts"
import { Passwords } from "./signin/Passwords.ts"
import { SignInLimits } from "./signin/SignInLimits.ts"
import { plainLayer } from "./response/ResourceHandlers.ts"
import { UnreadResponses } from "./response/UnreadResponses.ts"
import { ExportSlots, OrganizationExportSlots, UploadSlots } from "./files/FileSlots.ts"
import * as AiProfiles from "./handlers/AiProfiles.ts"
import * as ApiKeys from "./handlers/ApiKeys.ts"
import * as Applications from "./handlers/Applications.ts"
import * as Attachments from "./handlers/Attachments.ts"
import * as Boards from "./handlers/Boards.ts"
import * as BusyCalendars from "./handlers/BusyCalendars.ts"
import * as Candidates from "./handlers/Candidates.ts"
import * as Criteria from "./handlers/Criteria.ts"
import * as ConnectedApps from "./handlers/ConnectedApps.ts"
import * as Connections from "./handlers/Connections.ts"
import * as NewConnectedApps from "./oauth/NewConnectedApps.ts"
import * as Events from "./handlers/Events.ts"
import * as FailedWork from "./handlers/FailedWork.ts"
import * as Feedback from "./handlers/Feedback.ts"
import * as FeedbackRequests from "./handlers/FeedbackRequests.ts"
import * as Imports from "./handlers/Imports.ts"
import * as Interviews from "./handlers/Interviews.ts"
import * as SchedulingLinks from "./handlers/SchedulingLinks.ts"
import * as JobForms from "./handlers/JobForms.ts"
import * as Jobs from "./handlers/Jobs.ts"
import * as MailAccounts from "./handlers/MailAccounts.ts"
import * as MailRules from "./handlers/MailRules.ts"
import * as MailTemplates from "./handlers/MailTemplates.ts"
import * as Me from "./handlers/Me.ts"
import * as Members from "./handlers/Members.ts"
import * as Messages from "./handlers/Messages.ts"
import * as Notes from "./handlers/Notes.ts"
import * as Organizations from "./handlers/Organizations.ts"
import * as Passkeys from "./handlers/Passkeys.ts"
import * as Overviews from "./handlers/Overviews.ts"
import * as PlannedInterviews from "./handlers/PlannedInterviews.ts"
import * as Postings from "./handlers/Postings.ts"
import * as Prospects from "./handlers/Prospects.ts"
import * as RejectionReasons from "./handlers/RejectionReasons.ts"
import * as Scorecards from "./handlers/Scorecards.ts"
import * as SignIns from "./handlers/SignIns.ts"
import * as SourcingSearches from "./handlers/SourcingSearches.ts"
import * as Signals from "./handlers/Signals.ts"
import * as Submissions from "./handlers/Submissions.ts"
import * as Suggestions from "./handlers/Suggestions.ts"
import * as TeamMembers from "./handlers/TeamMembers.ts"
import * as Webhooks from "./handlers/Webhooks.ts"
import * as McpRoute from "./mcp/McpRoute.ts"
import * as KitRoutes from "./kit/Routes.ts"
import * as Authorization from "./middleware/Authorization.ts"
import * as InputErrors from "./middleware/InputErrors.ts"
import * as OpenReading from "./middleware/OpenReading.ts"
import * as Requests from "./middleware/Requests.ts"
import * as SafeWriting from "./middleware/SafeWriting.ts"
import { Clients } from "./oauth/Clients.ts"
import * as OAuthRoutes from "./oauth/Routes.ts"
import * as Calendars from "./public/Calendars.ts"
import * as Operations from "./public/Operations.ts"
import { LargeBodies } from "./request/LargeBodies.ts"
import { Settings } from "./Settings.ts"
import { OpenIdConnect } from "./signin/OpenIdConnect.ts"
import { Followers } from "./streams/Followers.ts"
import { StreamTurns } from "./streams/StreamTurns.ts"

const handlers = Layer.mergeAll(
  AiProfiles.layer,
  ApiKeys.layer,
  Applications.layer,
  Attachments.layer,
  Boards.layer,
  BusyCalendars.layer,
  Candidates.layer,
  Criteria.layer,
  ConnectedApps.layer,
  Events.layer.pipe(Layer.provide([Followers.layer, KeyWatch.layer, StreamTurns.layer])),
  FailedWork.layer,
  Feedback.layer,
  FeedbackRequests.layer,
  Imports.layer,
  Interviews.layer,
  SchedulingLinks.layer,
  Scorecards.layer,
  JobForms.layer,
  Jobs.layer,
  MailAccounts.layer,
  MailTemplates.layer,
  MailRules.layer,
  Me.layer,
  Members.layer,
  Messages.layer,
  Notes.layer,
  Organizations.layer,
  Overviews.layer,
  plainLayer,
  PlannedInterviews.layer,
  Postings.layer,
  Prospects.layer,
  RejectionReasons.layer,
  SourcingSearches.layer,
  Signals.layer,
  Submissions.layer,
  Suggestions.layer,
  TeamMembers.layer,
  Webhooks.layer
)

const operations = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(handlers),
  Layer.provide([Authorization.layer, InputErrors.layer, OpenReading.layer, SafeWriting.layer])
)

const signIns = HttpApiBuilder.layer(SignInApi).pipe(
  Layer.provide([Connections.layer, NewConnectedApps.layer, Passkeys.layer, SignIns.layer]),
  Layer.provide([InputErrors.layer, OpenIdConnect.layer, Passwords.layer, SignInLimits.layer])
)

/** The application, with requests authenticated by the given layer. */
export const authenticatedBy = <E, R>(authentication: Layer.Layer<Authentication, E, R>) =>
  Layer.mergeAll(
    operations,
    signIns,
    McpRoute.layer,
    OAuthRoutes.layer,
    Operations.layer,
    Calendars.layer,
    CareersRoutes.layer,
    KitRoutes.layer,
    Receiving.layer,
    Scheduling.layer,
    Requests.layer
  ).pipe(
    Layer.provide(authentication),
    Layer.provide(Clients.layer),
    Layer.provide([AddressLimits.layer, Settings.layer, Sites.layer, UnreadResponses.layer, WebhookSettings.layer]),
    Layer.provide([
      CalendarReading.layer,
      MailTransport.layer,
      Model.layer,
      OAuthConnections.layer,
      References.layer,
      Secrets.layer
    ]),
    Layer.provide([ExportSlots.layer, LargeBodies.layer, OrganizationExportSlots.layer, UploadSlots.layer]),
    Layer.provide([SecureRandom.layerWebCrypto, HttpServer.layerServices])
  )

export const layer = authenticatedBy(Authentication.layer)
