/** Finds why candidates do not see a job on the careers site. */
import { type Marked, msg, t } from "../../language/text.tsx"
import type { Careers } from "../careers/careers.ts"
import { hasPassed } from "./lastDay.ts"
import type { Job } from "./loadBoard.ts"

interface Reason {
  readonly text: Marked
  /** The field of the job that changes this. */
  readonly field?: "is_confidential" | "listing" | "valid_through"
  /** Whether the careers site as a whole is hidden. */
  readonly isOffline?: true
}

type Shown = Pick<Job, "is_confidential" | "listing" | "status" | "valid_through">

/** Returns the reasons at a time in milliseconds; empty if candidates see the job. */
export const hiddenBy = (
  { is_confidential, listing, status, valid_through }: Shown,
  { is_open }: Pick<Careers, "is_open">,
  now: number
): ReadonlyArray<Reason> => [
  ...(status === "draft" ? [{ text: msg("The job is a draft. Publish it.") }] : []),
  ...(status === "closed" ? [{ text: msg("The job is closed. Publish it again.") }] : []),
  ...(is_open ? [] : [{ text: msg("The careers site is offline."), isOffline: true } as const]),
  ...(is_confidential ? [{ text: msg("The job is confidential."), field: "is_confidential" } as const] : []),
  ...(listing === "internal" ? [{ text: msg("The job is internal."), field: "listing" } as const] : []),
  ...(hasPassed(valid_through, now)
    ? [{ text: msg("The application deadline has passed."), field: "valid_through" } as const]
    : [])
]

/** Returns the notice after publishing a job; says why candidates still do not see it, if so. */
export const publishedText = (job: Job, careers: Careers | undefined): string =>
  careers === undefined || hiddenBy(job, careers, Date.now()).length === 0
    ? t("The job was published.")
    : t("This job is published but hidden from candidates. Open “Check posting” to see why.")
