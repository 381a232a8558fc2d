/**
 * Rows and columns that background work writes about imported rows. They do not count as somebody's work with a row, so
 * the import can be undone, and they are deleted with it.
 */

/** Tables whose rows background work makes, and the condition that a person has worked with the row `alias`. */
const made: { readonly [table: string]: (alias: string) => string } = {
  assessments: (alias) =>
    `EXISTS (SELECT FROM jsonb_array_elements(${alias}.results) result WHERE result ->> 'decision' IS NOT NULL)`,
  prints: () => "false",
  signals: () => "false"
}

/** The condition that a person has made the row `alias` of a table, or worked with it. */
export const isOfPeople = (table: string, alias: string): string => made[table]?.(alias) ?? "true"

/** Columns that background work fills in. */
const filled: { readonly [table: string]: RegExp } = {
  // What a person decides is in the results.
  assessments: /^(criteria_version|seen_at|updated_at|version)$/,
  attachments: /^(text|content_digest$|hidden_text$)/,
  holiday_calendars: /^(version|updated_at)$/,
  signals: /./
}

/** Whether background work fills in a column. */
export const isFilled = (table: string, column: string): boolean => filled[table]?.test(column) === true
