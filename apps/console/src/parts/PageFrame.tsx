/** A page that the server made, in a frame that runs nothing and leads nowhere. */
import { useEffect, useRef, useState } from "react"

// The page's policy takes HTML by this one alone. Nothing of it can run: the frame has no permissions.
const frames = globalThis.trustedTypes?.createPolicy("frame", { createHTML: (html) => html })

interface FrameProps {
  readonly html: string
  readonly isShown: boolean
  readonly onLoad: () => void
  readonly title: string
}

/**
 * Keeps what it shows until another page has loaded. That one is in a new frame: the browser's Back would go through
 * the pages of one.
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
    // From here on: an empty frame has loaded, too.
    element.addEventListener("load", onLoad)
    element.srcdoc = frames?.createHTML(html) ?? html
  }, [html])
  return <iframe ref={frame} sandbox="" title={title} hidden={!isShown} />
}
