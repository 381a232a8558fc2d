/** The queues of background work. */
import { queue as erasures } from "./Erasure.ts"
import { queue as profiles } from "./ProfileWork.ts"
import { fanOut, resumption, sending } from "./WebhookWork.ts"

/** The name of every queue that work is put into. */
export const queueNames: ReadonlyArray<string> = [profiles, fanOut.queue, sending.queue, resumption.queue, erasures]
