/**
 * Converts HTML from the clipboard to Markdown: paragraphs, headings, lists, tables, bold, italics and links, as Word,
 * Google Docs, LibreOffice and browsers write them. Word writes lists as paragraphs whose bullets and numbers are text.
 */

/** A block of text. A list entry has its depth, from 1, and its marker. */
interface Block {
  readonly text: string
  readonly depth: number
  readonly mark: string
}

const skipped = "head,title,meta,link,style,script,noscript,template,iframe,object,svg,img,xml"
const blocks =
  "address,article,aside,blockquote,body,dd,div,dl,dt,figure,footer,h1,h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,p,pre,section,table,ul"
const bullet = /^\s*([·•●○◦▪■‣§o–-]|\d{1,3}[.)]|[a-z][.)])[\s\u00A0]+/
const isAddress = /^(?:https?:\/\/|mailto:|tel:)/i

/** Returns the Markdown marker of a list entry, with its number if it has one. */
const markOf = (bullet: string): string =>
  /^\d/.test(bullet) ? `${Number.parseInt(bullet, 10)}.` : /^[a-z][.)]/.test(bullet) ? "1." : "-"

/** Escapes characters that Markdown would read as markup. */
const escaped = (text: string): string =>
  text
    .replace(/[\s\u00A0]+/g, " ")
    .replace(/[\\`*[\]]|<(?=[a-z/!])|(?<!\p{L}|\p{N})_|_(?!\p{L}|\p{N})/giu, String.raw`\$&`)

/** Escapes the beginning of a line if Markdown would read it as markup. */
const begun = (text: string): string =>
  text.replace(/^(?:#{1,6}(?= )|[-+>](?= ))/, String.raw`\$&`).replace(/^(\d+)([.)])(?= )/, String.raw`$1\$2`)

const wrapped = (text: string, mark: string): string =>
  text.replace(
    /^(\s*)(.*?)(\s*)$/s,
    (_, before: string, inner: string, after: string) =>
      inner === "" || inner.startsWith(mark) ? text : `${before}${mark}${inner}${mark}${after}`
  )

const styleOf = (element: Element): string => element.getAttribute("style") ?? ""

const isBold = (element: Element): boolean => {
  const [, weight] = /font-weight:\s*(\w+)/i.exec(styleOf(element)) ?? []
  return weight === undefined ? element.matches("b,strong") : /^(?:bold|bolder|[6-9]00)$/i.test(weight)
}

const isItalic = (element: Element): boolean =>
  element.matches("i,em")
    ? !/font-style:\s*normal/i.test(styleOf(element))
    : /font-style:\s*italic/i.test(styleOf(element))

/** Returns the Markdown of inline nodes. */
const inline = (nodes: Iterable<Node>): string =>
  [...nodes]
    .map((node): string => {
      if (node instanceof Text) return escaped(node.data)
      if (!(node instanceof Element) || node.matches(skipped)) return ""
      if (node.matches("br")) return "  \n"
      if (node.matches("code"))
        return node.textContent.includes("`") ? escaped(node.textContent) : `\`${node.textContent}\``
      const text = [isBold(node) ? "**" : "", isItalic(node) ? "*" : ""].reduce(
        (text, mark) => (mark === "" ? text : wrapped(text, mark)),
        inline(node.childNodes)
      )
      const href = node.matches("a") ? (node.getAttribute("href") ?? "") : ""
      return isAddress.test(href) && text.trim() !== ""
        ? `[${text.trim()}](<${href.replace(/[<>\s]/g, encodeURIComponent)}>)`
        : text
    })
    .join("")

const paragraph = (text: string): ReadonlyArray<Block> =>
  text.trim() === ""
    ? []
    : [
      {
        text: begun(
          text
            .replace(/ {2,}(?!\n)/g, " ")
            .replace(/ *\n +/g, "  \n")
            .trim()
        ),
        depth: 0,
        mark: ""
      }
    ]

/** Returns a Word paragraph as a list entry; undefined if it is none. */
const entryOfWord = (element: Element): Block | undefined => {
  const style = styleOf(element)
  if (!/mso-list:\s*l\d/i.test(style) && !/MsoListParagraph/.test(element.className)) return undefined
  const copy = element.cloneNode(true) as Element
  const ignored = copy.querySelector("[style*='mso-list:Ignore' i], [style*='mso-list: Ignore' i]")
  const [whole = "", mark] = bullet.exec(`${(ignored ?? copy).textContent.trim()} `) ?? []
  if (mark === undefined) return undefined
  ignored?.remove()
  const text = inline(copy.childNodes).trim()
  const depth = Number(/level(\d)/.exec(style)?.[1] ?? 1)
  return { text: ignored === null ? text.slice(whole.trim().length).trim() : text, depth, mark: markOf(mark) }
}

