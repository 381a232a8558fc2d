/** Text of a PDF that people cannot see: white, transparent or tiny letters without anything colored below them. */
import type { Drawing } from "./LetterSpacing.ts"

/** pdf.js's numbers of the operators that are interpreted. */
const operators = {
  save: 10,
  restore: 11,
  transform: 12,
  setLeading: 36,
  setFont: 37,
  setTextRenderingMode: 38,
  moveText: 40,
  setLeadingMoveText: 41,
  setTextMatrix: 42,
  nextLine: 43,
  showText: 44,
  beginText: 31,
  setFillRGBColor: 59,
  shadingFill: 62,
  paintFormBegin: 74,
  paintFormEnd: 75,
  constructPath: 91
} as const

/** Operators that draw an image, which covers the unit square of the current matrix. */
const pictures = new Set([83, 85, 86, 88, 90])

/** Operators that fill a path, with or without a stroke. */
const fills = new Set([22, 23, 24, 25, 26, 27])

type Matrix = readonly [number, number, number, number, number, number]
type Box = readonly [left: number, bottom: number, right: number, top: number]

const identity: Matrix = [1, 0, 0, 1, 0, 0]

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f
]

const at = (
  [a, b, c, d, e, f]: Matrix,
  x: number,
  y: number
): readonly [number, number] => [a * x + c * y + e, b * x + d * y + f]

const boxOf = (matrix: Matrix, [left, bottom, right, top]: Box): Box => {
  const corners = [at(matrix, left, bottom), at(matrix, right, bottom), at(matrix, left, top), at(matrix, right, top)]
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Letters smaller than this, in points, cannot be read. */
const minPoints = 2

/** Whether a color is invisible on white paper: each of its components is nearly full. */
const isWhite = (color: unknown): boolean =>
  typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color) &&
  [1, 3, 5].every((from) => Number.parseInt(color.slice(from, from + 2), 16) >= 0xf5)

/** The numbers in an operator's arguments, which pdf.js passes directly or as one array. */
const numbersIn = (args: ReadonlyArray<unknown>): ReadonlyArray<number> =>
  Array.from((typeof args[0] === "number" ? args : args[0] ?? []) as ArrayLike<number>)

const matrixIn = (args: ReadonlyArray<unknown>): Matrix => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersIn(args)
  return [a, b, c, d, e, f]
}

/** Maximum operators and colored areas per page: a drawing of a million shapes hides no text. */
const [maxOperators, maxAreas] = [50_000, 500]

/** Returns the hidden text of a page, cut to `maxLength` characters. */
export const hiddenIn = ({ argsArray, fnArray }: Drawing, maxLength: number): string => {
  interface State {
    readonly matrix: Matrix
    readonly isWhite: boolean
    readonly mode: number
    readonly size: number
    readonly leading: number
  }
  let state: State = { matrix: identity, isWhite: false, mode: 0, size: 12, leading: 0 }
  let [textMatrix, x, y] = [identity, 0, 0]
  const saved: Array<State> = []
  const areas: Array<Box> = []
  let hidden = ""
  const cover = (box: Box) => {
    if (areas.length < maxAreas) areas.push(boxOf(state.matrix, box))
  }
  const move = (dx: number, dy: number) => {
    x += dx
    y += dy
  }
  const show = (args: ReadonlyArray<unknown>) => {
    const placed = times(state.matrix, textMatrix)
    const points = state.size * Math.hypot(placed[2], placed[3])
    const [left, bottom] = at(placed, x, y)
    const isCovered = areas.some(([l, b, r, t]) => left >= l - 1 && left <= r + 1 && bottom >= b - 1 && bottom <= t + 1)
    // Invisible text over an image is not hidden: it is the OCR text of a scan.
    const isUnseen = points < minPoints || !isCovered && (state.isWhite || state.mode === 3 || state.mode === 7)
    if (!isUnseen) return
    const glyphs = (args[0] ?? []) as ReadonlyArray<{ readonly unicode?: string } | number | null>
    const gap = 200
    hidden +=
      glyphs.map((glyph) => typeof glyph === "number" ? glyph < -gap ? " " : "" : glyph?.unicode ?? "").join("") + " "
  }
  const steps: Readonly<Record<number, (args: ReadonlyArray<unknown>) => void>> = {
    [operators.save]: () => void saved.push(state),
    [operators.restore]: () => void (state = saved.pop() ?? state),
    [operators.transform]: (args) => void (state = { ...state, matrix: times(state.matrix, matrixIn(args)) }),
    [operators.paintFormBegin]: (args) => {
      saved.push(state)
      if (args[0] !== null && args[0] !== undefined)
        state = { ...state, matrix: times(state.matrix, matrixIn([args[0]])) }
    },
    [operators.paintFormEnd]: () => void (state = saved.pop() ?? state),
    [operators.setLeading]: (args) => void (state = { ...state, leading: -Number(args[0]) }),
    [operators.setFont]: (args) => void (state = { ...state, size: Math.abs(Number(args[1])) }),
    [operators.setTextRenderingMode]: (args) => void (state = { ...state, mode: Number(args[0]) }),
    [operators.setFillRGBColor]: (args) => void (state = { ...state, isWhite: isWhite(args[0]) }),
    [operators.beginText]: () => void ([textMatrix, x, y] = [identity, 0, 0]),
    [operators.setTextMatrix]: (args) => void ([textMatrix, x, y] = [matrixIn(args), 0, 0]),
    [operators.moveText]: (args) => move(Number(args[0]), Number(args[1])),
    [operators.setLeadingMoveText]: (args) => {
      state = { ...state, leading: Number(args[1]) }
      move(Number(args[0]), Number(args[1]))
    },
    [operators.nextLine]: () => move(0, state.leading),
    [operators.showText]: show,
    [operators.shadingFill]: () => cover([-1e6, -1e6, 1e6, 1e6]),
    [operators.constructPath]: (args) => {
      const box = Array.from((args[2] ?? []) as ArrayLike<number>)
      const isArea = typeof args[0] === "number" && fills.has(args[0]) && !state.isWhite && box.length === 4
      if (isArea) cover([box[0]!, box[1]!, box[2]!, box[3]!])
    }
  }
  const end = Math.min(fnArray.length, maxOperators)
  for (let index = 0; index < end && hidden.length < maxLength; index++) {
    const [operator, args] = [fnArray[index]!, (argsArray[index] ?? []) as ReadonlyArray<unknown>]
    if (pictures.has(operator)) cover([0, 0, 1, 1])
    else steps[operator]?.(args)
  }
  return hidden.slice(0, maxLength).trim()
}
