/** Sets the page's title, and focuses its heading, so that a screen reader announces the page. */
import { useEffect, useRef } from "react"

export const usePageTitle = (title: string) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Candor`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
