/**
 * Returns when the person last applied again; null if never, or if the application was closed since, which answered it.
 */
export const appliedAgain = (applied_again_at: string | null, closed_at: string | null): string | null =>
  applied_again_at !== null && (closed_at === null || applied_again_at > closed_at) ? applied_again_at : null
