/**
 * What a form changes: what it shows unchanged is not sent, since somebody else may have changed it meanwhile. A rule
 * of rules/src holds the console's updates to it.
 */

/** The same text for values that are the same, whatever the order of their fields. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one < other ? -1 : 1))
      : part) ?? ""

/** The fields of a form that differ from those with which it was opened. */
export const changesOf = <Fields extends object>(fields: Fields, opened: object): Partial<Fields> => {
  const before: Readonly<Record<string, unknown>> = { ...opened }
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => textOf(value) !== textOf(before[name]))
  ) as Partial<Fields>
}

/** Whether somebody else has changed one of the fields of a form since it was opened. */
export const changedSince = (changes: object, opened: object, present: object): boolean => {
  const theirs = changesOf(present, opened)
  return Object.keys(changes).some((name) => name in theirs)
}

/**
 * The `If-Match` for these changes: a change that replaces a list is sent only if the resource is still as it was when
 * the form opened.
 */
export const expecting = (changes: object, etag: string | undefined): { readonly ifMatch?: string } =>
  etag !== undefined && Object.values(changes).some(Array.isArray) ? { ifMatch: etag } : {}
