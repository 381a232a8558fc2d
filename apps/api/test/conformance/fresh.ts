/** Things that an operation may change or end. */
import type { Ids } from "../harness/Makers.ts"
import { isWrite, type Name } from "./operations.ts"
import type { Setting } from "./setting.ts"

/** Runs with the ids of one of everything, made for this run where the operation is a write. */
export const onFreshThings = async ({ call, own }: Setting, name: Name, run: (ids: Ids) => Promise<void>): Promise<void> => {
  if (!isWrite(name)) return run(own.ids)
  const made = await own.make.chain()
  await run({ ...own.ids, ...made })
  // An organization has a limited number of these.
  for (const path of [`/webhooks/${made.webhookId}`, `/rejection-reasons/${made.reasonId}`]) {
    await call("DELETE", path, { key: own.keys.admin })
  }
}
