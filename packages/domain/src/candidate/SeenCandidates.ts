/** Which candidates a member with partial access sees. */
import { hiddenJob, type PartialAccess } from "../access/Sees.ts"
import type { Where } from "../Where.ts"

/**
 * Whom a hidden application brought, at the same time, is hidden until there is a visible one. Who was there before
 * stays visible.
 */
export const sees: Readonly<Record<PartialAccess, Where>> = {
  open: {
    some: [
      { not: { has: "application", where: { of: "job", where: hiddenJob } } },
      { has: "application" },
      { not: { has: "application", where: { field: "created_at", is: { owner: "created_at" } } } }
    ]
  },
  // The applications of a deleted job are removed a while later.
  team: {
    has: "application",
    where: { every: [{ of: "job" }, { not: { of: "job", where: { not: { field: "deleted_at", is: null } } } }] }
  }
}
