/**
 * Reads `Authentication-Results` (RFC 8601, section 2.2). A malformed header is ignored, because the sender may have
 * written it.
 */

/** Maximum characters of a header. A longer one is ignored: if it were cut, it would name other domains. */
const maxLength = 8192

/** Characters in names that may have white space or comments around them. */
const joins = new Set(["=", ".", "/"])

/**
 * Splits a structured header (RFC 5322, section 3.2) at `;`, and each part into words: in lower case, without comments,
 * and with quoted strings unquoted. `name=value` is one word. Undefined if a comment or a quoted string is not closed.
 */
export const wordsOf = (header: string): ReadonlyArray<ReadonlyArray<string>> | undefined => {
  if (header.length > maxLength) return undefined
  const parts: Array<Array<string>> = [[]]
  let [depth, isQuoted] = [0, false]
  /** The current word, and its last character outside of quotes. */
  let [word, last] = ["", ""]
  let [isWord, isApart, hasValue, hasValueApart] = [false, false, false, false]
  const end = () => {
    if (isWord) parts.at(-1)!.push(word.toLowerCase())
    ;[word, last, isWord, hasValue, hasValueApart] = ["", "", false, false, false]
  }
  const add = (character: string, outside: string) => {
    if (isApart && last !== "=" && (hasValue || !joins.has(outside) && !joins.has(last))) end()
    hasValueApart ||= isApart && last === "="
    hasValue ||= outside === "="
    ;[word, last, isWord, isApart] = [word + character, outside, true, false]
  }
  for (let at = 0; at < header.length; at++) {
    const character = header[at]!
    const isInside = isQuoted || depth > 0
    const isEscape = isInside && character === "\\"
    const read = isEscape ? header[++at] ?? "" : character
    if (isQuoted) {
      if (!isEscape && read === "\"") isQuoted = false
      else add(read, "")
    } else if (depth > 0) depth += isEscape ? 0 : read === "(" ? 1 : read === ")" ? -1 : 0
    else if (read === "(") [depth, isApart] = [1, true]
    else if (read === "\"") {
      isQuoted = true
      add("", "")
    } else if (/\s/.test(read)) isApart = true
    else if (read === ";") {
      end()
      parts.push([])
    } else {
      // An empty value: the next word is the next property.
      if (read === "=" && hasValueApart) return undefined
      add(read, read)
    }
  }
  end()
  return isQuoted || depth > 0 ? undefined : parts
}

/** A result of a method, such as `dkim`, with properties such as `header.d`. */
export interface Result {
  readonly method: string
  readonly result: string
  readonly properties: ReadonlyMap<string, string>
}

/** The results of a server. */
interface AuthenticationResults {
  readonly server: string
  readonly results: ReadonlyArray<Result>
}

const pairOf = (word: string): readonly [name: string, value: string] => {
  const at = word.indexOf("=")
  return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)]
}

/** Parses the header. Undefined if it is malformed. */
export const resultsOf = (header: string): AuthenticationResults | undefined => {
  const parts = wordsOf(header)
  if (parts === undefined) return undefined
  const [[server = ""] = [], ...sections] = parts
  const results = sections.flatMap(([first = "", ...rest]): ReadonlyArray<Result> => {
    const [, method, result] = /^([a-z0-9-]+)(?:\/\d+)?=([a-z]+)$/.exec(first) ?? []
    // Reversed, so that the first property of a name counts.
    return method === undefined || result === undefined
      ? []
      : [{ method, result, properties: new Map(rest.map(pairOf).toReversed()) }]
  })
  return { server, results }
}
