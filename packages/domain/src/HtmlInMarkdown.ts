/**
 * HTML in texts in Markdown. What shows such a text shows HTML as the text that it is, so HTML of a request becomes
 * Markdown: lists,
 * headings, tables, bold, italics and links stay, what runs or loads something goes. A text without closed elements is
 * none of HTML:
 * “Knows <div> and List<String>” stays as it is, and so does code.
 */

import { converted, text } from "./Text.ts"

/** Elements that go with their contents. */
const dropped = new Set(
  "script,style,iframe,object,embed,noscript,noframes,template,head,title,svg,math,xml,applet,audio,video,canvas,select,textarea".split(
    ","
  )
)

/** Elements with paragraphs of their own. */
const blocks = new Set(
  (
    "address,article,aside,blockquote,body,center,dd,details,div,dl,dt,fieldset,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header," +
    "html,li,main,nav,ol,p,pre,section,summary,table,tbody,td,tfoot,th,thead,tr,ul"
  ).split(",")
)

/** Elements within a line whose text stays. */
const inlines = new Set(
  "a,abbr,acronym,b,big,button,cite,code,del,em,font,i,ins,kbd,label,mark,o:p,q,s,small,span,strike,strong,sub,sup,tt,u,var".split(
    ","
  )
)

/** Elements without an end. */
const voids = new Set("base,br,col,hr,img,input,link,meta,wbr".split(","))

const isKnown = (name: string): boolean => dropped.has(name) || blocks.has(name) || inlines.has(name) || voids.has(name)

const marks: Readonly<Record<string, string>> = {
  b: "**",
  strong: "**",
  i: "*",
  em: "*",
  s: "~~",
  del: "~~",
  strike: "~~"
}

interface Token {
  /** The text before the tag. */
  readonly before: string
  /** The name of the element; empty of a comment, and at the end of the text. */
  readonly name: string
  readonly isEnd: boolean
  readonly attributes: string
}

