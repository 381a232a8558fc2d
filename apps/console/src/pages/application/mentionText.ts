/**
 * Converts the text of a note between its stored form, with links to the mentioned members, and its typed form, with
 * their names.
 */

/** The members by their labels in texts, which are unique. */
export type Labels = ReadonlyMap<string, string>

/** A link to a member, unless a neighboring letter would become a part of the name. */
const link = /(?<![\p{L}\p{N}])\[@[^[\]]*\]\(member:([0-9a-f-]{36})\)(?![\p{L}\p{N}])/gu

/** Returns a stored text with the present names of the mentioned members. An unknown member stays a link. */
export const asWritten = (stored: string, labels: Labels): string =>
  stored.replaceAll(link, (whole: string, id: string) => labels.has(id) ? `@${labels.get(id)!}` : whole)

/** Makes the function that turns names after an @ into links to the members. */
export const toStored = (labels: Labels) => {
  const ids = new Map(Array.from(labels, ([id, label]) => [label, id]))
  const names = [...ids.keys()].toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
  const named = new RegExp(`(?<![\\p{L}\\p{N}[])@(${names.join("|")})(?![\\p{L}\\p{N}])`, "gu")
  return (written: string): string =>
    names.length === 0
      ? written
      : written.replaceAll(named, (_, label: string) =>
        `[@${label.replaceAll(/[[\]\\]/g, "")}](member:${ids.get(label)!})`)
}

/** Returns the text between an @ and the caret if the person is typing a name there. */
export const begunName = (beforeCaret: string): string | undefined =>
  /(?:^|[\s(])@((?:[^\s@][^\n@]{0,60})?)$/u.exec(beforeCaret)?.[1]
