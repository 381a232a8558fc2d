/**
 * The text of a note as it is stored, with links to the members that it mentions, and as a person writes it, with their
 * names.
 */

/** The members by what they are called in a text: each by a name of its own. */
export type Labels = ReadonlyMap<string, string>

/** A link to a member, unless a letter before or after it would become a part of the name. */
const link = /(?<![\p{L}\p{N}])\[@[^[\]]*\]\(member:([0-9a-f-]{36})\)(?![\p{L}\p{N}])/gu

/** Returns a stored text with the present names of those it mentions. A member who is not known stays a link. */
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

/** Returns what follows the @ before the caret, where a person begins to name somebody. */
export const begunName = (beforeCaret: string): string | undefined =>
  /(?:^|[\s(])@((?:[^\s@][^\n@]{0,60})?)$/u.exec(beforeCaret)?.[1]