/** A comment, a declaration or a tag. None has a `<` in it, so that each is read once, whatever a text has. */
const tag =
  /<!--(?:(?!<!--)[^])*?-->|<!\[[^\]<>]*\]>|<!doctype[^<>]*>|<(\/?)([a-z][a-z0-9]*(?::[a-z]+)?)((?:\s(?:"[^"<>]*"|'[^'<>]*'|[^<>"'])*)?\/?)>/gi

const tokensOf = (text: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let from = 0
  for (const match of text.matchAll(tag)) {
    const [whole, slash = "", name = "", attributes = ""] = match
    // An element of no HTML, such as that of `List<String>`, is text.
    if (name !== "" && !isKnown(name.toLowerCase())) continue
    tokens.push({ before: text.slice(from, match.index), name: name.toLowerCase(), isEnd: slash !== "", attributes })
    from = match.index + whole.length
  }
  return [...tokens, { before: text.slice(from), name: "", isEnd: false, attributes: "" }]
}

/** Tells whether the text is meant as HTML: an element is closed, or is one that has no end. */
const isHtml = (tokens: ReadonlyArray<Token>): boolean => {
  const opened = new Set(tokens.filter(({ isEnd }) => !isEnd).map(({ name }) => name))
  return tokens.some(({ isEnd, name }) => (isEnd ? opened.has(name) : name === "br" || name === "hr"))
}

const attribute = (attributes: string, name: string): string => {
  const [, quoted, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes) ?? []
  return quoted ?? single ?? bare ?? ""
}

/** A text between marks, which stand next to a letter of it. */
const between = (open: string, text: string, close = open): string => {
  const inner = text.trim()
  return inner === "" || inner.includes("\n\n") ? text : text.replace(inner, () => `${open}${inner}${close}`)
}

/** Deeper elements are taken for text of the one that they are in. */
const [maxDepth, maxListDepth] = [50, 8]

/** An element of a line that is open, with the text in it so far. */
interface Open {
  readonly name: string
  readonly attributes: string
  text: string
}

const isAddress = /^(?:https?:\/\/|mailto:|tel:)[^\s<>]*$/i

const closed = ({ attributes, name, text }: Open): string => {
  const href = name === "a" ? attribute(attributes, "href").replaceAll("&amp;", "&") : ""
  return isAddress.test(href)
    ? between("[", text, `](<${href}>)`)
    : marks[name] === undefined
      ? text
      : between(marks[name], text)
}

/** Returns HTML without code as Markdown. */
const asMarkdown = (tokens: ReadonlyArray<Token>): string => {
  const opened: Array<Open> = [{ name: "", attributes: "", text: "" }]
  const lists: Array<{ readonly isOrdered: boolean; count: number }> = []
  const ends = new Map<string, number>()
  for (const { isEnd, name } of tokens) if (isEnd) ends.set(name, (ends.get(name) ?? 0) + 1)
  let depth = 0
  let rows = 0
  let cells = 0
  let skips: string | undefined
  const add = (more: string) => void (opened.at(-1)!.text += more)
  const unwind = (to: number) => {
    while (opened.length > to) {
      const last = opened.pop()!
      add(last.name === "" ? last.text : closed(last))
    }
  }
  const block = (name: string, isEnd: boolean, attributes: string) => {
    depth = Math.max(0, depth + (isEnd ? -1 : 1))
    unwind(1)
    if (name === "ul" || name === "ol") {
      if (isEnd) lists.pop()
      else lists.push({ isOrdered: name === "ol", count: (Number(attribute(attributes, "start")) || 1) - 1 })
      add(lists.length === 0 || (lists.length === 1 && !isEnd) ? "\n\n" : "")
    } else if (name === "li") {
      const list = lists.at(-1)
      if (list !== undefined && !isEnd) list.count++
      if (!isEnd)
        add(
          `\n${"    ".repeat(Math.min(maxListDepth, Math.max(0, lists.length - 1)))}${list?.isOrdered ? `${list.count}.` : "-"} `
        )
    } else if (name === "table") {
      rows = cells = 0
      add("\n\n")
    } else if (name === "tr") {
      if (isEnd) add(rows++ === 0 ? `\n${"| --- ".repeat(cells)}|` : "")
      else {
        cells = 0
        add("\n| ")
      }
    } else if (name === "td" || name === "th") {
      if (isEnd) {
        cells++
        add(" | ")
      }
    } else if (lists.length === 0 && cells === 0 && !name.startsWith("t")) {
      add(!isEnd && /^h\d$/.test(name) ? `\n\n${"#".repeat(Number(name[1]))} ` : "\n\n")
    } else if (isEnd && lists.length > 0) add(" ")
    if (name === "table" && isEnd) {
      cells = 0
      add("\n\n")
    }
  }
  for (const { attributes, before, isEnd, name } of tokens) {
    if (skips !== undefined) {
      if (isEnd && name === skips) skips = undefined
      continue
    }
    add(depth === 0 && before.trim() !== "" ? before : before.replace(/\s+/g, " "))
    if (isEnd) ends.set(name, ends.get(name)! - 1)
    if (dropped.has(name)) {
      // One that is not closed has no contents that could be told from the rest.
      if (!isEnd && (ends.get(name) ?? 0) > 0) skips = name
    } else if (blocks.has(name)) block(name, isEnd, attributes)
    else if (name === "br") add(lists.length > 0 || cells > 0 ? " " : "  \n")
    else if (name === "hr") add("\n\n---\n\n")
    else if (name === "img") add(attribute(attributes, "alt"))
    else if (inlines.has(name)) {
      const at = opened.findLastIndex((one) => one.name === name)
      if (isEnd && at > 0) unwind(at)
      else if (!isEnd && opened.length < maxDepth) opened.push({ name, attributes, text: "" })
    }
  }
  unwind(1)
  return opened[0]!.text
    .split("\n")
    .map((line) => line.replace(/^ (?! {3})|(?<! ) $/g, ""))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}

/** Code, which stays as it is: blocks between fences, and what stands between backticks in a line. */
const code = /(^|\n)(`{3,20}|~{3,20})[^\n]*\n(?:(?!\2)[^\n]*\n)*?\2[^\n]*|(?<!`)(`{1,20})[^`\n]{1,500}\3/g

/** Returns a text in Markdown with HTML in it as Markdown alone. */
export const withoutHtml = (text: string): string => {
  if (!/<[a-z/!]/i.test(text)) return text
  const kept: Array<string> = []
  // A private character stands for each piece of code.
  const plain = text.replaceAll("\uE000", "").replace(code, (piece) => `\uE000${kept.push(piece) - 1}\uE000`)
  const tokens = tokensOf(plain)
  if (!isHtml(tokens) && !tokens.some(({ name }, at) => name === "" && at < tokens.length - 1)) return text
  return asMarkdown(tokens).replace(/\uE000(\d+)\uE000/g, (_, at: string) => kept[Number(at)] ?? "")
}

/** A text in Markdown of at most `max` characters, in a request. HTML in it becomes Markdown. */
export const markdown = (max: number) => converted({ maxLength: max }, withoutHtml, text(max))
