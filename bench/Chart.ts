/** Draws bar charts as SVG, legible on light and dark pages. */
import { format, type Spread } from "./Figures.ts"

export interface Group {
  readonly title: string
  readonly bars: ReadonlyArray<{ readonly title: string; readonly value: Spread }>
}

const width = 860
const left = 210
const right = 90
const bar = 16
const gap = 4
const headline = 26

/** Colors that are distinguishable with color blindness (Okabe and Ito), and on both backgrounds. */
const colours = ["#d55e00", "#0072b2", "#009e73", "#b07aa1", "#8a8a8a", "#e69f00", "#56b4e9"]

const style = `
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-size: 16px; font-weight: 600 } .group { font-weight: 600 }
  .spread { stroke: #24292f; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .spread { stroke: #e6edf3 } }`

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Draws groups below each other, each with a scale of its own; a thin line spans the minimum to the maximum. */
export const draw = (title: string, groups: ReadonlyArray<Group>): string => {
  const shapes: Array<string> = [`<text class="title" x="10" y="24">${escaped(title)}</text>`]
  let y = 44
  for (const group of groups) {
    const greatest = Math.max(...group.bars.map(({ value }) => value.max))
    const at = (value: number) => left + value / greatest * (width - left - right)
    shapes.push(`<text class="group" x="10" y="${y + 14}">${escaped(group.title)}</text>`)
    y += headline
    for (const [index, { title, value }] of group.bars.entries()) {
      const middle = y + bar / 2
      shapes.push(
        `<text x="${left - 8}" y="${y + 13}" text-anchor="end">${escaped(title)}</text>`,
        `<rect x="${left}" y="${y}" width="${(at(value.median) - left).toFixed(1)}" height="${bar}" rx="2" ` +
          `fill="${colours[index % colours.length]}"/>`,
        `<line class="spread" x1="${at(value.min).toFixed(1)}" x2="${at(value.max).toFixed(1)}" ` +
          `y1="${middle}" y2="${middle}"/>`,
        `<text x="${(at(Math.max(value.max, value.median)) + 8).toFixed(1)}" y="${y + 13}">${
          format(value.median)
        }</text>`
      )
      y += bar + gap
    }
    y += 10
  }
  const frame = `viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-label="${escaped(title)}"`
  return [`<svg xmlns="http://www.w3.org/2000/svg" ${frame}>`, `<style>${style}\n</style>`, ...shapes, "</svg>\n"].join(
    "\n"
  )
}
