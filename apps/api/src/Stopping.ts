/** That the server is about to stop, for those who would wait longer than it does. */
import { Context, Latch } from "effect"

/** Opens when the server begins to stop: streams end, and who waits for events answers with what there is. */
export const Stopping = Context.Reference<Latch.Latch>("@candor/api/Stopping", {
  defaultValue: () => Latch.makeUnsafe(false)
})
