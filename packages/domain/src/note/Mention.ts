/**
 * Mentions of members in the text of a note: links in Markdown to `member:` and the member's id, such as
 * `[@Ada Lovelace](member:01a1105f-b551-7b00-af86-bebb2737f6a6)`. The id stays true when the name changes, and the text
 * can be read as it is.
 */
import { UserId } from "../Id.ts"
import type { Limit } from "../Limit.ts"

export const maxMentions: Limit = { what: "members that a note mentions", limit: 20 }

const address = String.raw`\]\(member:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)`

/**
 * The text without its code, between runs of as many backticks (CommonMark, sections 4.5 and 6.1): no link is in it.
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

/** Returns the ids that a text names by links, each once, in their order; whether members have them is not known. */
export const namedIn = (
  text: string
): ReadonlyArray<UserId> => [
  ...new Set(
    Array.from(withoutCode(text).matchAll(new RegExp(address, "gi")), ([, id]) => UserId.make(id!.toLowerCase()))
  )
]

/** Returns those of these members whom the text mentions. */
export const mentionedIn = (text: string, members: ReadonlyArray<UserId>): ReadonlyArray<UserId> =>
  namedIn(text).filter((id) => members.includes(id))

/** Characters of an excerpt, without its ellipsis. */
const excerptLength = 200

/** Characters of a text that an excerpt is made of. */
export const excerptedLength = 1000

/** Returns the beginning of a text in one line, with the names of those it mentions in place of the links. */
export const excerptOf = (text: string): string => {
  const named = text.replaceAll(new RegExp(String.raw`\[([^[\]]*)${address}`, "gi"), "$1")
  const characters = [...named.replaceAll(/\s+/g, " ").trim()]
  return characters.length <= excerptLength
    ? characters.join("")
    : `${characters.slice(0, excerptLength).join("").trimEnd()}…`
}
