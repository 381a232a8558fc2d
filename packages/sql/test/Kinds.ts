/** The kinds of viewers for whom statements differ. */
import type { Kind } from "@candor/sql/database/Seen"

const each = [false, true]

export const kinds: ReadonlyArray<Kind> = (["open", "team"] as const).flatMap((access) =>
  each.flatMap((hasMany) => (access === "team" ? each : [false]).map((hasRoles): Kind => ({ access, hasMany, hasRoles }))))

/** How many parameters a statement has. */
export const parametersOf = (text: string): number => Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
