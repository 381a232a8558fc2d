/**
 * Renders Markdown by react-markdown, which makes elements and no HTML strings. Loaded when there is a text to render.
 */
import ReactMarkdown, { type Components, defaultUrlTransform } from "react-markdown"
import gfm from "remark-gfm"
import type { ReactNode } from "react"
import { useMemberNames } from "../api/memberNames.ts"
import { t } from "../language/text.tsx"

const memberAddress = "member:"

interface MentionProps {
  readonly id: string
  readonly children: ReactNode
}

/** A member with the present name; the text as written if the member is unknown. */
const Mention = ({ children, id }: MentionProps) => {
  const name = useMemberNames().get(id)
  return name === undefined ? children : <span className="mention">@{name}</span>
}

const heading: Components["h1"] = ({ children }) => <p className="markdown-heading">{children}</p>

const components: Components = {
  // A text's headings would not fit into the page's heading levels.
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  a: ({ children, href }) =>
    href?.startsWith(memberAddress) === true
      ? <Mention id={href.slice(memberAddress.length).toLowerCase()}>{children}</Mention>
      : <a href={href} target="_blank" rel="noreferrer noopener">{children}</a>,
  // Pictures are not loaded, so that reading a text contacts no other host.
  img: ({ alt, src }) => (
    <a href={typeof src === "string" ? src : undefined} target="_blank" rel="noreferrer noopener">
      {alt || t("Image")}
    </a>
  ),
  table: ({ children }) => (
    <div className="markdown-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

const plugins = [gfm]

const address = (url: string) => url.startsWith(memberAddress) ? url : defaultUrlTransform(url)

const MarkdownRendered = ({ text }: { readonly text: string }) => (
  <div className="markdown">
    <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={address}>{text}</ReactMarkdown>
  </div>
)

export default MarkdownRendered
