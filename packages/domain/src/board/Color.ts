/** Colors of a careers board, and how readable text in them is. */
import { Schema } from "effect"
import { cleanLine } from "../CleanText.ts"
import { described, named } from "../Described.ts"
import { converted, shownAs } from "../Text.ts"
import { because } from "../IssueReason.ts"

const pattern = /^#[0-9a-f]{6}$/
const format = { pattern: pattern.source }

/** Normalizes a color: `1D4ED8` becomes `#1d4ed8`, and `#abc` becomes `#aabbcc`. */
const normalize = (text: string): string => {
  const hex = cleanLine(text).toLowerCase().replace(/^#/, "")
  return `#${/^[0-9a-f]{3}$/.test(hex) ? hex.replace(/./g, "$&$&") : hex}`
}

/** A color in a response. */
export const ShownColor = shownAs(format)

/** A color in a request, in hexadecimal digits. */
export const Color = converted(
  format,
  normalize,
  Schema.String.check(
    Schema.makeFilter<string>((text) => pattern.test(text), {
      expected: "six hexadecimal digits, for example #1d4ed8",
      ...because("not_color")
    })
  )
)

/** The least contrast ratio of readable text in normal size (WCAG 2.2, success criterion 1.4.3). */
export const readableContrast = 4.5

const ratio = (description: string, example: number) => Schema.Finite.pipe(described(description, example))

export const Contrast = Schema.Struct({
  on_white: ratio("The contrast ratio to white, from 1 to 21", 6.7),
  on_black: ratio("The contrast ratio to black, from 1 to 21", 3.1)
}).pipe(named(
  "ColorContrast",
  `The contrast of the colour with white and black (WCAG 2.2). Below ${readableContrast}, text of this colour is hard to read`
))
export interface Contrast extends Schema.Schema.Type<typeof Contrast> {}

/** Returns the relative luminance of a color (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratios of a color, rounded down to a tenth, so that none seems better than it is. */
export const contrastOf = (color: string): Contrast => {
  const light = luminance(color)
  const floored = (ratio: number): number => Math.floor(ratio * 10) / 10
  return { on_white: floored(1.05 / (light + 0.05)), on_black: floored((light + 0.05) / 0.05) }
}

const ratioOf = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes a color with a share of another one, from 0 to 1. */
const mixed = (color: string, other: string, share: number): string => {
  const part = (at: number) => {
    const [from, to] = [color, other].map((one) => Number.parseInt(one.slice(at, at + 2), 16)) as [number, number]
    return Math.round(from + (to - from) * share).toString(16).padStart(2, "0")
  }
  return `#${part(1)}${part(3)}${part(5)}`
}

const [white, black] = ["#ffffff", "#000000"]

/** Returns the text color for a button of this color: white or black, one of which is always readable. */
export const textOn = (color: string): string => ratioOf(color, white) >= readableContrast ? white : black

/** Returns a readable color for text on a background: this one, or the nearest lighter or darker one. */
export const readableOn = (background: string, color: string): string => {
  const away = luminance(background) > 0.18 ? black : white
  const shades = Array.from({ length: 21 }, (_, step) => mixed(color, away, step / 20))
  return shades.find((shade) => ratioOf(shade, background) >= readableContrast)!
}
