/** Makes things that an operation may end or delete. */
import type { Ids } from "../harness/Ids.ts"
import { wholeApplication } from "../harness/Makers.ts"
import type { FilledWorld } from "../harness/World.ts"
import { idsOf } from "./calls.ts"
import { isWrite, type Name, operation } from "./operations.ts"

/** What only one operation can be called on: a candidate without an application, and a key that was not replaced. */
const usedUp: ReadonlySet<keyof Ids> = new Set<keyof Ids>(["freeCandidateId", "apiKeyId"])

/** Whether an operation leaves these things as other operations need them: it sets fields, or adds. */
const keeps = (name: Name, taken: ReadonlySet<keyof Ids>): boolean =>
  (/^(PUT|PATCH) /.test(name) || operation(name).success === 201) && taken.isDisjointFrom(usedUp)

/**
 * Runs with the ids of one of everything; for a write that ends or deletes some of them, they are created for this run.
 */
export const onFreshThings = async (
  { call, own }: Pick<FilledWorld, "call" | "own">,
  name: Name,
  run: (ids: Ids) => Promise<void>
): Promise<void> => {
  const taken = idsOf(name, own.ids)
  if (!isWrite(name) || keeps(name, taken)) return run(own.ids)
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
