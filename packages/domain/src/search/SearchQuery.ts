/**
 * The query syntax of the search: words, "phrases", -excluded ones, and OR. The database decides what a word is
 * (decision 0041).
 */

/** A word, words joined by punctuation, or a phrase, as written. */
export interface SearchTerm {
  readonly text: string
  /** It was quoted: it matches whole words, one after the other. */
  readonly whole: boolean
}

/** Alternatives: one of these terms has to match. */
export type SearchGroup = ReadonlyArray<SearchTerm>

export interface ParsedQuery {
  /** Groups that all have to match: for the query as written, and for other forms of its words. */
  readonly forms: readonly [ReadonlyArray<SearchGroup>, ...ReadonlyArray<ReadonlyArray<SearchGroup>>]
  /** These match whole words and phrases only: whoever excludes an intern may look for somebody international. */
  readonly excluded: ReadonlyArray<SearchTerm>
}

/**
 * Returns the words of a text: whatever is between punctuation, symbols and spaces. They count toward the limit, and
 * are searched with typing errors.
 */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*/gu) ?? []

/** A letter of a script without spaces between words, which the database searches by letter pairs. */
export const unspaced = new RegExp(
  `[${
    ["Han", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Thai", "Lao", "Khmer", "Myanmar"].map((script) =>
      `\\p{Script=${script}}`
    ).join("")
  }ー]`,
  "u"
)

/** Tells whether the words of a term have to be consecutive. */
export const isPhrase = ({ text, whole }: SearchTerm): boolean =>
  whole && (wordsOf(text).length > 1 || unspaced.test(text))

const quotes = `"“”„‟«»`

/** Hyphens, minus signs, and dashes used in their place, for a character class. */
const minus = "‐‑‒–−－-"

/**
 * An operator, a phrase in quotes, or text between spaces and quotes, with an optional exclusion sign (not before a
 * digit).
 */
const token = new RegExp(`([${minus}](?=[^\\s\\d]))?(?:[${quotes}]([^${quotes}]*)[${quotes}]|([^\\s${quotes}]+))`, "gu")

interface Token extends SearchTerm {
  readonly excluded: boolean
  readonly operator: "AND" | "OR" | "NOT" | undefined
}

const tokensOf = (query: string): ReadonlyArray<Token> =>
  Array.from(query.matchAll(token), ([, sign, phrase, word]): Token => {
    const text = phrase ?? word!.replace(/^\(+|\)+$/g, "")
    const operator = sign === undefined && (word === "AND" || word === "OR" || word === "NOT" || word === "|")
      ? (word === "|" ? "OR" : word)
      : undefined
    return { text, whole: phrase !== undefined, excluded: sign !== undefined, operator }
  }).filter(({ operator, text }) => operator !== undefined || wordsOf(text).length > 0)

const parsed = (
  query: string
): { readonly groups: ReadonlyArray<SearchGroup>; readonly excluded: ReadonlyArray<SearchTerm> } => {
  const tokens = tokensOf(query)
  const groups: Array<ReadonlyArray<SearchTerm>> = []
  const excluded: Array<SearchTerm> = []
  /** The operator before the next term. Without a term on both sides it is a word, as in "Portland, OR". */
  let pending: Token["operator"]
  for (const [at, { operator, text, whole, ...one }] of tokens.entries()) {
    const next = tokens[at + 1]
    const isBetween = next !== undefined && next.operator === undefined || next?.operator === "NOT"
    if (operator !== undefined && isBetween && (operator === "NOT" || at > 0)) {
      pending = operator
      continue
    }
    const term = { text, whole }
    const last = groups.at(-1)
    if (one.excluded || pending === "NOT") excluded.push({ text, whole: true })
    else if (pending === "OR" && last !== undefined) groups[groups.length - 1] = [...last, term]
    else groups.push([term])
    pending = undefined
  }
  const isFirst = (group: SearchGroup, at: number) =>
    groups.findIndex((one) => JSON.stringify(one) === JSON.stringify(group)) === at
  return { groups: groups.filter(isFirst), excluded }
}

