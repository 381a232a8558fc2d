/** A page that the server made, in a frame that runs nothing and leads nowhere. */
import { useEffect, useRef } from "react"

// The page's policy takes HTML by this one alone. Nothing of it can run: the frame has no permissions.
const frames = globalThis.trustedTypes?.createPolicy("frame", { createHTML: (html) => html })

/** Keeps what it shows until there is another page. */
export const PageFrame = ({ html, title }: { readonly html: string | undefined; readonly title: string }) => {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (html !== undefined && frame.current !== null) frame.current.srcdoc = frames?.createHTML(html) ?? html
  }, [html])
  return <iframe ref={frame} className="page-frame" sandbox="" title={title} />
}
