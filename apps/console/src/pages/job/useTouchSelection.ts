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
  readonly id: string
  readonly timer: ReturnType<typeof setTimeout>
  readonly x: number
  readonly y: number
  /** When the finger touched, in milliseconds as the browser noted it. */
  readonly startedAt: number
}

/**
 * `select` selects or deselects the card of a long press, and returns whether that changed something. A timer shows the
 * selection while the finger rests. A busy page runs it late, or before it learns that the finger has moved or left: the
 * times of the browser's events decide then.
 */
export const useTouchSelection = (select: (id: string, isSelected: boolean) => boolean) => {
  const press = useRef<Press>(undefined)
  /** The card that the timer selected. */
  const selected = useRef<string>(undefined)
  const latest = useRef({ isTouch: false, isLong: false })
  const end = ({ timeStamp }: PointerEvent) => {
    const { current } = press
    press.current = undefined
    if (current === undefined) return
    clearTimeout(current.timer)
    const isLong = timeStamp - current.startedAt >= pressMillis
    if (isLong && !latest.current.isLong) select(current.id, true)
    if (!isLong && selected.current === current.id) select(current.id, false)
    latest.current = { isTouch: true, isLong }
  }
  return {
    /** The kind of the latest press. */
    latest,
    listeners: {
      onPointerDown: (event: PointerEvent) => {
        const { clientX: x, clientY: y, isPrimary, pointerType, target, timeStamp: startedAt } = event
        clearTimeout(press.current?.timer)
        press.current = undefined
        selected.current = undefined
        latest.current = { isTouch: pointerType === "touch", isLong: false }
        const id = cardAround(target)
        if (pointerType !== "touch" || !isPrimary || id === undefined) return
        const timer = setTimeout(() => {
          latest.current = { isTouch: true, isLong: true }
          if (select(id, true)) selected.current = id
        }, pressMillis)
        press.current = { id, timer, x, y, startedAt }
      },
      onPointerMove: (event: PointerEvent) => {
        const { current } = press
        if (current !== undefined && Math.hypot(event.clientX - current.x, event.clientY - current.y) > slop) end(event)
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
