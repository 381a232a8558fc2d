/** Text of a DOCX that people cannot see: hidden, tiny, or white without another color behind it. */
import { TextWriter } from "@candor/files/TextWriter"
import { type Attributes, walk } from "./Xml.ts"

/** The size of unreadable letters, in half points. */
const tiny = 4

const isWhite = (color: string | undefined): boolean => /^f[5-9a-f](?:f[5-9a-f]){2}$/i.test(color ?? "")

/** Whether a shading has no color. */
const isPlain = (fill: string | undefined): boolean => fill === undefined || /^auto$/i.test(fill) || isWhite(fill)

const isOff = (value: string | undefined): boolean => value === "0" || value === "false" || value === "none"

/** Elements whose shading is behind all of their content. */
const shaded = new Set(["tbl", "tr", "tc", "p", "r"])

/** Returns the hidden text in the XML of a document, cut to `maxLength` characters. */
export const hiddenIn = (xml: string, maxLength: number): string => {
  // Most documents contain no such formatting at all.
  if (!/w:vanish|w:val="(?:[1-4]|f[5-9a-f]f[5-9a-f]f[5-9a-f])"/i.test(xml)) return ""
  const writer = new TextWriter()
  /** For each open element, whether it has a color behind it. */
  const behind: Array<boolean> = []
  /** The nesting depth in shapes, which may have any color. */
  let shapes = 0
  let [isUnseen, isBlank, isText, isOfRun] = [false, false, false, false]
  walk(xml, {
    writer,
    open: (name: string, attributes: Attributes) => {
      if (name === "pPrChange" || name === "rPrChange" || name === "del") return "skip"
      if (shaded.has(name)) behind.push(false)
      if (name === "txbxContent") shapes++
      switch (name) {
        case "r":
          ;[isUnseen, isBlank, isOfRun] = [false, false, true]
          break
        case "shd":
          if (!isPlain(attributes["fill"])) behind[behind.length - 1] = true
          break
        case "highlight":
          if (!isOff(attributes["val"])) behind[behind.length - 1] = true
          break
        case "vanish":
          if (isOfRun && !isOff(attributes["val"])) isUnseen = true
          break
        case "sz":
          if (isOfRun && Number(attributes["val"]) <= tiny) isUnseen = true
          break
        case "color":
          if (isOfRun && isWhite(attributes["val"])) isBlank = true
          break
        case "t":
          isText = true
          break
      }
    },
    close: (name: string) => {
      if (name === "t") isText = false
      if (name === "r") isOfRun = false
      if (shaded.has(name)) behind.pop()
      if (name === "txbxContent") shapes--
      if (name === "p" && writer.length > 0) writer.write(" ")
    },
    text: (part: string) => {
      if (!isText || writer.length > maxLength) return
      if (isUnseen || isBlank && shapes === 0 && !behind.some((has) => has)) writer.write(part)
    }
  })
  return writer.toString().slice(0, maxLength).trim()
}
