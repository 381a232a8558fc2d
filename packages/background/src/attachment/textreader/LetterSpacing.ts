/**
 * Words of a PDF whose letters are spaced apart: by character spacing, by arrays, or by positioning each letter (ISO
 * 32000-1, section 9.4).
 */

/** The operators of a page, as pdf.js lists them: their numbers and arguments. */
export interface Drawing {
  readonly fnArray: ReadonlyArray<number>
  readonly argsArray: ReadonlyArray<unknown>
}

/** pdf.js's numbers of the text operators. */
const [setCharSpacing, setHScale, setFont, moveText, setTextMatrix, nextLine, showText] = [33, 35, 37, 40, 42, 43, 44]

/** A letter, and the gap after it as a fraction of the font size. */
interface Letter {
  readonly letter: string
  gap: number
}

interface Glyph {
  readonly unicode: string
  readonly width: number
}

/** Gaps between spaced letters. Larger gaps separate columns. */
const [minGap, maxGap] = [0.1, 1.2]

/** The gap from which two words are separated, by the gap between letters. */
const wordGap = (gap: number) => Math.max(1.6 * gap, gap + 0.15)

/** Whether a text seems to have spaced letters: three single letters in a row. */
export const isSpaced = (text: string): boolean => /(?:^|\s)[\p{L}\p{N}](?:\s[\p{L}\p{N}]){2}/u.test(text)

/** Maximum letters that are examined, and words that are searched without success. */
const [maxLetters, maxMisses] = [20_000, 200]

/** Returns the letters of each line, with the gaps between them. */
const lines = ({ argsArray, fnArray }: Drawing): ReadonlyArray<ReadonlyArray<Letter>> => {
  const all: Array<Array<Letter>> = [[]]
  let [size, spacing, scale, count] = [1, 0, 1, 0]
  /** The distance moved since the beginning of the line, and the matrix there. */
  let advance = 0
  let matrix: ReadonlyArray<number> = []
  const begin = () => all.push([])
  const moved = (dx: number) => {
    const last = all.at(-1)!.at(-1)
    if (last !== undefined) last.gap += (dx - advance) / size
    advance = 0
  }
  for (let at = 0; at < fnArray.length && count < maxLetters; at++) {
    const [operator, args] = [fnArray[at]!, argsArray[at] as ReadonlyArray<never>]
    if (operator === setCharSpacing) spacing = args[0]!
    else if (operator === setHScale) scale = args[0]! / 100
    else if (operator === setFont) {
      if (Math.abs(args[1]!) !== size) begin()
      size = Math.abs(args[1]!) || 1
    } else if (operator === showText) {
      for (const glyph of args[0]! as ReadonlyArray<Glyph | number | null>) {
        if (glyph === null) continue
        const [width, gap] = typeof glyph === "number" ? [0, -glyph / 1000] : [glyph.width / 1000, spacing / size]
        if (typeof glyph !== "number") {
          all.at(-1)!.push({ letter: glyph.unicode, gap: 0 })
          count++
        }
        advance += (width + gap) * size * scale
        const last = all.at(-1)!.at(-1)
        if (last !== undefined) last.gap += gap
      }
    } else if (operator === moveText) {
      if (args[1] === 0) moved(args[0]!)
      else begin()
      advance = 0
    } else if (operator === setTextMatrix) {
      // pdf.js passes the numbers of a matrix directly or as an array.
      const next: ReadonlyArray<number> = Array.from(typeof args[0] === "number" ? args : args[0] ?? [])
      const isSameLine = next[0] !== 0 && [0, 1, 2, 3, 5].every((index) => next[index] === matrix[index])
      if (isSameLine) moved((next[4]! - matrix[4]!) / next[0]!)
      else begin()
      advance = 0
      matrix = next
    } else if (operator === nextLine) begin()
  }
  return all
}

/** Splits the letters of a line where spaced letters begin or end. */
const spacedRuns = (line: ReadonlyArray<Letter>): ReadonlyArray<ReadonlyArray<Letter>> => {
  const runs: Array<Array<Letter>> = [[]]
  for (const one of line) {
    runs.at(-1)!.push(one)
    if (one.gap < minGap && one.letter.trim() !== "") runs.push([])
  }
  return runs
}

/** Returns the words of spaced letters; undefined for other letters. */
const wordsOf = (run: ReadonlyArray<Letter>): string | undefined => {
  const gaps = run.slice(0, -1).filter(({ letter }) => letter.trim() !== "").map(({ gap }) => gap).toSorted((
    one,
    other
  ) => one - other)
  const usual = gaps[gaps.length >> 1] ?? 0
  if (gaps.length < 2 || usual < minGap || usual > maxGap) return undefined
  return run.map(({ gap, letter }) => gap > wordGap(usual) ? `${letter} ` : letter).join("").normalize("NFKC").replace(
    /\s+/g,
    " "
  ).trim()
}

/** Replaces words with spaced letters in a page's text, as pdf.js extracted it, by words without spaces. */
export const withWords = (text: string, drawing: Drawing): string => {
  let [written, rest, misses] = ["", text, 0]
  for (const words of lines(drawing).flatMap(spacedRuns).map(wordsOf)) {
    if (words === undefined || misses > maxMisses) continue
    const letters = [...words.replaceAll(" ", "")].map((letter) =>
      letter.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
    )
    const match = new RegExp(letters.join(" *"), "u").exec(rest)
    if (match === null) {
      misses++
      continue
    }
    written += rest.slice(0, match.index) + words
    rest = rest.slice(match.index + match[0].length)
  }
  return written + rest
}
