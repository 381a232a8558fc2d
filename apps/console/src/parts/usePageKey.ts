/** A key that does something on a page, unless a person writes, a dialog is open, or something else has taken it. */
import { useEffect, useRef } from "react"
import { isWriting } from "./isWriting.ts"
import { keyOf } from "./keyOf.ts"

/** Whether a press without Ctrl and Alt is for the page. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) &&
  document.querySelector("dialog[open]") === null

/** `run` is undefined while the key does nothing. With `isFirst` nothing else on the page takes the key before. */
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
    // After the keys of a board, which are the document's.
    addEventListener("keydown", press, isFirst)
    return () => removeEventListener("keydown", press, isFirst)
  }, [letter, isFirst])
}
