/** Renders Markdown by react-markdown, which makes elements and no HTML. It is loaded once there is a text to render. */
import ReactMarkdown, { type Components } from "react-markdown"
import gfm from "remark-gfm"
import { t } from "../language/text.tsx"

const heading: Components["h1"] = ({ children }) => <p className="markdown-heading">{children}</p>

const components: Components = {
  // The page has headings of its own, among which those of a text would stand at a wrong depth.
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  a: ({ children, href }) => <a href={href} target="_blank" rel="noreferrer noopener">{children}</a>,
  // No other host is asked for anything while one reads.
  img: ({ alt, src }) => <a href={typeof src === "string" ? src : undefined} target="_blank" rel="noreferrer noopener">{alt || t("Image")}</a>,
  table: ({ children }) => <div className="markdown-table" tabIndex={0}><table>{children}</table></div>
}

const plugins = [gfm]

const MarkdownRendered = ({ text }: { readonly text: string }) => (
  <div className="markdown"><ReactMarkdown remarkPlugins={plugins} components={components}>{text}</ReactMarkdown></div>
)

export default MarkdownRendered
