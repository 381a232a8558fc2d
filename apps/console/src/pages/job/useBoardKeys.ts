/**
 * The keys of a board: J and K to the next and the previous card, with Shift to select both, X to select one, Shift
 * with an arrow, M and R to move or reject the card that is open or has the focus, Escape to close the panel or to end
 * the selection.
 */
import { useEffect, useRef } from "react"
import { isWriting } from "../../parts/isWriting.ts"
import { keyOf } from "../../parts/keyOf.ts"
import { isForPage } from "../../parts/usePageKey.ts"

interface Keys {
  /** The card that has the focus, or whose application is open. */
  readonly current: () => string | undefined
  readonly go: (steps: number, isSelecting: boolean) => void
  readonly select: (id: string) => void
  /** Each returns whether there is something to do it with. */
  readonly move: (id: string, stages: number) => boolean
  readonly choose: (id: string) => boolean
  readonly reject: (id: string) => boolean
  /** Returns whether there was something to close. */
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

/** The card of a board that an element is in. */
export const cardAround = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>("[data-card]")?.dataset["card"] : undefined

/** Brings a card into view. Returns its link. */
export const showCard = (id: string): HTMLElement | null | undefined => {
  const card = document.getElementById(`card-${id}`)
  card?.scrollIntoView({ block: "nearest", inline: "nearest" })
  return card?.querySelector("a")
}

/** Gives a card the focus, and brings it into view. Returns whether it is there. */
export const focusCard = (id: string): boolean => {
  const link = showCard(id)
  link?.focus({ preventScroll: true })
  return link !== null && link !== undefined
}

export const isColumnFocused = (stage: string): boolean => document.activeElement?.id === `column-${stage}`

/** Gives a column the focus. */
export const focusColumn = (stage: string): void => document.getElementById(`column-${stage}`)?.focus()
