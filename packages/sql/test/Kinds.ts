/** The kinds of viewers with different statements. */
import type { Kind } from "@candor/sql/database/Seen"

const each = [false, true]

const hiding: ReadonlyArray<Kind> = (["all", "open", "team"] as const).flatMap((access) =>
  (access === "all" ? ["many"] as const : ["few", "some", "many"] as const).flatMap((size) =>
    (access === "team" ? each : [false]).map((hasRoles): Kind => ({ access, hasRoles, hidesFeedback: true, size }))
  )
)

export const kinds: ReadonlyArray<Kind> = [...hiding, {
  access: "open",
  hasRoles: false,
  hidesFeedback: false,
  size: "few"
}]

/** Returns the number of a statement's parameters. */
export const parametersOf = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
