/** A page from the server in an inert frame: no scripts, no navigation. */
import { useEffect, useRef, useState } from "react"

// The page's policy allows HTML from this function only. The HTML cannot run: the frame has no permissions.
const frames = globalThis.trustedTypes?.createPolicy("frame", { createHTML: (html) => html })

interface FrameProps {
  readonly html: string
  readonly isShown: boolean
  readonly onLoad: () => void
  readonly title: string
}

/**
 * Keeps showing the previous page until another has loaded. The new page gets a new frame: otherwise the browser's Back
 * would step through the pages of the frame.
 */
export const PageFrame = ({ html, title }: { readonly html: string | undefined; readonly title: string }) => {
  const [loaded, setLoaded] = useState<string>()
  const pages = new Set([loaded, html].filter((page) => page !== undefined))
  return (
    <div className="page-frame">
      {[...pages].map((page) => (
        <Frame
          key={page}
          html={page}
          title={title}
          isShown={page === loaded}
          onLoad={() => setLoaded(page)}
        />
      ))}
    </div>
  )
}

const Frame = ({ html, isShown, onLoad, title }: FrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const element = frame.current!
    // Registered this late because an empty frame fires a load event, too.
    element.addEventListener("load", onLoad)
    element.srcdoc = frames?.createHTML(html) ?? html
  }, [html])
  return <iframe ref={frame} sandbox="" title={title} hidden={!isShown} />
}
