/**
 * Rows and columns that background work adds to imported rows. They do not count as somebody's changes, so the import
 * can still be undone, and they are deleted with the rows.
 */

/** Tables whose rows background work makes, with the condition that a person has changed the row `alias`. */
const made: { readonly [table: string]: (alias: string) => string } = {
  assessments: (alias) =>
    `EXISTS (SELECT FROM jsonb_array_elements(${alias}.results) result WHERE result ->> 'decision' IS NOT NULL)`,
  prints: () => "false",
  signals: () => "false"
}

/** Returns the condition that a person has made or changed the row `alias` of a table. */
export const isOfPeople = (table: string, alias: string): string => made[table]?.(alias) ?? "true"

/** Columns that background work fills in. */
const filled: { readonly [table: string]: RegExp } = {
  // Decisions of a person are in the results.
  assessments: /^(criteria_version|seen_at|updated_at|version)$/,
  attachments: /^(text|content_digest$|hidden_text$)/,
  holiday_calendars: /^(version|updated_at)$/,
  signals: /./
}

/** Whether background work fills in a column. */
export const isFilled = (table: string, column: string): boolean => filled[table]?.test(column) === true
