/**
 * The syntax of a search: words, "phrases", -excluded ones, and OR. What a word is, the database decides (decision
 * 0041).
 */

/** A word, words that punctuation joins, or a phrase, as it was written. */
export interface SearchTerm {
  readonly text: string
  /** It was quoted: its words are searched as a whole and one after the other. */
  readonly whole: boolean
}

/** Terms of which one has to be there. */
export type SearchGroup = ReadonlyArray<SearchTerm>

export interface ParsedQuery {
  /** Groups that all have to be there: with the query as it is written, and in other forms of its words. */
  readonly forms: readonly [ReadonlyArray<SearchGroup>, ...ReadonlyArray<ReadonlyArray<SearchGroup>>]
  /** Whole words and phrases: who excludes an intern may look for somebody international. */
  readonly excluded: ReadonlyArray<SearchTerm>
}

/**
 * The words of a text: what is between punctuation, symbols and spaces. They count, and are looked up with typing
 * errors.
 */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*/gu) ?? []

/** A letter of a script without spaces between words: those that the database searches by pairs of letters. */
export const unspaced = new RegExp(
  `[${
    ["Han", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Thai", "Lao", "Khmer", "Myanmar"].map((script) =>
      `\\p{Script=${script}}`
    ).join("")
  }ー]`,
  "u"
)

/** Whether the words of a term have to stand one after the other. */
export const isPhrase = ({ text, whole }: SearchTerm): boolean =>
  whole && (wordsOf(text).length > 1 || unspaced.test(text))

const quotes = `"“”„‟«»`

/** A hyphen or a minus sign, and the dashes that are written for them, within brackets. */
const minus = "‐‑‒–−－-"

/**
 * An operator, a phrase with both quotes, or what is between spaces and quotes; with its sign of exclusion, which no
 * digit follows.
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
  /** The operator before the next term. One with nothing before or behind it is a word, as in "Portland, OR". */
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
 * A phone number of ten digits with the country code 1 or without one (North American Numbering Plan), in any grouping
 * of 3, 3 and 4.
 */
const phoneNumber = /(?<![\p{L}\p{N}])(?:1[ .-]*)?\(?(\d{3})\)?[ .-]*(\d{3})[ .-]*(\d{4})(?![\p{L}\p{N}])/u

/** A number of seven digits, which has no area, in any grouping: `555-0134`, `76 54 321`. */
const localNumber = /(?<!\p{L}|\p{N}|\p{N}[ ./-]+)\d(?:[ ./-]?\d){6}(?![ ./-]*\p{N}|\p{L})/u

/** The ways in which the phone number of a query may be written, as texts in the place of `found`. */
const numbersIn = (query: string): { readonly found: string; readonly forms: ReadonlyArray<string> } => {
  const [whole, ...digits] = phoneNumber.exec(query) ?? []
  if (whole !== undefined) return { found: whole, forms: [digits.join(" "), digits.join(""), `1${digits.join("")}`] }
  const [local = ""] = localNumber.exec(query) ?? []
  const joined = local.replace(/\D/g, "")
  return { found: local, forms: local === "" ? [] : [joined, `${joined.slice(0, 3)} ${joined.slice(3)}`] }
}

/** The most words of a query whose neighbours are looked for as one word, too. */
const maxJoined = 5

/** A word of letters alone, of a script that has spaces. */
const isPlain = (group: SearchGroup): boolean =>
  group.length === 1 && !group[0]!.whole && /^[\p{L}\p{M}]+$/u.test(group[0]!.text) && !unspaced.test(group[0]!.text)

/** The shortest word that is looked for as a beginning of others, where it was joined. */
const minBeginning = 5

/** The groups with two or three neighbouring words as one: `Mc Donald` is `McDonald`, and `front end` is `frontend`. */
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
 * Returns the terms of a query, also with neighbouring words joined; a phone number in groups, in one word, and one of
 * ten
 * digits with the country code.
 * `OR` binds closer than a space.
 */
export const parse = (query: string): ParsedQuery => {
  const { excluded, groups } = parsed(query)
  const { found, forms } = numbersIn(query)
  const inNumbers = forms.map((number) => parsed(query.replace(found, ` ${number} `)).groups)
  return { forms: [groups, ...inNumbers, ...joinedForms(groups)], excluded }
}

/** Why a query cannot be searched, or undefined: parentheses are understood around words that OR joins. */
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
