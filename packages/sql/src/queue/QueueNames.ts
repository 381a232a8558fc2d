/** The queues of background work. */
import { queue as assessments } from "./AssessmentWork.ts"
import { deletions as removedContents, queue as contents } from "./ContentWork.ts"
import { queue as erasures } from "./Erasure.ts"
import { archives, queue as imports } from "./ImportWork.ts"
import { queue as revocations } from "./RevocationWork.ts"
import { queue as retention } from "./RetentionWork.ts"
import { queue as deletions } from "./JobRemovalWork.ts"
import { busyCalendars } from "./CalendarWork.ts"
import { digests, mailboxes, outbox } from "./MailWork.ts"
import { queue as profiles } from "./ProfileWork.ts"
import { queue as signals } from "./SignalWork.ts"
import { queue as submissions } from "./SubmissionWork.ts"
import { queue as texts } from "./TextWork.ts"
import { chains, fanOut, receivers, removal, resumption } from "./WebhookWork.ts"

/** The names of all queues. */
export const queueNames: ReadonlyArray<string> = [
  assessments,
  profiles,
  ...[busyCalendars, outbox, mailboxes, digests, fanOut, receivers, chains, resumption, removal].map(({ queue }) =>
    queue
  ),
  erasures,
  deletions,
  contents,
  removedContents,
  archives,
  imports,
  retention,
  revocations,
  signals,
  submissions,
  texts
]
