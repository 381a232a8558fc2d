/**
 * The standing of an application, as its applicant sees it on their own page: in words that the organization chose,
 * never by the name of a stage.
 */
import type { HistoryEntry } from "../application/ApplicationHistory.ts"
import type { Stage, StageDetail } from "../job/Stage.ts"
import type { MessageState } from "../mail/Message.ts"
import type { Page } from "../Pagination.ts"
import { millisBetween, type Timestamp } from "../Timestamp.ts"
import type { StoredSubmission } from "./Submission.ts"

/** The days after which a rejection is shown although no letter was sent or is waiting. */
export const untoldDays = 7

/** The standing, with the label of its stage; null if the organization has not set one. */
export interface Standing {
  readonly status: "in_review" | "hired" | "rejected"
  readonly label: string | null
  /** Whether the page may show interviews, too. */
  readonly isTold: boolean
}

interface Applied {
  readonly submission: Pick<StoredSubmission, "made_application">
  /** Its history, newest entry first. */
  readonly history: Pick<
    Page<Pick<HistoryEntry, "entered_at" | "status"> & { readonly stage: Pick<Stage, "id"> }, unknown>,
    "items"
  >
  /** Whether no other submission was added to it. */
  readonly isAlone: boolean
  readonly stages: ReadonlyArray<Pick<StageDetail, "id" | "candidate_label" | "type">>
  /** The last rejection letter; null if there is none. */
  readonly letter: Pick<MessageState, "created_at" | "status"> | null
}

/** The standing that everybody sees who may see nothing more. */
export const inReview: Standing = { status: "in_review", label: null, isTold: false }

/**
 * More than the clocks of servers differ. A letter of an earlier rejection is older than this, because letters wait for
 * at least a minute.
 */
const skewMillis = 60_000

/**
 * Tells whether a rejection at this time may be shown: once its letter was sent, or some days later if none is waiting.
 */
const isTold = (rejected_at: Timestamp, letter: Applied["letter"], now: Timestamp): boolean => {
  const status = letter !== null && millisBetween(rejected_at, letter.created_at) > -skewMillis ? letter.status : null
  if (status === "sent" || status === "delivered") return true
  if (status === "queued" || status === "sending") return false
  return millisBetween(rejected_at, now) >= untoldDays * 86_400_000
}

/**
 * Returns the standing of an application. Anybody can apply with another person's address, so only a submission that
 * created the application, and is the only one in it, shows more than that it is in review.
 */
export const standingOf = (
  { history: { items: [entry] }, isAlone, letter, stages, submission }: Applied,
  now: Timestamp
): Standing => {
  if (!submission.made_application || !isAlone || entry === undefined) return inReview
  const stage = stages.find(({ id }) => id === entry.stage.id)
  const label = stage?.candidate_label ?? null
  if (entry.status === "hired") return { status: "hired", label, isTold: true }
  if (entry.status === "rejected" && isTold(entry.entered_at, letter, now))
    return { status: "rejected", label: null, isTold: true }
  // Hides a rejection until its letter was sent. A missing interview would already reveal it.
  return { status: "in_review", label: stage?.type === "hired" ? null : label, isTold: entry.status !== "withdrawn" }
}
