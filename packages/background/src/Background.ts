/** All background work. Any number of processes can run it over one database. */
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { takesWrites } from "@candor/sql/database/Writability"
import { MailTransport } from "@candor/mail/MailTransport"
import * as Queue from "@candor/sql/queue/Queue"
import { Duration, Effect, Layer, Schedule } from "effect"
import { BackgroundStatus } from "./BackgroundStatus.ts"
import * as Assessments from "./criteria/Assessments.ts"
import * as BusyCalendars from "./calendar/BusyCalendars.ts"
import * as Contents from "./attachment/Contents.ts"
import * as Deletions from "./job/Deletions.ts"
import * as Deliveries from "./webhook/Deliveries.ts"
import * as Digests from "./mail/Digests.ts"
import * as Erasures from "./event/Erasures.ts"
import * as Expiry from "./Expiry.ts"
import * as Extractor from "./profile/Extractor.ts"
import * as Imports from "./import/Imports.ts"
import * as Mailbox from "./mail/Mailbox.ts"
import * as Outbox from "./mail/Outbox.ts"
import * as Postings from "./job/Postings.ts"
import * as Profiles from "./profile/Profiles.ts"
import * as Revocations from "./connection/Revocations.ts"
import * as Retention from "./retention/Retention.ts"
import * as ScorecardReminders from "./mail/ScorecardReminders.ts"
import * as Signals from "./signal/Signals.ts"
import * as Submissions from "./submission/Submissions.ts"
import * as Texts from "./attachment/Texts.ts"
import * as QueueMetrics from "./queue/QueueMetrics.ts"
import { Model } from "./model/Model.ts"
import { WebhookSettings } from "./webhook/WebhookSettings.ts"
import * as Webhooks from "./webhook/Webhooks.ts"

/** All work that writes; the gauges only read. */
const work = Layer.mergeAll(
  Assessments.layer.pipe(Layer.provide(Model.layer)),
  BusyCalendars.layer,
  Contents.layer,
  Deletions.layer,
  Deliveries.layer.pipe(Layer.provide(WebhookSettings.layer)),
  Digests.layer,
  Erasures.layer,
  Expiry.layer,
  Imports.layer,
  Mailbox.layer,
  Outbox.layer,
  Postings.layer,
  Profiles.layer.pipe(Layer.provide(Extractor.layer)),
  Retention.layer,
  ScorecardReminders.layer,
  Revocations.layer,
  Signals.layer,
  Submissions.layer,
  Texts.layer,
  Webhooks.layer
).pipe(
  Layer.provide([MailTransport.layer, OAuthConnections.layer]),
  Layer.provide(Queue.layer),
  // Consumers report each poll, so that the process notices when they stall.
  Layer.provide(Layer.effect(Queue.PollObserver, Effect.map(BackgroundStatus, ({ polled }) => polled)))
)

/** The pause between checks whether a read-only database takes writes again. */
const pause = Duration.seconds(1)

/**
 * Does the work until the scope closes. If the database takes no writes, such as a standby, the layer is built
 * nevertheless, and the work begins once the database takes writes.
 */
const onceWritable = Effect.gen(function*() {
  const { setWork } = yield* BackgroundStatus
  const scope = yield* Effect.scope
  const begin = Effect.andThen(Layer.buildWithScope(work, scope), setWork("inside"))
  if (yield* takesWrites) return yield* begin
  yield* setWork("waiting")
  yield* takesWrites.pipe(
    Effect.repeat({ until: (able) => able, schedule: Schedule.spaced(pause) }),
    // A standby may end sessions while it is promoted.
    Effect.retry(Schedule.spaced(pause)),
    Effect.andThen(Effect.logInfo("The database takes writes now: background work begins")),
    Effect.andThen(begin),
    Effect.tapCause((cause) => Effect.logError("Background work could not begin: restart this process", cause)),
    Effect.forkIn(scope)
  )
})

export const layer = Layer.mergeAll(QueueMetrics.layer, Layer.effectDiscard(onceWritable))
