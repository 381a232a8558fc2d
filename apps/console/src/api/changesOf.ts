/**
 * Finds what a form changes: unchanged fields are not sent, since somebody else may have changed them meanwhile. A
 * linter rule in rules/src makes all updates of the console use it.
 */

/** Returns the same text for equal values, whatever the order of their fields. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one < other ? -1 : 1))
      : part) ?? ""

/** Returns the fields of a form that differ from those with which it was opened. */
export const changesOf = <Fields extends object>(fields: Fields, opened: object): Partial<Fields> => {
  const before: Readonly<Record<string, unknown>> = { ...opened }
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => textOf(value) !== textOf(before[name]))
  ) as Partial<Fields>
}

/** Returns whether somebody else has changed one of the form's fields since it opened. */
export const changedSince = (changes: object, opened: object, present: object): boolean => {
  const theirs = changesOf(present, opened)
  return Object.keys(changes).some((name) => name in theirs)
}

/**
 * Returns the `If-Match` for these changes: a change that replaces a list is sent only if the resource has not changed
 * since the form opened.
 */
export const expecting = (changes: object, etag: string | undefined): { readonly ifMatch?: string } =>
  etag !== undefined && Object.values(changes).some(Array.isArray) ? { ifMatch: etag } : {}
