/** The kinds of viewers for whom statements differ. */
import type { Kind } from "@candor/sql/database/Seen"

const each = [false, true]

export const kinds: ReadonlyArray<Kind> = each.flatMap((hidesFeedback) => (["all", "open", "team"] as const).flatMap((access) =>
  (access === "all" ? [false] : each).flatMap((hasMany) => (access === "team" ? each : [false]).map((hasRoles): Kind => ({ access, hasMany, hasRoles, hidesFeedback })))))

/** How many parameters a statement has. */
export const parametersOf = (text: string): number => Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
