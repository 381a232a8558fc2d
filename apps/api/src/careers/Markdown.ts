/**
 * Markdown as HTML for public pages. HTML in the text is escaped, images become links, and links lead only to web, mail
 * and telephone addresses.
 */
import MarkdownIt, { type Token } from "markdown-it"
import { escaped, Markup, markup } from "./Markup.ts"

// Link definitions are disabled: one long definition could be used ten thousand times.
const markdown = new MarkdownIt({ html: false, linkify: false }).disable("reference")
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:|tel:)/i.test(url)

markdown.renderer.rules["link_open"] = (tokens, index, options, _, self) => {
  tokens[index]!.attrSet("rel", "nofollow ugc noopener noreferrer")
  return self.renderToken(tokens, index, options)
}

/** The page loads no images from elsewhere: they would reveal who reads it. */
markdown.renderer.rules["image"] = (tokens, index) => {
  const { attrs, content } = tokens[index]!
  const source = escaped(String(attrs?.find(([name]) => name === "src")?.[1] ?? ""))
  return `<a href="${source}" rel="nofollow ugc noopener noreferrer">${content === "" ? source : escaped(content)}</a>`
}

markdown.renderer.rules["table_open"] = () => `<div class="table"><table>\n`
markdown.renderer.rules["table_close"] = () => "</table></div>\n"
/** Column alignment would need inline styles, which the page's policy refuses. */
const cell: NonNullable<typeof markdown.renderer.rules[string]> = (tokens, index) => `<${tokens[index]!.tag}>`
markdown.renderer.rules["th_open"] = cell
markdown.renderer.rules["td_open"] = cell

const isHeading = ({ type }: Token): boolean => type === "heading_open" || type === "heading_close"

const levelOf = ({ tag }: Token): number => Number(tag.slice(1))

/** Renders tokens. Headings begin at `firstLevel`, and no level is skipped. */
const rendered = (tokens: Array<Token>, firstLevel: number): Markup => {
  const levels = [...new Set(tokens.filter(isHeading).map(levelOf))].toSorted((a, b) => a - b)
  for (const token of tokens.filter(isHeading))
    token.tag = `h${Math.min(6, firstLevel + levels.indexOf(levelOf(token)))}`
  return new Markup(markdown.renderer.render(tokens, markdown.options, {}).trim())
}

/** Returns Markdown as HTML whose headings begin at the second level: the first is the page's title. */
export const htmlOf = (text: string | null): Markup => rendered(markdown.parse(text ?? "", {}), 2)

const wordsOf = ({ children, content, type }: Token): string =>
  children === null ?
    (type === "code_block" || type === "fence" ? content : "") :
    children.map((child) => child.type === "softbreak" || child.type === "hardbreak" ? " " : child.content).join("")

/** Returns the beginning of a Markdown text, without markup: at most `max` characters. */
export const excerptOf = (text: string | null, max: number): string => {
  const words = markdown.parse((text ?? "").slice(0, 20 * max), {}).map(wordsOf).join(" ").replace(/\s+/g, " ").trim()
  return words.length <= max ? words : `${words.slice(0, max - 1).replace(/\s+\S*$/, "")}…`
}

/** Maximum characters of a lead: three or four lines on a phone. */
const maxLead = 160

/**
 * Splits a Markdown text into a lead and the rest, whose headings begin at the third level. A short first paragraph is
 * the lead; otherwise the lead is the beginning of the text, and the rest is all of it. The rest is null if nothing is
 * left.
 */
export const leadOf = (text: string | null): { readonly lead: Markup; readonly rest: Markup | null } => {
  const tokens = markdown.parse(text ?? "", {})
  const [first, inline] = tokens
  if (first === undefined) return { lead: markup``, rest: null }
  const isShort = first.type === "paragraph_open" && inline !== undefined && wordsOf(inline).length <= maxLead
  if (!isShort) return { lead: markup`<p>${excerptOf(text, maxLead)}</p>`, rest: rendered(tokens, 3) }
  const rest = tokens.slice(3)
  return { lead: rendered(tokens.slice(0, 3), 3), rest: rest.length === 0 ? null : rendered(rest, 3) }
}
