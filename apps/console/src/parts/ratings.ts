/** The ratings of feedback, with their names. */
import type { ApplicationCard } from "@candor/client"
import { type Marked, msg } from "../language/text.tsx"

type Rating = ApplicationCard["ratings"][number]

const names: { readonly [R in Rating]: Marked } = {
  strong_no: msg("Strong no"),
  no: msg("No"),
  mixed: msg("Mixed"),
  yes: msg("Yes"),
  strong_yes: msg("Strong yes")
}

export const ratingNames: Readonly<Record<string, Marked>> = names

/** Worst to best. */
export const ratings = Object.entries<Marked>(names) as ReadonlyArray<readonly [Rating, Marked]>
