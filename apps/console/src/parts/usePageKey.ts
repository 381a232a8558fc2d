/**
 * A keyboard shortcut on a page. It is inactive while a person writes or a dialog is open, and if something else has
 * handled the key.
 */
import { useEffect, useRef } from "react"
import { isWriting } from "./isWriting.ts"
import { keyOf } from "./keyOf.ts"

/** Returns whether a key press (without Ctrl or Alt) is for the page. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) &&
  document.querySelector("dialog[open]") === null

/** `run` is undefined while the key does nothing. With `isFirst` the shortcut precedes all others on the page. */
export const usePageKey = (letter: string, run: (() => void) | undefined, isFirst = false): void => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        keyOf(event) !== letter || event.shiftKey || !isForPage(event) || isWriting(event.target) ||
        latest.current === undefined
      ) return
      event.preventDefault()
      latest.current()
    }
    // Runs after the keys of a board, which listen on the document.
    addEventListener("keydown", press, isFirst)
    return () => removeEventListener("keydown", press, isFirst)
  }, [letter, isFirst])
}
