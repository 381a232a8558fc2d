/** Things that an operation may change or end. */
import type { Ids } from "../harness/Ids.ts"
import { wholeApplication } from "../harness/Makers.ts"
import type { FilledWorld } from "../harness/World.ts"
import { idsOf } from "./calls.ts"
import { isWrite, type Name } from "./operations.ts"

/**
 * Runs with the ids of one of everything; where the operation is a write, those that it takes are made for this run.
 */
export const onFreshThings = async (
  { call, own }: Pick<FilledWorld, "call" | "own">,
  name: Name,
  run: (ids: Ids) => Promise<void>
): Promise<void> => {
  if (!isWrite(name)) return run(own.ids)
  const taken = idsOf(name, own.ids)
  // A job that is deleted takes its applications with it, and a job alone would have none.
  const made = await own.make.some(name === "DELETE /jobs/{jobId}" ? taken.union(new Set(wholeApplication)) : taken)
  await run({ ...own.ids, ...made, ...await own.makeOthers(taken, made.id) })
  // An organization has a limited number of these, and a member.
  for (
    const path of [
      ...(made.webhookId === undefined ? [] : [`/webhooks/${made.webhookId}`]),
      ...(made.calendarId === undefined ? [] : [`/me/busy-calendars/${made.calendarId}`]),
      ...(made.reasonId === undefined ? [] : [`/rejection-reasons/${made.reasonId}`])
    ]
  ) {
    await call("DELETE", path, { key: own.keys.admin })
  }
}
