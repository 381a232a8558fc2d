/**
 * Makes small PDFs of text in Helvetica (ISO 32000-1). They are not compressed, so that the bytes are the same on every
 * machine.
 */

export interface Line {
  readonly text: string
  /** In points. */
  readonly size: number
  readonly isBold?: boolean
  /** Additional space above the line, in points. */
  readonly gap?: number
}

/** A4, in points. */
const [width, height, margin] = [595, 842, 64]

/** The escapes of characters in WinAnsiEncoding that Latin-1 lacks. */
const winAnsi: Readonly<Record<string, string>> = { "•": "\\225", "–": "\\226", "’": "\\222" }

const literal = (text: string): string =>
  `(${text.replaceAll(/[\\()]/g, "\\$&").replaceAll(/[•–’]/g, (letter) => winAnsi[letter]!)})`

const heightOf = ({ gap = 0, size }: Line): number => gap + size * 1.4

/** Makes the content of one page; lines go down from the top margin. */
const content = (lines: ReadonlyArray<Line>): string => {
  let y = height - margin
  return lines.map((line) => {
    y -= heightOf(line)
    return `BT /${line.isBold === true ? "B" : "R"} ${line.size} Tf ${margin} ${y.toFixed(1)} Td ${
      literal(line.text)
    } Tj ET`
  }).join("\n")
}

/** Splits lines into pages. */
export const pagesOf = (lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Line>> => {
  const pages: Array<Array<Line>> = [[]]
  let used = 0
  for (const line of lines) {
    used += heightOf(line)
    if (used > height - 2 * margin) {
      pages.push([])
      used = heightOf(line)
    }
    pages.at(-1)!.push(line)
  }
  return pages
}

/** Breaks a text into lines of at most this many characters. */
export const wrapped = (text: string, letters: number): ReadonlyArray<string> =>
  text.match(new RegExp(`\\S.{0,${letters - 1}}(?=\\s|$)`, "g")) ?? []

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** Makes a PDF of these pages, whose characters must be in WinAnsiEncoding. */
export const pdf = (title: string, pages: ReadonlyArray<ReadonlyArray<Line>>): Uint8Array => {
  const first = 6
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ")
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title ${literal(title)} >>`,
    ...pages.map(content).flatMap((drawn, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${first + 2 * index + 1} 0 R >>`,
      `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`
    ])
  ]
  // Every character is one byte of Latin-1, so lengths of texts are byte offsets.
  let file = "%PDF-1.7\n"
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, "0")} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`
  const trailer = `trailer\n<< /Size ${
    objects.length + 1
  } /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, "latin1")
}
