/** Things that an operation may change or end. */
import type { Ids } from "../harness/Makers.ts"
import type { Setting } from "./setting.ts"

/** Runs with the ids of one of everything, made for this run. */
export const onFreshThings = async ({ call, own }: Setting, run: (ids: Ids) => Promise<void>): Promise<void> => {
  const made = await own.make.chain()
  await run({ ...own.ids, ...made })
  // An organization has a limited number of these.
  for (const path of [`/webhooks/${made.webhookId}`, `/rejection-reasons/${made.reasonId}`]) {
    await call("DELETE", path, { key: own.keys.admin })
  }
}
