/**
 * The keys of a board. J and K go to the next and the previous card, with Shift to select both. X selects a card. Shift
 * with an arrow moves the open or focused card, M and R move or reject it. Escape closes the panel or clears the
 * selection.
 */
import { useEffect, useRef } from "react"
import { isWriting } from "../../parts/isWriting.ts"
import { keyOf } from "../../parts/keyOf.ts"
import { isForPage } from "../../parts/usePageKey.ts"

interface Keys {
  /** Returns the focused card, or the one whose application is open. */
  readonly current: () => string | undefined
  readonly go: (steps: number, isSelecting: boolean) => void
  readonly select: (id: string) => void
  /** Each returns whether it had a card to act on. */
  readonly move: (id: string, stages: number) => boolean
  readonly choose: (id: string) => boolean
  readonly reject: (id: string) => boolean
  /** Returns whether it closed anything. */
  readonly close: () => boolean
}

const steps: Readonly<Record<string, number>> = { arrowleft: -1, arrowright: 1 }

export const useBoardKeys = (keys: Keys): void => {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isForPage(event)) return
      const { choose, close, current, go, move, reject, select } = latest.current
      if (event.key === "Escape") {
        if (close()) event.preventDefault()
        return
      }
      if (isWriting(event.target)) return
      const id = current()
      const key = keyOf(event)
      if (key === "j" || key === "k") go(key === "j" ? 1 : -1, event.shiftKey)
      else if (id === undefined) return
      else if (key === "x") select(id)
      else if (
        event.shiftKey
          ? !(key in steps && move(id, steps[key]!))
          : !(key === "m" ? choose(id) : key === "r" && reject(id))
      ) return
      event.preventDefault()
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  }, [])
}

/** Returns the id of the card that contains an element. */
export const cardAround = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>("[data-card]")?.dataset["card"] : undefined

/** Scrolls a card into view. Returns its link. */
export const showCard = (id: string): HTMLElement | null | undefined => {
  const card = document.getElementById(`card-${id}`)
  card?.scrollIntoView({ block: "nearest", inline: "nearest" })
  return card?.querySelector("a")
}

/** Focuses a card and scrolls it into view. Returns whether it is rendered. */
export const focusCard = (id: string): boolean => {
  const link = showCard(id)
  link?.focus({ preventScroll: true })
  return link !== null && link !== undefined
}

export const isColumnFocused = (stage: string): boolean => document.activeElement?.id === `column-${stage}`

/** Focuses a column. */
export const focusColumn = (stage: string): void => document.getElementById(`column-${stage}`)?.focus()
