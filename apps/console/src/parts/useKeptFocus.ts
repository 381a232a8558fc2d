/**
 * Keeps the focus nearby when the focused element is removed, such as a button with its row. Otherwise the keyboard
 * would start again at the top of the page.
 */
import { type RefObject, useEffect } from "react"

/** Returns an element and its ancestors, innermost first. */
const around = (element: Element | null): ReadonlyArray<Element> =>
  element === null ? [] : [element, ...around(element.parentElement)]

export const useKeptFocus = (page: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { current } = page
    if (current === null) return
    let focused: ReadonlyArray<Element> = []
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? around(target) : []
    }
    // A blur from an element that stays means that the person wants no focus. A browser may send the same event just
    // before it removes an element, so this is decided afterwards.
    const forget = ({ relatedTarget, target }: FocusEvent) =>
      setTimeout(() => {
        if (relatedTarget === null && target instanceof Element && target.isConnected && focused[0] === target)
          focused = []
      })
    const observer = new MutationObserver(() => {
      const [element] = focused
      if (element === undefined || element.isConnected || document.activeElement !== document.body) return
      const left = focused.find(({ isConnected }) => isConnected)
      focused = []
      const near = left?.closest<HTMLElement>(".part, .progress, .panel[tabindex]") ??
        current.querySelector<HTMLElement>(".panel[tabindex], .board") ?? current.querySelector<HTMLElement>("h1")
      near?.focus({ preventScroll: true })
    })
    current.addEventListener("focusin", remember)
    current.addEventListener("focusout", forget)
    observer.observe(current, { childList: true, subtree: true })
    return () => {
      current.removeEventListener("focusin", remember)
      current.removeEventListener("focusout", forget)
      observer.disconnect()
    }
  }, [page])
}
