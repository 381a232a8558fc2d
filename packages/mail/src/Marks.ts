/**
 * Escapes values in Markdown, so that their characters have no meaning in it. While a template is rendered, characters
 * of values that could be marks are replaced by noncharacters of Unicode (section 23.7), which no text contains.
 * Afterwards, those that would be marks at their position get a backslash.
 */

const marks = "\\`*_[]<>&~!#+-=:.)"
const first = 0xfdd0
const noncharacter = /[\ufdd0-\ufdef]/
const noncharacters = /[\ufdd0-\ufdef]/g

/** Returns a text without noncharacters, because they represent marks here. */
export const withoutNoncharacters = (text: string): string => text.replace(noncharacters, "\ufffd")

/** Replaces the marks of a value by noncharacters. */
export const hidden = (text: string): string =>
  withoutNoncharacters(text).replace(
    /[-\\`*_[\]<>&~!#+=:.)]/g,
    (mark) => String.fromCharCode(first + marks.indexOf(mark))
  )

/** Replaces noncharacters by the marks that they represent. */
export const shown = (text: string): string =>
  text.replace(noncharacters, (mark) => marks[mark.charCodeAt(0) - first] ?? "\ufffd")

/** Tells whether a text has hidden marks. */
export const hasHidden = (text: string): boolean => noncharacter.test(text)

/** A character, with its line. */
interface MarkContext {
  readonly line: string
  readonly at: number
  readonly before: string
  readonly after: string
  /** Whether only block marks precede it, or the whole line consists of marks. */
  readonly isStart: boolean
}

const isSpace = (character: string): boolean => character === "" || character === " " || character === "\t"
const isWord = (character: string): boolean => /^[\p{L}\p{N}]$/u.test(character)
const isPunctuation = (character: string): boolean => /^[!-/:-@[-`{-~]$/.test(character)
const isDigit = (character: string): boolean => /^\d$/.test(character)
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z\d]{1,40});/iy

const isEntity = ({ at, line }: MarkContext): boolean => {
  entity.lastIndex = at
  return entity.test(line)
}

const isUnderline = ({ after, at, isStart, line }: MarkContext): boolean =>
  isStart && (isSpace(after) || after === line[at])
const endsNumber = ({ after, before, isStart }: MarkContext): boolean => isStart && isDigit(before) && isSpace(after)

/** For each mark, tells whether it has a meaning at its position. */
const meaning: Readonly<Record<string, (context: MarkContext) => boolean>> = {
  "\\": ({ after }) => after === "" || isPunctuation(after),
  "`": () => true,
  "[": () => true,
  "]": () => true,
  "*": ({ after, before, isStart }) => isStart || !isSpace(before) || !isSpace(after),
  "_": ({ after, before, isStart }) =>
    isStart || !(isSpace(before) && isSpace(after) || isWord(before) && isWord(after)),
  "<": ({ after }) => !isSpace(after),
  ">": ({ isStart }) => isStart,
  "&": isEntity,
  "~": ({ after, before }) => after === "~" || before === "~",
  "!": ({ after }) => after === "[",
  "#": ({ after, isStart }) => isStart && (isSpace(after) || after === "#"),
  "+": ({ after, isStart }) => isStart && isSpace(after),
  "-": isUnderline,
  "=": isUnderline,
  ".": endsNumber,
  ")": endsNumber,
  ":": ({ at, line }) => line.startsWith("//", at + 1)
}

const blockMarks = /^(?:[\s>]|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$))*/
const marksAlone = /^[-\s>=*_+]*$/

/**
 * Escapes the marks of a line. With `hasCode` a backslash is not enough: a backtick after it would still end the code
 * that the template's text begins.
 */
const escapedLine = (hiddenLine: string, hasCode: boolean): string => {
  if (!hasHidden(hiddenLine)) return hiddenLine
  const line = shown(hiddenLine)
  const end = marksAlone.test(line) ? line.length : blockMarks.exec(line)![0].length
  let [escaped, isBegun] = ["", false]
  for (let at = 0; at < line.length; at++) {
    const context = { line, at, before: line[at - 1] ?? "", after: line[at + 1] ?? "", isStart: !isBegun && at <= end }
    const isEscaped = line[at] !== hiddenLine[at] && meaning[line[at]!]?.(context) === true
    if (isEscaped) isBegun = true
    escaped += !isEscaped ? line[at] : hasCode && line[at] === "`" ? "&#96;" : `\\${line[at]}`
  }
  return escaped
}

/** Returns Markdown with its hidden marks shown: escaped if they would have a meaning at their position. */
export const escaped = (markdown: string): string => {
  const hasCode = markdown.includes("`")
  return markdown.split("\n").map((line) => escapedLine(line, hasCode)).join("\n")
}
