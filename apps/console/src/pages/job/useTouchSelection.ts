/**
 * Selects cards by touch: a long press selects the first, taps select further ones. Scrolling and dragging cancel a
 * press.
 */
import { type MouseEvent, type PointerEvent, useRef } from "react"
import { cardAround } from "./useBoardKeys.ts"

/** Milliseconds of a long press; shorter than the 400 after which browsers start a drag. */
const pressMillis = 350

/** Pixels by which a resting finger may move. */
const slop = 10

interface Press {
  readonly timer: ReturnType<typeof setTimeout>
  readonly x: number
  readonly y: number
}

/** `select` gets the card of a long press. */
export const useTouchSelection = (select: (id: string) => void) => {
  const press = useRef<Press>(undefined)
  const latest = useRef({ isTouch: false, isLong: false })
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  return {
    /** The kind of the latest press. */
    latest,
    listeners: {
      onPointerDown: ({ clientX: x, clientY: y, isPrimary, pointerType, target }: PointerEvent) => {
        end()
        latest.current = { isTouch: pointerType === "touch", isLong: false }
        const id = cardAround(target)
        if (pointerType !== "touch" || !isPrimary || id === undefined) return
        const timer = setTimeout(() => {
          latest.current = { isTouch: true, isLong: true }
          select(id)
        }, pressMillis)
        press.current = { timer, x, y }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { current } = press
        if (current !== undefined && Math.hypot(clientX - current.x, clientY - current.y) > slop) end()
      },
      onPointerUp: end,
      onPointerCancel: end,
      // Prevents the browser's link menu from opening above the selection.
      onContextMenu: (event: MouseEvent) => {
        if (latest.current.isTouch && cardAround(event.target) !== undefined) event.preventDefault()
      }
    }
  }
}
