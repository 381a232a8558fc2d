/** Makes things that an operation may change or delete. */
import type { Ids } from "../harness/Ids.ts"
import { wholeApplication } from "../harness/Makers.ts"
import type { FilledWorld } from "../harness/World.ts"
import { idsOf } from "./calls.ts"
import { isWrite, type Name } from "./operations.ts"

/** Runs with the ids of one of everything; for a write, the ones that it uses are created for this run. */
export const onFreshThings = async (
  { call, own }: Pick<FilledWorld, "call" | "own">,
  name: Name,
  run: (ids: Ids) => Promise<void>
): Promise<void> => {
  if (!isWrite(name)) return run(own.ids)
  const taken = idsOf(name, own.ids)
  // Deleting a job deletes its applications, so the job needs some.
  const made = await own.make.some(name === "DELETE /jobs/{jobId}" ? taken.union(new Set(wholeApplication)) : taken)
  await run({ ...own.ids, ...made, ...await own.makeOthers(taken, made.id) })
  // The number of these is limited for an organization or a member.
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
