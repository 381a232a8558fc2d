/**
 * Finds the lines of a plain-text mail that quote earlier mails: by the text of the answered letter if it is known,
 * else by the marks that mail programs leave. When in doubt, a line counts as the sender's own, so that no answer is
 * hidden.
 */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import {
  headersFrom,
  introductionFrom,
  isAnswer,
  isForward,
  isForwarded,
  isOfDevice,
  isOriginal
} from "./QuoteMarks.ts"

/** Consecutive lines. */
export const QuotedLines = Schema.Struct({
  first_line: Schema.Int.pipe(described("The first quoted line, counted from 1", 3)),
  last_line: Schema.Int.pipe(described("The last quoted line", 9))
}).pipe(named("QuotedLines", "Lines of a mail that quote an earlier one"))
export interface QuotedLines extends Schema.Schema.Type<typeof QuotedLines> {}

/** A mail that may quote. */
interface QuotingMail {
  readonly subject: string
  /** Whether its headers refer to a mail that it answers. */
  readonly isReply: boolean
  /** The text of the letter that it answers; null if it is unknown. */
  readonly letter: string | null
}

/** The most quotes of a mail. Further ones are shown as text. */
const maxQuotes = 200

/** The most characters of a line that are compared. */
const maxCompared = 5000

const isMarked = (line: string): boolean => /^\s*>/.test(line)
const isBlank = (line: string): boolean => line.trim() === ""

/** Returns the words of a line, without quote and formatting marks. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  line.slice(0, maxCompared).normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The least length of a line that a program has wrapped. */
const wrappedLength = 50

/** The most line beginnings that a line is compared with. */
const maxTries = 8

/**
 * Finds lines of a letter in order, using each word once: an answer that repeats words of the letter does not count as
 * a quote.
 */
class Letter {
  readonly #words: Array<string> = []
  readonly #ends = new Set<number>()
  readonly #starts = new Map<string, Array<number>>()
  /** How many line beginnings with each word were passed. */
  readonly #passed = new Map<string, number>()
  readonly #pairs = new Set<string>()
  #at = 0

