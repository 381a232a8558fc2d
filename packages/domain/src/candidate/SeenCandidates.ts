/** The candidates that a member with partial access sees. */
import { hiddenJob, type PartialAccess } from "../access/Sees.ts"
import type { Where } from "../Where.ts"

/**
 * Hides a candidate who was created together with a hidden application, until there is a visible one. A candidate who
 * existed before stays visible.
 */
export const sees: Readonly<Record<PartialAccess, Where>> = {
  open: {
    some: [
      { not: { has: "application", where: { of: "job", where: hiddenJob } } },
      { has: "application" },
      { not: { has: "application", where: { field: "created_at", is: { owner: "created_at" } } } }
    ]
  },
  // The applications of a deleted job are removed only later.
  team: {
    has: "application",
    where: { every: [{ of: "job" }, { not: { of: "job", where: { not: { field: "deleted_at", is: null } } } }] }
  }
}
