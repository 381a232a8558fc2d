/** Every port of the domain on the database, and the sequencer that they share. */
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as AiProfiles from "./AiProfiles.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as Applications from "./Applications.ts"
import * as Candidates from "./Candidates.ts"
import * as DeletedJobs from "./DeletedJobs.ts"
import * as Events from "./Events.ts"
import * as FailedWork from "./FailedWork.ts"
import * as Feedback from "./Feedback.ts"
import * as Jobs from "./Jobs.ts"
import * as Notes from "./Notes.ts"
import * as Organizations from "./Organizations.ts"
import * as Prospects from "./Prospects.ts"
import { Sequencer } from "./sequencing/Sequencer.ts"
import * as SourcingSearches from "./SourcingSearches.ts"
import * as TokenBudget from "./TokenBudget.ts"
import * as WebhookDeliveries from "./WebhookDeliveries.ts"
import * as Webhooks from "./Webhooks.ts"

export const layer = Layer.mergeAll(
  AiProfiles.layer,
  ApiKeys.layer,
  Applications.layer,
  Candidates.layer,
  DeletedJobs.layer,
  Events.layer,
  FailedWork.layer,
  Feedback.layer,
  Jobs.layer,
  Notes.layer,
  Organizations.layer,
  Prospects.layer,
  Sequencer.layer,
  SourcingSearches.layer,
  TokenBudget.layer,
  WebhookDeliveries.layer,
  Webhooks.layer
).pipe(Layer.provide(SecureRandom.layerWebCrypto))
