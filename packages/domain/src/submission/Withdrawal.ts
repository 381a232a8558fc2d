/** What the sender of a submission sees of a withdrawal. */
import type { HistoryEntry } from "../application/ApplicationHistory.ts"
import type { Page } from "../Pagination.ts"
import type { StoredSubmission } from "./Submission.ts"

/** The fields of an application that this rule needs. */
interface Made {
  /** Its history, newest entry first. */
  readonly history: Pick<Page<HistoryEntry, unknown>, "items" | "pagination">
  /** Whether no other submission was added to it. */
  readonly isAlone: boolean
}

/**
 * Returns when the person withdrew the application; null if they did not. Only a submission that created the
 * application reveals it. Anybody can send the address of another person, so other submissions reveal nothing about
 * that person's application.
 */
export const withdrawnAt = (
  { made_application, updated_at }: Pick<StoredSubmission, "made_application" | "updated_at">,
  { history: { items, pagination }, isAlone }: Made
): string | null => {
  const last = items[0]
  if (!made_application || pagination.has_more) return null
  // A withdrawal by reference is always of an application with only this submission, so it comes after processing it,
  // and before any other submission.
  const own = items.find(({ change, entered_at, user_id }) =>
    change === "withdrawn" && user_id === null && entered_at >= updated_at
  )
  if (own !== undefined) return own.entered_at
  return isAlone && last?.status === "withdrawn" ? last.entered_at : null
}
