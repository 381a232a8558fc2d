/**
 * When the person last applied again; null where they have not, or the application was closed since, which was the
 * answer.
 */
export const appliedAgain = (applied_again_at: string | null, closed_at: string | null): string | null =>
  applied_again_at !== null && (closed_at === null || applied_again_at > closed_at) ? applied_again_at : null
