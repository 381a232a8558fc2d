/** Tokenizes the HTML tags of a text, and lists the elements that Markdown can express. */

/** Elements that are dropped together with their contents. */
const dropped = new Set(
  "script,style,iframe,object,embed,noscript,noframes,template,head,title,svg,math,xml,applet,audio,video,canvas,select,textarea"
    .split(
      ","
    )
)

/** Elements with paragraphs of their own. */
export const blocks = new Set(
  (
    "address,article,aside,blockquote,body,center,dd,details,div,dl,dt,fieldset,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header," +
    "html,li,main,nav,ol,p,pre,section,summary,table,tbody,td,tfoot,th,thead,tr,ul"
  ).split(",")
)

/** Inline elements, whose text stays. */
export const inlines = new Set(
  "a,abbr,acronym,b,big,button,cite,code,del,em,font,i,ins,kbd,label,mark,o:p,q,s,small,span,strike,strong,sub,sup,tt,u,var"
    .split(
      ","
    )
)

/** Elements without an end. */
const voids = new Set("base,br,col,hr,img,input,link,meta,wbr".split(","))

const isKnown = (name: string): boolean => dropped.has(name) || blocks.has(name) || inlines.has(name) || voids.has(name)

/** A tag, with the text before it. */
export interface Token {
  /** The text before the tag. */
  readonly before: string
  /** The name of the element; empty for a comment, and at the end of the text. */
  readonly name: string
  readonly isEnd: boolean
  readonly attributes: string
  /** The text of an element in which white space counts. */
  readonly contents?: string
}

/**
 * A comment, with the preceding line break if it is on a line of its own; a declaration; or a tag. None contains a `<`,
 * so that matching takes linear time for any text.
 */
const tag =
  /(?:\n[ \t]*(?=<!--(?:(?!<!--|-->)[^])*-->[ \t]*\n))?<!--(?:(?!<!--)[^])*?-->|<!\[[^\]<>]*\]>|<!doctype[^<>]*>|<(\/?)([a-z][a-z0-9]*(?::[a-z]+)?)((?:\s(?:"[^"<>]*"|'[^'<>]*'|[^<>"'])*)?\/?)>/gi

/** Returns the tags of a text; the last token has the text after them. */
export const tokensOf = (text: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let from = 0
  for (const match of text.matchAll(tag)) {
    const [whole, slash = "", name = "", attributes = ""] = match
    // An unknown element, as in `List<String>`, is text.
    if (name !== "" && !isKnown(name.toLowerCase())) continue
    tokens.push({ before: text.slice(from, match.index), name: name.toLowerCase(), isEnd: slash !== "", attributes })
    from = match.index + whole.length
  }
  return [...tokens, { before: text.slice(from), name: "", isEnd: false, attributes: "" }]
}

/** Tells whether the text is meant as HTML: it has a closed element, or a void one. */
export const isHtml = (tokens: ReadonlyArray<Token>): boolean => {
  const opened = new Set(tokens.filter(({ isEnd }) => !isEnd).map(({ name }) => name))
  return tokens.some(({ isEnd, name }) => (isEnd ? opened.has(name) : name === "br" || name === "hr"))
}

/** Returns the value of an attribute; empty if there is none. */
export const attribute = (attributes: string, name: string): string => {
  const [, quoted, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes) ?? []
  return quoted ?? single ?? bare ?? ""
}

/** Returns the tokens without those inside of dropped elements, and with one token for each preformatted text. */
export const withoutContents = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const ends = new Map<string, number>()
  for (const { isEnd, name } of tokens) if (isEnd) ends.set(name, (ends.get(name) ?? 0) + 1)
  const kept: Array<Token> = []
  let skipped: string | undefined
  let preformatted: { readonly token: Token; text: string } | undefined
  for (const token of tokens) {
    const { before, isEnd, name } = token
    if (isEnd) ends.set(name, ends.get(name)! - 1)
    if (skipped !== undefined) {
      if (isEnd && name === skipped) skipped = undefined
      continue
    }
    if (preformatted !== undefined) preformatted.text += before + (name === "br" ? "\n" : "")
    // The contents of an element that is not closed cannot be told from the rest.
    const hasContents = !isEnd && (ends.get(name) ?? 0) > 0
    if (hasContents && dropped.has(name)) skipped = name
    if (preformatted === undefined) {
      if (hasContents && name === "pre") preformatted = { token, text: "" }
      else kept.push(token)
    } else if (isEnd && name === "pre") {
      kept.push({ ...preformatted.token, contents: preformatted.text })
      preformatted = undefined
    }
  }
  return kept
}
