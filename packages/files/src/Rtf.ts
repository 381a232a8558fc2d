/**
 * Extracts the text of RTF (Microsoft's specification, version 1.9.1): control words, groups, and bytes in the
 * character set of their font. No package that is maintained reads all of it: docs/decisions/0039.
 */
import { isEnough } from "@candor/domain/attachment/TextLength"
import { TextWriter } from "./TextWriter.ts"

/** The encodings of fonts by their `\fcharset`, and of Windows code pages. */
const charsets: Readonly<Record<number, string>> = {
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gbk",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250"
}
const codePages: Readonly<Record<number, string>> = {
  437: "windows-1252",
  850: "windows-1252",
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  54936: "gb18030",
  65001: "utf-8"
}

/** Returns the encoding of a Windows code page; Western European for an unknown one. */
export const encodingOf = (page: number): string =>
  codePages[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : "windows-1252")

/** Groups without visible text. Others that begin with `\*` are skipped as well, as the specification asks. */
const skipped = new Set(
  ("fonttbl colortbl stylesheet info pict objdata objclass objname filetbl listtable listoverridetable revtbl rsidtbl generator themedata " +
    "colorschememapping datastore latentstyles xmlnstbl nonshppict shprslt fldinst ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn " +
    "template annotation atnid atnauthor atndate atnref bkmkstart bkmkend pntxtb pntxta pgdsctbl userprops wgrffmtfilter mmathPr sp xe tc " +
    "rxe txe").split(" ")
)

/** Groups that are read although they begin with `\*`, or are read for something other than text. */
const read = new Set(["shpinst", "shptxt", "fldinst", "fonttbl", "nesttableprops", "aftnnar"])

/** Groups whose text goes on lines of its own, although they are in the middle of other text. */
const onOwnLines = new Set([
  "header",
  "headerl",
  "headerr",
  "headerf",
  "footer",
  "footerl",
  "footerr",
  "footerf",
  "footnote",
  "shptxt"
])

const written: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  page: "\n",
  column: "\n",
  sect: "\n",
  softline: "\n",
  row: "\n",
  nestrow: "\n",
  cell: "\t",
  nestcell: "\t",
  tab: "\t",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
  endash: "–",
  emdash: "—",
  emspace: " ",
  enspace: " ",
  qmspace: " ",
  "~": "\u00a0",
  _: "-",
  "-": "",
  "{": "{",
  "}": "}",
  "\\": "\\",
  "\n": "\n",
  "\r": "\n"
}

interface Group {
  /** The use of the text: it is shown, skipped, the code of a field, or part of the font table. */
  readonly target: "text" | "none" | "code" | "fonts"
  readonly isApart: boolean
  /** Whether the text was deleted with tracked changes. */
  readonly isDeleted: boolean
  /** The number of characters after `\u` that are its replacement in old programs. */
  readonly unicodeSkip: number
  readonly font: number
}

const token = /([{}])|\\([a-z]+)(-?\d+)? ?|\\'([\da-f]{2})|\\([^])|([\r\n]+)|([^\\{}\r\n]+)/giy

/**
 * Returns the text with headers, footers, notes, text boxes and link addresses; undefined if the content is not RTF.
 */
export const textOf = (content: Uint8Array): string | undefined => {
  const rtf = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("latin1")
  const start = rtf.indexOf("{\\rt")
  if (start < 0) return undefined
  const writer = new TextWriter()
  const fonts = new Map<number, string>()
  const outer: Array<Group> = []
  let group: Group = { target: "text", isApart: false, isDeleted: false, unicodeSkip: 1, font: -1 }
  let encoding = "windows-1252"
  let bytes = ""
  let code = ""
  let isOptional = false
  let toSkip = 0
  /** Decodes bytes together: a character of some sets has two. */
  const flush = () => {
    if (bytes === "") return
    writer.write(new TextDecoder(fonts.get(group.font) ?? encoding).decode(Buffer.from(bytes, "latin1")))
    bytes = ""
  }
  const write = (text: string) => {
    if (group.isDeleted) return
    if (group.target === "text") {
      flush()
      writer.write(text)
    } else if (group.target === "code") code += text
  }
  const writeBytes = (text: string) => {
    const shown = text.slice(Math.min(toSkip, text.length))
    toSkip -= text.length - shown.length
    if (group.isDeleted) return
    if (group.target === "text") bytes += shown
    else if (group.target === "code") code += shown
  }
  const enter = (destination: string) => {
    if (group.target === "none") return
    const target = destination === "fonttbl"
      ? "fonts"
      : destination === "fldinst"
      ? "code"
      : skipped.has(destination)
      ? "none"
      : group.target
    if (onOwnLines.has(destination)) write("\n")
    group = { ...group, target, isApart: onOwnLines.has(destination) }
  }
  const leave = () => {
    flush()
    if (group.isApart) write("\n")
    if (group.target === "code" && outer.at(-1)?.target !== "code") {
      writer.writeLink(/HYPERLINK\s+(?:\\[a-z]\s+)*"?([^"\s]+)/i.exec(code)?.[1] ?? "")
      code = ""
    }
    group = outer.pop() ?? group
  }
  const control = (word: string, number: number | undefined): void => {
    const isStarred = isOptional
    isOptional = false
    if (isStarred && !read.has(word)) {
      group = { ...group, target: "none" }
      return
    }
    if (skipped.has(word) || onOwnLines.has(word) || word === "fonttbl") return enter(word)
    switch (word) {
      case "u": {
        const unit = number ?? 0
        write(String.fromCharCode(unit < 0 ? unit + 0x10000 : unit))
        toSkip = group.unicodeSkip
        return
      }
      case "uc":
        group = { ...group, unicodeSkip: number ?? 1 }
        return
      case "f":
        flush()
        group = { ...group, font: number ?? -1 }
        return
      case "fcharset":
        if (group.target === "fonts" && charsets[number ?? 0] !== undefined)
          fonts.set(group.font, charsets[number ?? 0]!)
        return
      case "cpg":
        if (group.target === "fonts") fonts.set(group.font, encodingOf(number ?? 0))
        return
      case "ansicpg":
        encoding = encodingOf(number ?? 1252)
        return
      case "mac":
        encoding = "macintosh"
        return
      case "deleted":
        flush()
        group = { ...group, isDeleted: number !== 0 }
        return
      case "plain":
        flush()
        group = { ...group, isDeleted: false }
        return
      case "bin":
        token.lastIndex += number ?? 0
        return
    }
    if (Object.hasOwn(written, word)) write(written[word]!)
  }
  token.lastIndex = start
  for (let match = token.exec(rtf); match !== null && !isEnough(writer); match = token.exec(rtf)) {
    const [, brace, word, number, hex, symbol, , text] = match
    if (brace === "{") {
      flush()
      toSkip = 0
      outer.push(group)
      group = { ...group, isApart: false }
    } else if (brace === "}") {
      leave()
      toSkip = 0
      if (outer.length === 0) break
    } else if (word !== undefined) control(word, number === undefined ? undefined : Number(number))
    else if (hex !== undefined) writeBytes(String.fromCharCode(parseInt(hex, 16)))
    else if (symbol === "*") isOptional = true
    else if (symbol !== undefined) control(symbol, undefined)
    else if (text !== undefined) writeBytes(text)
  }
  flush()
  return writer.toString()
}
