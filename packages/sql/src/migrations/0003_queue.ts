/** The queue of background work. Its tables are the library's own; made here, they are there before any write. */
import { Effect } from "effect"
import { makeStore } from "../queue/Queue.ts"

export default Effect.scoped(makeStore)
