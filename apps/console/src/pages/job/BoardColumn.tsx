/** A stage of a board. Its column scrolls by itself, and loads further cards while scrolling. */
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual"
import { type DragEvent, memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { parseSearch, stringifySearch } from "../../router/search.ts"
import { useMay } from "../../session/CurrentSession.tsx"
import { CardView, heightOf } from "./CardView.tsx"
import { type Card, type Column, type Stage, statusesOf } from "./loadBoard.ts"

interface Props {
  readonly stage: Stage
  readonly column: Column
  readonly shown: string
  /** The number of applications, including those that are not loaded. */
  readonly count: number
  readonly mayMove: boolean
  readonly dragged: RefObject<Card | undefined>
  readonly selected: ReadonlySet<string>
  /** The card whose application is open beside the board. */
  readonly open: string | undefined
  /** The card that has or will get the focus: it is rendered at any scroll position. */
  readonly focused: string | undefined
  readonly onDrop: (card: Card, stage: Stage) => void
  readonly onMore: (stage: string) => Promise<void>
}

/** Returns a function that makes the address of the board with an application open. */
const hrefs = () => {
  const { application: _, ...search } = parseSearch(location.search)
  return (application: string): string => stringifySearch({ ...search, application })
}

/** The number of cards that are rendered above and below the visible area. */
const overscan = 6

/** The distance from the end of a column at which its next page is loaded. */
const ahead = "800px"

export const BoardColumn = memo(
  ({ column, count, dragged, focused, mayMove, onDrop, onMore, open, selected, shown, stage }: Props) => {
    const [isOver, setOver] = useState(false)
    // A member who only gives feedback sees no ratings of others, so as not to be influenced; nor does one who is asked
    // for feedback on the application.
    const seesRatings = !useMay("comment") || mayMove
    const cards = useMemo(() => {
      const statuses = statusesOf(shown)
      return column.cards.filter(({ status }) => statuses.includes(status))
    }, [column.cards, shown])
    const scroller = useRef<HTMLDivElement>(null)
    const rows = useVirtualizer({
      count: cards.length,
      getScrollElement: () => scroller.current,
      estimateSize: (index) => heightOf(cards[index]!),
      // A new function makes the virtualizer recompute all positions.
      getItemKey: useCallback((index: number) => cards[index]!.id, [cards]),
      overscan,
      rangeExtractor: (range) => {
        const kept = [open, focused].map((id) => cards.findIndex((card) => card.id === id)).filter((index) =>
          index !== -1
        )
        return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((one, other) => one - other)
      }
    })
    const over = (event: DragEvent) => {
      if (dragged.current === undefined || dragged.current.stage_id === stage.id) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      if (dragged.current !== undefined) onDrop(dragged.current, stage)
    }
    const hrefOf = hrefs()
    return (
      <section
        id={`column-${stage.id}`}
        className={isOver ? "column over" : "column"}
        tabIndex={-1}
        aria-label={stage.name}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <header className="column-head">
          <h2 title={stage.name}>{stage.name}</h2>
          <span className="count">{column.next === undefined ? cards.length + (column.folded ?? 0) : count}</span>
        </header>
        <div ref={scroller} className="column-cards" data-scroll-restoration-id={`column-${stage.id}`}>
          <ul style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start }) => {
              const card = cards[index]!
              return (
                <CardView
                  key={card.id}
                  card={card}
                  index={index}
                  top={start}
                  size={count}
                  stage={stage.name}
                  href={hrefOf(card.id)}
                  mayMove={mayMove}
                  seesRatings={seesRatings}
                  isSelected={selected.has(card.id)}
                  isOpen={card.id === open}
                />
              )
            })}
          </ul>
          {cards.length === 0 && column.next === undefined
            ? <p className="hint column-empty">{t("No applicants")}</p>
            : null}
          {column.next === undefined ? null : (
            <NextPage
              key={column.cards.length + (column.folded ?? 0)}
              onNear={() => onMore(stage.id)}
            />
          )}
        </div>
      </section>
    )
  }
)

/** Loads the next page when the person scrolls near the end of the column. */
const NextPage = ({ onNear }: { readonly onNear: () => Promise<void> }) => {
  const end = useRef<HTMLDivElement>(null)
  const action = useAction(onNear)
  useEffect(() => {
    const { current } = end
    if (current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void action.run()
    }, { root: current.parentElement, rootMargin: `${ahead} 0px` })
    observer.observe(current)
    return () => observer.disconnect()
    // Runs for each page, since each has an end element of its own.
  }, [])
  return (
    <div ref={end} className="column-end">
      <Problem text={action.error} />
      {action.error === undefined
        ? <span className="hint">{t("Loading more…")}</span>
        : <Button look="quiet" onClick={() => action.run()}>{t("Try again")}</Button>}
    </div>
  )
}