const entriesOf = (list: Element, depth: number): ReadonlyArray<Block> => {
  let number = Number(list.getAttribute("start") ?? 1)
  return [...list.children].flatMap((child): ReadonlyArray<Block> => {
    if (!child.matches("li")) return blocksOf([child], depth + 1)
    const level = Number(child.getAttribute("aria-level") ?? child.getAttribute("data-aria-level") ?? depth + 1)
    const parts = blocksOf(child.childNodes, level)
    const own = parts
      .filter((part) => part.depth === 0)
      .map(({ text }) => text)
      .join("  \n")
    return [
      { text: own, depth: level, mark: list.matches("ol") ? `${number++}.` : "-" },
      ...parts.filter((part) => part.depth > 0)
    ]
  })
}

const tableOf = (table: Element): string => {
  const rows = [...table.querySelectorAll("tr")].map((row) =>
    [...row.children].map((cell) =>
      inline(cell.childNodes)
        .replace(/\s+/g, " ")
        .replaceAll("|", String.raw`\|`)
        .trim()
    )
  )
  const width = Math.max(0, ...rows.map((row) => row.length))
  const line = (cells: ReadonlyArray<string>) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? "").join(" | ")} |`
  return width < 2
    ? rows.flat().join("\n\n")
    : [line(rows[0] ?? []), line(Array.from({ length: width }, () => "---")), ...rows.slice(1).map(line)].join("\n")
}

const blockOf = (element: Element, depth: number): ReadonlyArray<Block> => {
  if (element.matches("ul,ol")) return entriesOf(element, depth)
  if (element.matches("table")) return [{ text: tableOf(element), depth: 0, mark: "" }]
  if (element.matches("hr")) return [{ text: "---", depth: 0, mark: "" }]
  if (element.matches("pre")) return [{ text: `~~~\n${element.textContent.trimEnd()}\n~~~`, depth: 0, mark: "" }]
  const entry = entryOfWord(element)
  if (entry !== undefined) return [entry]
  const [, level] = /^H([1-6])$/.exec(element.tagName) ?? []
  const inner = blocksOf(element.childNodes, depth)
  return level === undefined
    ? inner
    : inner.map((block) => ({ ...block, text: `${"#".repeat(Number(level))} ${block.text.replaceAll("**", "")}` }))
}

/** Splits nodes into blocks: consecutive inline nodes form one paragraph. */
const blocksOf = (nodes: Iterable<Node>, depth: number): ReadonlyArray<Block> => {
  const found: Array<Block> = []
  let line: Array<Node> = []
  const end = () => {
    found.push(...paragraph(inline(line)))
    line = []
  }
  for (const node of nodes) {
    if (
      node instanceof Element &&
      !node.matches(skipped) &&
      (node.matches(blocks) || node.querySelector(blocks) !== null)
    ) {
      end()
      found.push(...blockOf(node, depth))
    } else line.push(node)
  }
  end()
  return found
}

/**
 * Joins the blocks with the right separators. The first entry of a list gets depth 1, each following one is at most one
 * deeper than its predecessor.
 */
const joined = (all: ReadonlyArray<Block>): string => {
  let before = 0
  return all
    .filter(({ text }) => text !== "")
    .map(({ depth, mark, text }, at) => {
      const level = Math.min(depth, before + 1)
      const between = at === 0 ? "" : level > 0 && before > 0 ? "\n" : "\n\n"
      before = level
      const indent = "    ".repeat(Math.max(0, level - 1))
      return `${between}${level === 0 ? text : `${indent}${mark} ${text.replaceAll("\n", `\n${indent}    `)}`}`
    })
    .join("")
}

/** On a page that requires Trusted Types, only a policy can parse text. The parsed HTML runs and loads nothing. */
const pasted = globalThis.trustedTypes?.createPolicy("pasted", { createHTML: (html) => html })

/** Converts HTML to Markdown. */
export const htmlAsMarkdown = (html: string): string =>
  joined(blocksOf(new DOMParser().parseFromString(pasted?.createHTML(html) ?? html, "text/html").body.childNodes, 0))
