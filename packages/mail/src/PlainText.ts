/** Markdown as plain text, from the tokens of markdown-it. */
import type { Token } from "markdown-it"

type UrlText = (url: string) => string

const attribute = ({ attrs }: Token, name: string): string =>
  String(attrs?.find(([other]) => other === name)?.[1] ?? "")

const withoutScheme = (url: string): string => url.replace(/^(?:mailto|tel):/i, "")

/** Returns a link as its text and its address, or only once if they are the same. */
const linked = (text: string, url: string): string =>
  text === "" || text === url || text === withoutScheme(url) ? withoutScheme(url) : `${text} (${withoutScheme(url)})`

const lineOf = (tokens: ReadonlyArray<Token>, urlText: UrlText): string => {
  let [text, link, linkStart] = ["", "", 0]
  for (const token of tokens) {
    if (token.type === "link_open") [link, linkStart] = [urlText(attribute(token, "href")), text.length]
    else if (token.type === "link_close") text = text.slice(0, linkStart) + linked(text.slice(linkStart), link)
    else if (token.type === "image") text += linked(token.content, urlText(attribute(token, "src")))
    else if (token.type === "softbreak" || token.type === "hardbreak") text += "\n"
    else if (token.tag === "s") text += token.markup
    else text += token.content
  }
  return text
}

/** A quotation, or a list item. */
interface Container {
  /** The prefix of its first line, and that of the others. */
  readonly first: string
  readonly rest: string
  hasLines: boolean
}

const quotation = (): Container => ({ first: "> ", rest: "> ", hasLines: false })
const item = (marker: string): Container => ({ first: marker, rest: " ".repeat(marker.length), hasLines: false })

/** Writes lines with the prefixes of their containers. */
class Lines {
  readonly lines: Array<string> = []
  readonly containers: Array<Container> = []

  write(text: string): void {
    for (const line of text.split("\n")) {
      this.lines.push(
        (this.containers.map(({ first, hasLines, rest }) => hasLines ? rest : first).join("") + line).trimEnd()
      )
      for (const container of this.containers) container.hasLines = true
    }
  }

  /** Leaves an empty line between this block and the previous one. */
  separate(): void {
    const open = this.containers.filter(({ hasLines }) => hasLines).map(({ rest }) => rest).join("").trimEnd()
    if (this.lines.length > 0 && this.lines.at(-1) !== open) this.lines.push(open)
  }

  get isInItem(): boolean {
    return this.containers.some(({ first, rest }) => first !== rest)
  }
}

/** Returns Markdown as plain text: with lists and quotations as usual in mails, and links in the form of `linked`. */
export const plainTextOf = (tokens: ReadonlyArray<Token>, urlText: UrlText): string => {
  const lines = new Lines()
  for (const token of tokens) {
    switch (token.type) {
      case "paragraph_open":
        if (!token.hidden) lines.separate()
        break
      case "heading_open":
        lines.separate()
        break
      case "bullet_list_open":
      case "ordered_list_open":
        if (!lines.isInItem) lines.separate()
        break
      case "blockquote_open":
        lines.separate()
        lines.containers.push(quotation())
        break
      case "list_item_open":
        lines.containers.push(item(token.info === "" ? "- " : `${token.info}${token.markup} `))
        break
      case "list_item_close":
        if (!lines.containers.at(-1)!.hasLines) lines.write("")
        lines.containers.pop()
        break
      case "blockquote_close":
        lines.containers.pop()
        break
      case "fence":
        lines.separate()
        lines.write(token.content.replace(/\n$/, ""))
        break
      case "hr":
        lines.separate()
        lines.write("---")
        break
      case "inline":
        lines.write(lineOf(token.children ?? [], urlText))
        break
      default:
    }
  }
  return `${lines.lines.join("\n").trim()}\n`
}