/**
 * A ten-digit phone number with or without the country code 1 (North American Numbering Plan), in any grouping of 3, 3
 * and 4.
 */
const phoneNumber = /(?<![\p{L}\p{N}])(?:1[ .-]*)?\(?(\d{3})\)?[ .-]*(\d{3})[ .-]*(\d{4})(?![\p{L}\p{N}])/u

/** A seven-digit number without an area code, in any grouping: `555-0134`, `76 54 321`. */
const localNumber = /(?<!\p{L}|\p{N}|\p{N}[ ./-]+)\d(?:[ ./-]?\d){6}(?![ ./-]*\p{N}|\p{L})/u

/** Returns the forms in which the phone number of a query may be written, as replacements of `found`. */
const numbersIn = (query: string): { readonly found: string; readonly forms: ReadonlyArray<string> } => {
  const [whole, ...digits] = phoneNumber.exec(query) ?? []
  if (whole !== undefined) return { found: whole, forms: [digits.join(" "), digits.join(""), `1${digits.join("")}`] }
  const [local = ""] = localNumber.exec(query) ?? []
  const joined = local.replace(/\D/g, "")
  return { found: local, forms: local === "" ? [] : [joined, `${joined.slice(0, 3)} ${joined.slice(3)}`] }
}

/** The most words of a query for which neighboring words are also searched as one. */
const maxJoined = 5

/** Tells whether a group is a single word of letters, in a script with spaces. */
const isPlain = (group: SearchGroup): boolean =>
  group.length === 1 && !group[0]!.whole && /^[\p{L}\p{M}]+$/u.test(group[0]!.text) && !unspaced.test(group[0]!.text)

/** The shortest joined word that is searched as the beginning of others. */
const minBeginning = 5

/**
 * Returns the groups with two or three neighboring words joined: `Mc Donald` becomes `McDonald`, and `front end`
 * becomes `frontend`.
 */
const joinedForms = (groups: ReadonlyArray<SearchGroup>): ReadonlyArray<ReadonlyArray<SearchGroup>> =>
  groups.length > maxJoined ? [] : [2, 3].flatMap((count) =>
    groups.slice(count - 1).flatMap((_, at) => {
      const near = groups.slice(at, at + count)
      if (!near.every(isPlain)) return []
      const text = near.map(([term]) => term!.text).join("")
      return [[...groups.slice(0, at), [{ text, whole: text.length < minBeginning }], ...groups.slice(at + count)]]
    })
  )

/**
 * Returns the terms of a query; also in forms with neighboring words joined, and with a phone number in groups, in one
 * word, and (if it has ten digits) with the country code. `OR` binds tighter than a space.
 */
export const parse = (query: string): ParsedQuery => {
  const { excluded, groups } = parsed(query)
  const { found, forms } = numbersIn(query)
  const inNumbers = forms.map((number) => parsed(query.replace(found, ` ${number} `)).groups)
  return { forms: [groups, ...inNumbers, ...joinedForms(groups)], excluded }
}

/**
 * Returns why a query cannot be searched; undefined if it can. Parentheses are allowed around words joined by OR only.
 */
export const misunderstood = (query: string): string | undefined => {
  const opened = new RegExp(`(?<!\\S)(?:[${minus}]|NOT\\s+)\\((?=[^\\s()])|(?<!\\S)\\([^()]*\\(`).test(query)
  const hasOperators = tokensOf(query).some(({ operator }) => operator === "OR" || operator === "NOT")
  const isChain = (text: string) => {
    const { excluded, groups } = parsed(text)
    return groups.length <= 1 && excluded.length === 0
  }
  const inner = Array.from(query.matchAll(/(?<!\S)\(([^()]*)\)/g), ([, text]) => text!)
  return opened || hasOperators && !inner.every(isChain)
    ? "parentheses only around words that OR joins, such as (java OR kotlin)"
    : undefined
}
