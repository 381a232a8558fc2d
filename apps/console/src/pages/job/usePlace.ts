/**
 * Where a person is on a board: a card that is decided leaves its place to the next one of its column, and J goes on
 * from there.
 */
import { useLayoutEffect, useRef } from "react"
import type { Card } from "./loadBoard.ts"

type Placed = Pick<Card, "id" | "stage_id">

/** A card among those that were there with it. */
export interface Place<Of extends Placed = Card> {
  readonly card: Of
  readonly order: ReadonlyArray<Of>
}

/** The nearest one that stays: on one side of a place, in the order of their distance. */
const nearest = <Of extends Placed>(
  { card, order }: Place<Of>,
  by: number,
  stays: (one: Of) => boolean
): Of | undefined => {
  const at = order.findIndex(({ id }) => id === card.id)
  return by > 0 ? order.slice(at + 1).find(stays) : order.slice(0, at).findLast(stays)
}

/**
 * The card of the same column that follows when some leave it: the one below, or else the one above; undefined where
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

/** The card some steps from a place: from a card that has left it, as from the gap. Undefined where there is none. */
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

/**
 * Remembers the place of a card on the board: of the open or focused one, which `current` names, or of the last such
 * one.
 */
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
    /** The latest card that was open or had the focus, also once it has left. */
    here: (): ReadonlyArray<Card> => place.current === undefined ? [] : [place.current.card],
    step: (by: number) => {
      // The focus may have moved since.
      keep()
      return stepFrom(place.current, latest.current, by)
    },
    /** The card to go on with when cards leave, as from this one of them. */
    next: (card: Card, leaving: ReadonlySet<string>) => nextOfColumn(placeOf(card), latest.current, leaving)
  }
}
