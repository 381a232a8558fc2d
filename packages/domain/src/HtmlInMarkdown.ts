/**
 * Converts HTML in Markdown texts. The pages that show these texts show HTML tags literally, so HTML in a request is
 * converted to Markdown: lists, headings, tables, bold, italics and links stay; whatever runs or loads something is
 * removed. A text without a closed element is not HTML: “Knows <div> and List<String>” stays unchanged, and so does
 * code.
 */

import { attribute, blocks, inlines, isHtml, type Token, tokensOf, withoutContents } from "./HtmlTokens.ts"
import { converted, text } from "./Text.ts"

const marks: Readonly<Record<string, string>> = {
  b: "**",
  strong: "**",
  i: "*",
  em: "*",
  s: "~~",
  del: "~~",
  strike: "~~"
}

/** Puts marks around a text. They stand directly next to a letter, with white space outside. */
const between = (open: string, text: string, close = open): string => {
  const inner = text.trim()
  return inner === "" || inner.includes("\n\n") ? text : text.replace(inner, () => `${open}${inner}${close}`)
}

/** Elements nested more deeply become text of their parent. */
const [maxDepth, maxListDepth] = [50, 8]

/** An open inline element, with its text so far. */
interface Inline {
  readonly name: string
  readonly attributes: string
  text: string
}

const isAddress = /^(?:https?:\/\/|mailto:|tel:)[^\s<>]*$/i

const closed = ({ attributes, name, text }: Inline): string => {
  const href = name === "a" ? attribute(attributes, "href").replaceAll("&amp;", "&") : ""
  return isAddress.test(href)
    ? between("[", text, `](<${href}>)`)
    : marks[name] === undefined
    ? text
    : between(marks[name], text)
}

/** An open block. If the text never closes it, its content is not treated as HTML. */
interface Block {
  readonly name: string
  readonly isClosed: boolean
  readonly isOrdered: boolean
  /** Whether it or an ancestor is closed, so that its line breaks are spaces. */
  readonly isHtml: boolean
  readonly isInList: boolean
  readonly isInCell: boolean
  readonly lists: number
  /** The entries of a list so far. */
  count: number
}

const outside: Block = {
  name: "",
  isClosed: false,
  isOrdered: false,
  isHtml: false,
  isInList: false,
  isInCell: false,
  lists: 0,
  count: 0
}

const [lists, cells, groups] = [
  new Set(["ul", "ol"]),
  new Set(["td", "th"]),
  new Set(["thead", "tbody", "tfoot", "li"])
]

/** For each block with an optional end tag: the open blocks that it closes when it begins. For others, a paragraph. */
const endedBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  li: ["p", "li"],
  dt: ["p", "dt", "dd"],
  dd: ["p", "dt", "dd"],
  td: ["p", "td", "th"],
  th: ["p", "td", "th"],
  tr: ["p", "td", "th", "tr"],
  tbody: ["p", "td", "th", "tr", "thead"],
  tfoot: ["p", "td", "th", "tr", "tbody"]
}

/** Returns the indexes of the start and end tags of blocks that match each other. */
const pairsOf = (tokens: ReadonlyArray<Token>): ReadonlySet<number> => {
  const open: Array<number> = []
  const counts = new Map<string, number>()
  const count = (name: string, change: number) => void counts.set(name, (counts.get(name) ?? 0) + change)
  const pairs = new Set<number>()
  tokens.forEach(({ contents, isEnd, name }, at) => {
    // A token with contents is a whole element.
    if (!blocks.has(name) || contents !== undefined) return
    if (!isEnd) {
      open.push(at)
      count(name, 1)
    } else if ((counts.get(name) ?? 0) > 0) {
      let last: number
      do {
        last = open.pop()!
        count(tokens[last]!.name, -1)
      } while (tokens[last]!.name !== name)
      pairs.add(last).add(at)
    }
  })
  return pairs
}

