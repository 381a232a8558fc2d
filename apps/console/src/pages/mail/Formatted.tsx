/**
 * Shows the HTML of a mail in a frame that runs, sends and loads nothing. The policy of the frame's page ensures this
 * (apps/api/src/public/MailFrame.ts), and its sandbox allows no scripts. The HTML is inserted from outside, since the
 * frame's request carries no credential.
 */
import { useEffect, useRef, useState } from "react"

const sandbox = ["allow-same-origin", "allow-popups", "allow-popups-to-escape-sandbox"].join(" ")

/**
 * Elements that would change the frame, or make it send a request. Links of SVG and MathML use other attributes, which
 * SVG can animate.
 */
const removed = ["base", "embed", "frame", "iframe", "link", "math", "meta", "object", "script", "svg"].join()

/** The allowed targets of links. */
const address = /^\s*(?:https?:|mailto:|tel:)/i

/** The height in pixels from which the frame scrolls. */
const maxHeight = 560

/**
 * Returns the HTML as the root of the document. Links open in new tabs; those within the mail are removed. Everything
 * is read from the root element, because a form or picture named `body` shadows the document's property.
 */
const rootOf = (document: Document, { DOMParser }: typeof globalThis, html: string): HTMLElement => {
  // Uses the frame's parser, so that the result is under the frame's policy.
  const parsed = document.createTreeWalker(new DOMParser().parseFromString(html, "text/html"), NodeFilter.SHOW_ELEMENT)
    .nextNode() as HTMLElement
  for (const element of parsed.querySelectorAll(removed)) element.remove()
  for (const link of parsed.querySelectorAll("a, area")) {
    if (!address.test(link.getAttribute("href") ?? "")) link.removeAttribute("href")
    link.setAttribute("target", "_blank")
    link.setAttribute("rel", "noreferrer")
  }
  // Removes pictures from other servers: they are not loaded, and would leave empty space.
  for (const picture of parsed.querySelectorAll<HTMLImageElement>("img:not([src^='data:'])"))
    picture.replaceWith(picture.alt)
  const style = document.createElement("style")
  style.textContent = [
    "html{background:#fff;color:#1c1c1a;color-scheme:light;font:15px/1.5 system-ui;overflow-wrap:anywhere}",
    "body{margin:0;padding:12px}",
    "img,table{max-width:100%}",
    "img{height:auto}",
    "blockquote{border-color:#ccc;border-style:solid;border-width:0;border-left-width:3px;margin:8px 0;padding-left:12px}"
  ].join("")
  parsed.querySelector("head")!.prepend(style)
  return parsed
}

interface Props {
  readonly html: string
  readonly title: string
}

export const Formatted = ({ html, title }: Props) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  const [height, setHeight] = useState(80)
  useEffect(() => {
    const document = frame.current?.contentDocument
    const view = document?.defaultView
    if (loads === 0 || document === null || document === undefined || view === null || view === undefined) return
    const root = rootOf(document, view, html)
    const empty = document.documentElement
    empty.replaceWith(root)
    const measure = () => setHeight(Math.min(maxHeight, root.scrollHeight))
    const observer = new ResizeObserver(measure)
    observer.observe(root)
    measure()
    return () => {
      observer.disconnect()
      root.replaceWith(empty)
    }
  }, [html, loads])
  return (
    <iframe
      ref={frame}
      className="formatted"
      src="/console/formatted"
      sandbox={sandbox}
      title={title}
      style={{ height }}
      onLoad={() => setLoads((loads) => loads + 1)}
    />
  )
}
