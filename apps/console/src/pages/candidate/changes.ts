/** Reloads after changes of a whole person: merge, undone merge, erasure. */
import { reloadChanged } from "../../api/store.ts"

/** Reloads everything that may now belong to another person, or to nobody. */
export const reloadPeople = (): Promise<unknown> =>
  Promise.all(
    ["ai_profile", "application", "attachment", "board", "candidate", "found", "note", "waiting"].map((noun) =>
      reloadChanged([noun])
    )
  )
