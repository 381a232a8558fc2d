/**
 * The person's position on a board: when a card is decided, the next one of its column takes its position, and J
 * continues from there.
 */
import { useLayoutEffect, useRef } from "react"
import type { Card } from "./loadBoard.ts"

type Placed = Pick<Card, "id" | "stage_id">

/** A card, with the order of the cards at that time. */
export interface Place<Of extends Placed = Card> {
  readonly card: Of
  readonly order: ReadonlyArray<Of>
}

/** Returns the nearest remaining card on one side of a position. */
const nearest = <Of extends Placed>(
  { card, order }: Place<Of>,
  by: number,
  stays: (one: Of) => boolean
): Of | undefined => {
  const at = order.findIndex(({ id }) => id === card.id)
  return by > 0 ? order.slice(at + 1).find(stays) : order.slice(0, at).findLast(stays)
}

/**
 * Returns the card of the same column that follows when some leave: the one below, else the one above; undefined if
 * none is left.
 */
export const nextOfColumn = <Of extends Placed>(
  place: Place<Of>,
  order: ReadonlyArray<Of>,
  leaving: ReadonlySet<string>
): Of | undefined => {
  const there = new Set(
    order.filter(({ id, stage_id }) => stage_id === place.card.stage_id && !leaving.has(id)).map(({ id }) => id)
  )
  const stays = ({ id }: Of) => id !== place.card.id && there.has(id)
  return nearest(place, 1, stays) ?? nearest(place, -1, stays)
}

/**
 * Returns the card `by` steps from a position. If the card there has left, counts from the gap. Undefined if there is
 * none.
 */
export const stepFrom = <Of extends Placed>(
  place: Place<Of> | undefined,
  order: ReadonlyArray<Of>,
  by: number
): Of | undefined => {
  const at = order.findIndex(({ id }) => id === place?.card.id)
  if (place === undefined || order[at]?.stage_id === place.card.stage_id)
    return order[Math.min(order.length - 1, Math.max(0, at + by))]
  const there = new Map(order.map((card) => [card.id, card]))
  const left = nearest(place, by, ({ id }) => id !== place.card.id && there.has(id))
  return left === undefined ? undefined : there.get(left.id)
}

/** Remembers the position of the open or focused card, which `current` returns, or else of the last such card. */
export const usePlace = (order: ReadonlyArray<Card>, current: () => string | undefined) => {
  const latest = useRef(order)
  const place = useRef<Place>(undefined)
  const keep = () => {
    const order = latest.current
    const id = current()
    const card = order.find((one) => one.id === id)
    const { card: before } = place.current ?? {}
    if (card !== undefined && (card.id !== before?.id || card.stage_id === before.stage_id))
      place.current = { card, order }
  }
  useLayoutEffect(() => {
    latest.current = order
    keep()
  })
  const placeOf = (card: Card): Place =>
    place.current?.card.id === card.id ? place.current : { card, order: latest.current }
  return {
    /** The latest card that was open or focused, even if it has left the board. */
    here: (): ReadonlyArray<Card> => place.current === undefined ? [] : [place.current.card],
    step: (by: number) => {
      // The focus may have moved since.
      keep()
      return stepFrom(place.current, latest.current, by)
    },
    /** Returns the card to continue with when cards leave, counted from this one of them. */
    next: (card: Card, leaving: ReadonlySet<string>) => nextOfColumn(placeOf(card), latest.current, leaving)
  }
}
