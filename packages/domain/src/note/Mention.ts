/**
 * Mentions of members in the text of a note: Markdown links to `member:` and the member's id, such as `[@Ada
 * Lovelace](member:01a1105f-b551-7b00-af86-bebb2737f6a6)`. The id remains valid when the name changes, and the text can
 * be read without processing.
 */
import { UserId } from "../Id.ts"
import type { Limit } from "../Limit.ts"

export const maxMentions: Limit = { what: "members that a note mentions", limit: 20 }

const address = String.raw`\]\(member:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)`

/**
 * Returns the text without code, which is between equal runs of backticks (CommonMark, sections 4.5 and 6.1) and
 * contains no links.
 */
const withoutCode = (text: string): string => {
  const parts = text.split(/(`+)/)
  let kept = ""
  for (let at = 0; at < parts.length; at += 2) {
    kept += parts[at]
    const end = parts.indexOf(parts[at + 1] ?? "", at + 2)
    if (end % 2 === 1) at = end - 1
  }
  return kept
}

/** Returns the ids that a text links to, in order and without duplicates. They need not belong to members. */
export const namedIn = (
  text: string
): ReadonlyArray<UserId> => [
  ...new Set(
    Array.from(withoutCode(text).matchAll(new RegExp(address, "gi")), ([, id]) => UserId.make(id!.toLowerCase()))
  )
]

/** Returns which of these members the text mentions. */
export const mentionedIn = (text: string, members: ReadonlyArray<UserId>): ReadonlyArray<UserId> =>
  namedIn(text).filter((id) => members.includes(id))

/** The characters of an excerpt, without its ellipsis. */
const excerptLength = 200

/** The characters of a text from which an excerpt is made. */
export const excerptedLength = 1000

/** Returns the beginning of a text in one line, with the names of mentioned members in place of links. */
export const excerptOf = (text: string): string => {
  const named = text.replaceAll(new RegExp(String.raw`\[([^[\]]*)${address}`, "gi"), "$1")
  const characters = [...named.replaceAll(/\s+/g, " ").trim()]
  return characters.length <= excerptLength
    ? characters.join("")
    : `${characters.slice(0, excerptLength).join("").trimEnd()}…`
}
