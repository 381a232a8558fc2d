/** Names the page, and puts the focus on its heading, so that a screen reader says where one is. */
import { useEffect, useRef } from "react"

export const usePageTitle = (title: string) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Candor`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
