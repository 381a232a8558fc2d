/** Scrolls to the entry that the address names, such as a note that mentions the person. */
import { useLocation } from "@tanstack/react-router"
import { type RefObject, useEffect } from "react"

/**
 * Returns whether the address names the entry. Keeps it in view while content above it loads, until the person does
 * something.
 */
export const useLinked = (id: string, entry: RefObject<HTMLElement | null>): boolean => {
  const isLinked = useLocation({ select: ({ hash }) => hash === id })
  useEffect(() => {
    const { current } = entry
    if (!isLinked || current === null) return
    current.focus({ preventScroll: true })
    const observer = new ResizeObserver(() => current.scrollIntoView({ block: "center" }))
    observer.observe(current.closest(".application") ?? document.body)
    const stop = new AbortController()
    stop.signal.addEventListener("abort", () => observer.disconnect())
    for (const done of ["wheel", "keydown", "pointerdown"])
      addEventListener(done, () => stop.abort(), { signal: stop.signal })
    return () => stop.abort()
  }, [isLinked])
  return isLinked
}