/** Converts HTML to Markdown. Code was removed before, and so were elements that are dropped with their contents. */
const asMarkdown = (tokens: ReadonlyArray<Token>, preformatted: (text: string) => string): string => {
  const pairs = pairsOf(tokens)
  const inlined: Array<Inline> = [{ name: "", attributes: "", text: "" }]
  const open: Array<Block> = [outside]
  let [rows, width] = [0, 0]
  const add = (more: string) => void (inlined.at(-1)!.text += more)
  const isAfterSpace = () => /\s$/.test(inlined.at(-1)!.text.slice(-1))
  const unwind = (to: number) => {
    while (inlined.length > to) {
      const last = inlined.pop()!
      add(closed(last))
    }
  }
  /** A blank line, which cells and list items cannot contain. */
  const separate = ({ isInCell, isInList }: Block, more = "") => {
    if (!isInCell && !isInList) add(`\n\n${more}`)
    else if (!isAfterSpace()) add(" ")
  }
  const end = () => {
    const { name } = open.pop()!
    const parent = open.at(-1)!
    if (parent.isInCell) separate(parent)
    else if (cells.has(name)) {
      width++
      add(isAfterSpace() ? "| " : " | ")
    } else if (name === "tr") add(rows++ === 0 ? `\n${"| --- ".repeat(width)}|` : "")
    else if (lists.has(name)) add(parent.lists === 0 ? "\n\n" : "")
    else if (!groups.has(name)) separate(parent)
  }
  const begin = (name: string, isClosed: boolean, attributes: string) => {
    while (!open.at(-1)!.isClosed && (endedBy[name] ?? ["p"]).includes(open.at(-1)!.name)) end()
    const parent = open.at(-1)!
    const isHtml = parent.isHtml || isClosed
    const isList = lists.has(name)
    open.push({
      name,
      isClosed,
      isOrdered: name === "ol",
      isHtml,
      isInList: parent.isInList || (isClosed && (isList || name === "li")),
      isInCell: parent.isInCell || (isHtml && cells.has(name)),
      lists: parent.lists + Number(isList),
      count: name === "ol" ? (Number(attribute(attributes, "start")) || 1) - 1 : 0
    })
    if (name === "li") {
      const mark = `${parent.isOrdered ? `${++parent.count}.` : "-"} `
      if (parent.isInCell) separate(parent)
      add(parent.isInCell ? mark : `\n${"    ".repeat(Math.min(maxListDepth, Math.max(0, parent.lists - 1)))}${mark}`)
    } else if (parent.isInCell) separate(parent)
    else if (isList) add(parent.lists === 0 ? "\n\n" : "")
    else if (name === "tr") {
      width = 0
      add("\n| ")
    } else if (!cells.has(name) && !groups.has(name)) {
      if (name === "table") rows = 0
      separate(parent, /^h\d$/.test(name) ? `${"#".repeat(Number(name[1]))} ` : "")
    }
  }
  for (const [at, { attributes, before, contents, isEnd, name }] of tokens.entries()) {
    const block = open.at(-1)!
    const { isHtml, isInCell, isInList } = block
    const spaced = before.replace(isHtml ? /\s+/g : /[^\S\n]+/g, " ")
    const text = isHtml ? (isAfterSpace() ? spaced.trimStart() : spaced) : before.trim() === "" ? spaced : before
    add(isInCell ? text.replace(/(?<!\\)\|/g, "\\|") : text)
    if (contents !== undefined) {
      unwind(1)
      add(isInCell || isInList ? `${contents.replace(/\s+/g, " ").trim()} ` : `\n\n${preformatted(contents)}\n\n`)
    } else if (blocks.has(name)) {
      unwind(1)
      if (!isEnd) begin(name, pairs.has(at), attributes)
      else if (pairs.has(at)) {
        while (!open.at(-1)!.isClosed) end()
        end()
      } else if (!cells.has(name) && !groups.has(name)) separate(block)
    } else if (name === "br") add(isInList || isInCell ? " " : "  \n")
    else if (name === "hr") separate(block, "---\n\n")
    else if (name === "img") add(attribute(attributes, "alt"))
    else if (inlines.has(name)) {
      const opened = inlined.findLastIndex((one) => one.name === name)
      if (isEnd && opened > 0) unwind(opened)
      else if (!isEnd && inlined.length < maxDepth) inlined.push({ name, attributes, text: "" })
    }
  }
  unwind(1)
  return inlined[0]!.text
    .split("\n")
    .map((line) => line.replace(/^ (?! {3})|(?<! ) $/g, ""))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  lt: "<",
  nbsp: " ",
  quot: "\"",
  "#39": "'"
}

/** Comments, and code, which stays unchanged: fenced blocks, and inline code between backticks. */
const code =
  /<!--(?:(?!<!--)[^])*?-->|(^|\n)(`{3,20}|~{3,20})[^\n]*\n(?:(?!\2)[^\n]*\n)*?\2[^\n]*|(?<!`)(`{1,20})[^`\n]{1,500}\3/g

/** Returns a text in Markdown with its HTML converted to Markdown. */
export const withoutHtml = (text: string): string => {
  if (!/<[a-z/!]/i.test(text)) return text
  const kept: Array<string> = []
  // Replaces each piece of code by a placeholder from Unicode's private use area.
  const keep = (piece: string) => `\uE000${kept.push(piece) - 1}\uE000`
  const restored = (text: string) => text.replace(/\uE000(\d+)\uE000/g, (_, at: string) => kept[Number(at)] ?? "")
  const plain = text.replaceAll("\uE000", "").replace(code, (piece) => piece.startsWith("<!--") ? piece : keep(piece))
  const tokens = tokensOf(plain)
  if (!isHtml(tokens) && !tokens.some(({ name }, at) => name === "" && at < tokens.length - 1)) return text
  const preformatted = (contents: string) => {
    const shown = restored(contents)
      .replace(/&(amp|apos|gt|lt|nbsp|quot|#39);/g, (_, name: string) => entities[name]!)
      .replace(/^\n/, "")
      .trimEnd()
    const fences = shown.match(/`{3,}/g) ?? []
    const fence = fences.reduce((longest, one) => one.length < longest.length ? longest : `${one}\``, "```")
    return shown === "" ? "" : keep(`${fence}\n${shown}\n${fence}`)
  }
  return restored(asMarkdown(withoutContents(tokens), preformatted))
}

/** A text in Markdown of at most `max` characters, in a request. HTML in it becomes Markdown. */
export const markdown = (max: number) => converted({ maxLength: max }, withoutHtml, text(max))
