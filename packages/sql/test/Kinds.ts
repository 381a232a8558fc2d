/** The kinds of viewers with different statements. */
import type { Kind } from "@candor/sql/database/Seen"

const each = [false, true]

const hiding: ReadonlyArray<Kind> = (["all", "open", "team"] as const).flatMap((access) =>
  (access === "all" ? [false] : each).flatMap((hasMany) =>
    (access === "team" ? each : [false]).map((hasRoles): Kind => ({ access, hasMany, hasRoles, hidesFeedback: true }))
  )
)

export const kinds: ReadonlyArray<Kind> = [...hiding, {
  access: "open",
  hasMany: false,
  hasRoles: false,
  hidesFeedback: false
}]

/** Returns the number of a statement's parameters. */
export const parametersOf = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
