/** Changes of a whole person: merged, taken apart, erased. */
import { reloadChanged } from "../../api/store.ts"

/** Has all loaded anew that may belong to another person now, or to nobody. */
export const reloadPeople = (): Promise<unknown> =>
  Promise.all(
    ["ai_profile", "application", "attachment", "board", "candidate", "found", "note", "waiting"].map((noun) =>
      reloadChanged([noun])
    )
  )
