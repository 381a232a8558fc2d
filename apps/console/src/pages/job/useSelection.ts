/** The selected cards of a board. */
import { useMemo, useRef, useState } from "react"
import type { Card } from "./loadBoard.ts"

/** `order` has the visible cards: a card that leaves is no longer selected. */
export const useSelection = (order: ReadonlyArray<Card>) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef<string>(undefined)
  const cards = useMemo(() => ids.size === 0 ? [] : order.filter(({ id }) => ids.has(id)), [ids, order])
  /** Selects or deselects a card; with `isRange` selects all from the last one in the same column to this one. */
  const toggle = (id: string, isRange = false) => {
    const [from, to] = [latest.current, id].map((one) => order.findIndex((card) => card.id === one))
    const range = order.slice(Math.min(from!, to!), Math.max(from!, to!) + 1)
    const isColumn = isRange && from !== -1 && from !== to && ids.has(latest.current!) &&
      range.every(({ stage_id }) => stage_id === range[0]!.stage_id)
    setIds(isColumn ? ids.union(new Set(range.map((card) => card.id))) : ids.symmetricDifference(new Set([id])))
    latest.current = id
  }
  return {
    ids,
    cards,
    toggle,
    keep: (some: ReadonlyArray<Card>) => setIds(new Set(some.map(({ id }) => id))),
    clear: () => setIds(new Set())
  }
}