  constructor(text: string) {
    for (const line of text.split("\n")) {
      const words = wordsOf(line)
      if (words.length === 0) continue
      const starts = this.#starts.get(words[0]!) ?? []
      if (starts.length === 0) this.#starts.set(words[0]!, starts)
      starts.push(this.#words.length)
      for (const word of words) this.#words.push(word)
      this.#ends.add(this.#words.length)
    }
    for (const [at, word] of this.#words.entries()) this.#pairs.add(`${word} ${this.#words[at + 1] ?? ""}`).add(word)
  }

  /** Tells whether a line is the letter's next one, a later one, or the rest of one that was wrapped. */
  takes(line: string): boolean {
    const words = wordsOf(line)
    if (words.length === 0) return false
    const starts = this.#starts.get(words[0]!) ?? []
    let passed = this.#passed.get(words[0]!) ?? 0
    while (passed < starts.length && starts[passed]! < this.#at) passed++
    this.#passed.set(words[0]!, passed)
    const at = [this.#at, ...starts.slice(passed, passed + maxTries)].find((at) => {
      const end = at + words.length
      return words.every((word, index) => this.#words[at + index] === word) &&
        (this.#ends.has(end) || line.trim().length >= wrappedLength)
    })
    if (at === undefined) return false
    this.#at = at + words.length
    return true
  }

  /** Tells whether nearly all words of a marked line are in the letter. */
  says(line: string): boolean {
    const words = wordsOf(line)
    const pairs = words.length === 1 ? words : words.slice(1).map((word, at) => `${words[at]} ${word}`)
    return pairs.length > 0 && pairs.filter((pair) => this.#pairs.has(pair)).length >= 0.8 * pairs.length
  }
}

/** The first line of an unmarked quote, and the first line of its content. */
type Beginning = readonly [first: number, content: number]

/**
 * Returns the beginning of an unmarked quote at a line: headers, “Original Message”, or the last line of an
 * introduction.
 */
const beginningAt = (lines: ReadonlyArray<string>, at: number): Beginning | undefined => {
  const line = lines[at]!
  const [isTitle, isRule] = [isOriginal(line), /^\s*[-_—–=*]{5,}\s*$/.test(line.slice(0, 200))]
  let next = isTitle || isRule ? at + 1 : at
  while (next < lines.length && next < at + 3 && isBlank(lines[next]!)) next++
  const headers = next < lines.length ? headersFrom(lines, next) : 0
  if (headers > 0) return [at, next + headers]
  if (isTitle)
    return [
      at,
      [1, 2, 3].map((length) => next + length).find((end) =>
        end <= lines.length && introductionFrom(lines, end, false) === next
      ) ?? at + 1
    ]
  const first = introductionFrom(lines, at + 1, false)
  return first < 0 ? undefined : [first, at + 1]
}

/**
 * Marks the quoted lines from a line to the end, without `>` marks: those in the letter, or all if the letter is
 * unknown.
 */
const markTail = (
  lines: ReadonlyArray<string>,
  quoted: Array<boolean>,
  [first, content]: Beginning,
  letter: Letter | null
): void => {
  const next = lines.findIndex((line, at) => at >= content && !isBlank(line))
  // The `>` marks distinguish the quote from answers within it.
  if (next >= 0 && isMarked(lines[next]!)) return void quoted.fill(quoted[next]!, first, content)
  if (letter === null) return void quoted.fill(true, first)
  let isFound = false
  for (let at = content; at < lines.length; at++) {
    // A quote within a quote comes from an older mail.
    const older = isFound && quoted[at] !== true ? beginningAt(lines, at) : undefined
    if (older !== undefined) {
      quoted.fill(true, older[0])
      break
    }
    quoted[at] ||= letter.takes(lines[at]!)
    isFound ||= quoted[at] === true
  }
  if (isFound) quoted.fill(true, first, content)
}

/**
 * Marks the lines that begin with `>` as quoted, together with the line that introduces them. If the answered letter is
 * known, lines that are not in it count as quoted only after an introduction or inside another quote.
 */
const markMarked = (lines: ReadonlyArray<string>, quoted: Array<boolean>, letter: Letter | null): void => {
  for (let at = 0; at < lines.length;) {
    let end = at
    while (end < lines.length && isMarked(lines[end]!)) end++
    if (end === at) {
      at++
      continue
    }
    let above = at
    while (above > 0 && above > at - 3 && isBlank(lines[above - 1]!)) above--
    const introduction = introductionFrom(lines, above, true)
    const marked = lines.slice(at, end).filter((line) => wordsOf(line).length > 0)
    const isOfLetter = letter === null || introduction >= 0 || quoted[above - 1] === true || marked.some((line) =>
      /^\s*>[\s>]*>/.test(line)
    ) ||
      2 * marked.filter((line) => letter.says(line)).length >= marked.length
    if (isOfLetter) quoted.fill(true, introduction < 0 ? at : introduction, end)
    at = end
  }
}

/** Marks lines between quotes without content: blank lines, and signatures of programs, also before a quote. */
const markBetween = (lines: ReadonlyArray<string>, quoted: Array<boolean>): void => {
  let from = 0
  for (let at = 0; at < lines.length; at++) {
    if (quoted[at] === true) {
      if (from > 0 && quoted[from - 1] !== true) { while (from < at && !isOfDevice(lines[from]!)) from++ }
      quoted.fill(true, from, at)
      from = at + 1
    } else if (!isBlank(lines[at]!) && !isOfDevice(lines[at]!)) from = at + 1
  }
}

/** Returns the quoted lines of a mail, in order. A mail that is not a reply quotes nothing of ours. */
export const quotedLines = ({ body, ...mail }: QuotingMail & { readonly body: string }): ReadonlyArray<QuotedLines> =>
  quotesOf(body.split(/\r?\n/), mail)

/** Returns which of these lines are quoted. Examines each a bounded number of times. */
export const quotesOf = (
  all: ReadonlyArray<string>,
  { isReply, letter, subject }: QuotingMail
): ReadonlyArray<QuotedLines> => {
  const known = letter === null || wordsOf(letter).length === 0 ? null : letter
  const isForwarding = isForwarded(subject)
  if (known === null && !isReply && !isAnswer(subject)) return []
  // Forwarded text is meant to be read, so it does not count as a quote.
  const begins = all.findIndex((_, at) =>
    isForward(all[at]!) || !isMarked(all[at]!) && beginningAt(all, at) !== undefined
  )
  const lines = begins >= 0 && isForward(all[begins]!) ? all.slice(0, begins) : all
  const quoted = Array<boolean>(lines.length).fill(false)
  markMarked(lines, quoted, known === null ? null : new Letter(known))
  if (known !== null || !isForwarding) {
    const at = lines.findIndex((_, at) => quoted[at] !== true && beginningAt(lines, at) !== undefined)
    if (at >= 0) markTail(lines, quoted, beginningAt(lines, at)!, known === null ? null : new Letter(known))
  }
  markBetween(lines, quoted)
  const starts = lines.keys().filter((at) => quoted[at] === true && quoted[at - 1] !== true).take(maxQuotes).toArray()
  return starts.map((at) => {
    const end = quoted.indexOf(false, at)
    return { first_line: at + 1, last_line: end < 0 ? lines.length : end }
  })
}

/** Returns the text that the sender wrote, without quotes; the whole text if it is all quotes. */
export const writtenIn = (mail: QuotingMail & { readonly body: string }): string => {
  const lines = mail.body.split(/\r?\n/)
  const quotes = quotedLines(mail)
  const written = lines.filter((_, at) =>
    !quotes.some(({ first_line, last_line }) => at + 1 >= first_line && at + 1 <= last_line)
  ).join("\n").trim()
  return written === "" ? mail.body : written
}
