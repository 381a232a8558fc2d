/**
 * How an application stands, as its applicant reads it on their own page: in words that the organization chose, never
 * by the name of a stage.
 */
import type { HistoryEntry } from "../application/ApplicationHistory.ts"
import type { Stage, StageDetail } from "../job/Stage.ts"
import type { MessageState } from "../mail/Message.ts"
import type { Page } from "../Pagination.ts"
import { millisBetween, type Timestamp } from "../Timestamp.ts"
import type { StoredSubmission } from "./Submission.ts"

/** Days after which a rejection is told for which no letter was sent, and none waits. */
export const untoldDays = 7

/** How it stands, with the words of its stage; null where the organization chose none. */
export interface Standing {
  readonly status: "in_review" | "hired" | "rejected"
  readonly label: string | null
  /** Whether the page may tell of interviews, too. */
  readonly isTold: boolean
}

interface Applied {
  readonly submission: Pick<StoredSubmission, "made_application">
  /** Its history, the newest entry first. */
  readonly history: Pick<
    Page<Pick<HistoryEntry, "entered_at" | "status"> & { readonly stage: Pick<Stage, "id"> }, unknown>,
    "items"
  >
  /** Whether no other submission was added to it. */
  readonly isAlone: boolean
  readonly stages: ReadonlyArray<Pick<StageDetail, "id" | "candidate_label" | "type">>
  /** The last letter of a rejection; null where there is none. */
  readonly letter: Pick<MessageState, "created_at" | "status"> | null
}

/** What everybody is told who is told nothing more. */
export const inReview: Standing = { status: "in_review", label: null, isTold: false }

/**
 * Clocks of servers differ by less. A letter of an earlier rejection was sent longer ago: it waits for a minute at
 * least.
 */
const skewMillis = 60_000

/** Whether a rejection of this time is told: once its letter was sent, or some days later where none waits. */
const isTold = (rejected_at: Timestamp, letter: Applied["letter"], now: Timestamp): boolean => {
  const status = letter !== null && millisBetween(rejected_at, letter.created_at) > -skewMillis ? letter.status : null
  if (status === "sent" || status === "delivered") return true
  if (status === "queued" || status === "sending") return false
  return millisBetween(rejected_at, now) >= untoldDays * 86_400_000
}

/**
 * Returns how an application stands. Anybody can apply with the address of another person, so that only the submission
 * that made an application, and is alone in it, is told more than that it is in review.
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
  // Hides a rejection until its letter says it: a missing interview would already reveal it.
  return { status: "in_review", label: stage?.type === "hired" ? null : label, isTold: entry.status !== "withdrawn" }
}
