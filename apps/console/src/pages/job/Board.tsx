/**
 * The applications of a job by stage. A card opens its application beside the board. It moves by dragging, by its
 * button, or by Shift and an arrow key, together with all selected cards. Cards are selected by X, by Shift with J or
 * K, by a click with Shift, or by a long press and taps.
 */
import type { StageCount } from "@candor/client"
import { useNavigate, useSearch } from "@tanstack/react-router"
import {
  type DragEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState
} from "react"
import { t } from "../../language/text.tsx"
import { Problem } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Help } from "../../parts/Help.tsx"
import { ratings } from "../../parts/ratings.ts"
import { useNotice } from "../../parts/Notice.tsx"
import { useMayDecide } from "../../session/CurrentSession.tsx"
import { HireDialog } from "../application/HireDialog.tsx"
import { keepApplication } from "../application/keepApplication.ts"
import { RejectOne } from "../application/Progress.tsx"
import { ApplicationPanel } from "./ApplicationPanel.tsx"
import type { BoardFilter } from "./boardFilter.ts"
import { BoardColumn } from "./BoardColumn.tsx"
import { GroupBar } from "./GroupBar.tsx"
import { folded } from "./groups.ts"
import { type Bulk, moveTo } from "./bulk.ts"
import { addPage, keyOfBoard } from "./keptBoards.ts"
import { type Card, type Columns, countOf, type Job, type Shown, type Stage, statusesOf } from "./loadBoard.ts"
import { SelectionBar } from "./SelectionBar.tsx"
import { StageChoices } from "./StageChoices.tsx"
import { cardAround, focusCard, focusColumn, isColumnFocused, showCard, useBoardKeys } from "./useBoardKeys.ts"
import { useChanges } from "./useChanges.ts"
import { useOpenApplication } from "./useOpenApplication.ts"
import { usePlace } from "./usePlace.ts"
import { useSelection } from "./useSelection.ts"
import { useTouchSelection } from "./useTouchSelection.ts"

interface Props {
  readonly job: Job
  readonly columns: Columns
  readonly counts: ReadonlyArray<StageCount>
  readonly shown: Shown
  readonly filter: BoardFilter
  /** The ids of the job's stages, joined as in the board's key. */
  readonly stages: string
}

/** A requested move. */
interface Move {
  readonly card: Card
  readonly stage: Stage
}

/** Returns whether the device has only touch input. */
const hasTouch = () => matchMedia("(hover: none)").matches

export const Board = ({ columns: all, counts, filter, job, shown, stages }: Props) => {
  const mayMove = useMayDecide(job.id)
  const tell = useNotice()
  const columns = useMemo(() => filter.group_id === undefined ? folded(all) : all, [all, filter.group_id])
  const search = useSearch({ from: "/jobs/$id" })
  const navigate = useNavigate({ from: "/jobs/$id" })
  const dragged = useRef<Card>(undefined)
  const [focused, setFocused] = useState<string>()
  const toFocus = useRef<string>(undefined)
  const [choosing, setChoosing] = useState<Card>()
  const [rejecting, setRejecting] = useState<Card>()
  const [hiring, setHiring] = useState<Move>()
  const open = useOpenApplication()
  const { changeSelected, move, problem } = useChanges(job, open.show)
  const order = useMemo(() => {
    const statuses = statusesOf(shown)
    return job.stages.flatMap(({ id }) =>
      columns.get(id)?.cards.filter(({ status }) => statuses.includes(status)) ?? []
    )
  }, [columns, job.stages, shown])
  const selection = useSelection(order)
  const byId = useMemo(() => new Map(order.map((card) => [card.id, card])), [order])
  const selectedIn = useSelectedIn(selection.cards)
  const find = (id: string | undefined) => id === undefined ? undefined : byId.get(id)
  const idInStage = (id: string | undefined, stage: Stage) =>
    id !== undefined && find(id)?.stage_id === stage.id ? id : undefined
  const isStillThere = ({ id, stage_id }: Card) => find(id)?.stage_id === stage_id

  const current = () => open.id ?? cardAround(document.activeElement)
  const place = usePlace(order, current)

  /** Focusing a card outside of the visible area renders it first. */
  const focus = (id: string) => {
    toFocus.current = id
    setFocused(id)
  }
  /** Focuses a card, or the one that took its place. */
  const focusNear = (id: string) => {
    const near = find(id) ?? place.step(1) ?? place.step(-1)
    if (near === undefined) board.current?.focus({ preventScroll: true })
    else if (near.id !== focused || !focusCard(near.id)) focus(near.id)
  }
  const board = useRef<HTMLDivElement>(null)
  /** The column that became empty, while the panel closes. */
  const endedColumn = useRef<string>(undefined)
  /** The card that last left it, and whether it has visibly left: Undo brings back the card and the focus. */
  const leftLast = useRef<{ readonly card: Card; readonly isAway: boolean }>(undefined)
  const opened = useRef<{ readonly id: string; readonly left: number }>(undefined)
  // Covers a card that was moved by keyboard, once it is in its new column; and one that Undo or a colleague moved.
  const stageOfFocused = useRef<string>(undefined)
  useLayoutEffect(() => {
    const stage = find(focused)?.stage_id
    const isAway = stage !== undefined && stageOfFocused.current !== undefined && stage !== stageOfFocused.current
    if (isAway && document.activeElement === document.body) toFocus.current = focused
    stageOfFocused.current = stage
    const { card: last, isAway: hasLeft } = leftLast.current ?? {}
    if (last !== undefined && !isStillThere(last)) leftLast.current = { card: last, isAway: true }
    else if (last !== undefined && hasLeft === true) {
      leftLast.current = undefined
      if (isColumnFocused(last.stage_id)) focus(last.id)
    }
    const id = toFocus.current
    if (id !== undefined && focused === id && focusCard(id)) toFocus.current = undefined
    // If the focused element was removed, such as a rejected card or the selection bar, the document lost the focus.
    // The panel keeps its own.
    else if (focused !== undefined && opened.current === undefined && document.activeElement === document.body)
      focusNear(focused)
  })

  // The panel narrows the board, so the board scrolls to the open card, and back. On closing, the card gets the focus
  // back.
  useLayoutEffect(() => {
    const { current } = board
    const before = opened.current
    opened.current = open.id === undefined ? undefined : { id: open.id, left: before?.left ?? current?.scrollLeft ?? 0 }
    if (open.id !== undefined) showCard(open.id)
    else if (before !== undefined) {
      current?.scrollTo({ left: before.left })
      if (endedColumn.current === undefined) focusNear(before.id)
      else focusColumn(endedColumn.current)
      endedColumn.current = undefined
    }
  }, [open.id])

  /** Moves on to the next card of the same column after cards are decided: opens it beside the board, or focuses it. */
  const goOn = (decided: ReadonlyArray<Card>) => {
    const leaving = new Set(decided.map(({ id }) => id))
    const from = decided.find(({ id }) => id === current()) ?? decided.at(-1)
    if (from === undefined) return
    const next = place.next(from, leaving)
    if (next === undefined) endColumn(from, leaving)
    else if (open.id === undefined) focus(next.id)
    else if (leaving.has(open.id)) open.show(next.id)
  }

  /** Focuses the column when it becomes empty, so that the next key does not act on the card that was just decided. */
  const endColumn = (card: Card, leaving: ReadonlySet<string>) => {
    if (open.id !== undefined && !leaving.has(open.id)) return
    const { stage_id: stage } = card
    leftLast.current = { card, isAway: false }
    setFocused(undefined)
    tell(t("That was the last one in {stage}.", { stage: job.stages.find(({ id }) => id === stage)?.name ?? "" }))
    if (open.id === undefined) return focusColumn(stage)
    endedColumn.current = stage
    open.close()
  }

  const ask = (card: Card, stage: Stage, isGoingOn = true) => {
    if (card.stage_id === stage.id) return
    if (stage.type === "hired") return setHiring({ card, stage })
    if (isGoingOn) goOn([card])
    void move(card, stage)
  }

  /** Moves all selected cards together if this is one of them; but into a hired stage only this one. */
  const moveWith = (card: Card, stage: Stage, isGoingOn: boolean) => {
    if (selection.cards.length < 2 || !selection.ids.has(card.id) || stage.type === "hired")
      return ask(card, stage, isGoingOn)
    if (isGoingOn) goOn(selection.cards)
    void changeSelected(selection.cards, moveTo(stage), selection.keep)
  }
  const dropped = (card: Card, stage: Stage) => moveWith(card, stage, false)

  const changeAll = (bulk: Bulk) => {
    const { cards, keep } = selection
    // Tagged cards stay in place.
    if (bulk.change.add_tags === undefined) goOn(cards)
    return changeSelected(cards, bulk, keep)
  }

  const latest = useRef(dropped)
  useEffect(() => {
    latest.current = dropped
  })
  const drop = useCallback((card: Card, stage: Stage) => latest.current(card, stage), [])
  const more = useCallback(
    (stage: string) => addPage(keyOfBoard(job.id, shown, stages, filter), stage, filter, AbortSignal.timeout(30_000)),
    [job.id, shown, stages, filter]
  )

  const openAt = order.findIndex(({ id }) => id === open.id)
  const neighbours = [order[openAt + 1], order[openAt - 1]].flatMap((card) => card === undefined ? [] : [card.id])

  const go = (by: number, isSelecting = false) => {
    const at = order.findIndex(({ id }) => id === current())
    const next = place.step(by)
    if (next === undefined) return
    if (isSelecting && mayMove) selection.keep([...selection.cards, ...order.slice(at, at + 1), next])
    if (open.id === undefined) focus(next.id)
    else if (next.id !== open.id) open.show(next.id)
  }

  const decidable = (id: string) => mayMove && find(id)?.status === "active" ? find(id) : undefined
  /** Returns the card that a key acts on, if no cards are selected. */
  const alone = (id: string) => selection.cards.length === 0 ? decidable(id) : undefined

  useBoardKeys({
    current,
    go,
    move: (id, by) => {
      const card = decidable(id)
      const stage = job.stages[job.stages.findIndex((one) => one.id === card?.stage_id) + by]
      if (card !== undefined && stage !== undefined) moveWith(card, stage, true)
      return card !== undefined
    },
    choose: (id) => {
      setChoosing(alone(id))
      return alone(id) !== undefined
    },
    reject: (id) => {
      setRejecting(alone(id))
      return alone(id) !== undefined
    },
    select: (id) => mayMove && selection.toggle(id),
    close: () => {
      if (open.id !== undefined) open.close()
      else if (selection.cards.length > 0) selection.clear()
      else return false
      return true
    }
  })

  const touch = useTouchSelection((id, isSelected) => {
    const isChange = mayMove && selection.ids.has(id) !== isSelected
    if (isChange) selection.toggle(id)
    return isChange
  })

  const click = (event: MouseEvent) => {
    const card = find(cardAround(event.target))
    // A click with Ctrl or the middle button opens a new tab, as on any link.
    if (card === undefined || event.ctrlKey || event.metaKey || event.button !== 0) return
    event.preventDefault()
    const { isLong, isTouch } = touch.latest.current
    // This click ends a long press.
    if (isLong) return
    const { target } = event
    if (target instanceof Element && target.closest(".card-move") !== null) return setChoosing(card)
    if (target instanceof Element && target.closest(".card-similar") !== null && card.similar !== null) {
      const group_id = card.similar.id
      return void navigate({ search: { ...search, group_id }, resetScroll: false })
    }
    if (target instanceof Element && target.closest(".card-select") !== null) return selection.toggle(card.id)
    if (event.shiftKey && mayMove) return selection.toggle(card.id, true)
    if (isTouch && selection.cards.length > 0) return selection.toggle(card.id)
    open.show(card.id)
  }

  const start = (event: DragEvent) => {
    const card = find(cardAround(event.target))
    if (card === undefined) return
    event.dataTransfer.effectAllowed = "move"
    event.dataTransfer.setData("text/plain", card.candidate.full_name)
    dragged.current = card
  }

  return (
    <>
      <Problem text={problem} />
      <div className="board-tools">
        {selection.cards.length === 0 && filter.group_id !== undefined
          ? (
            <GroupBar
              key={filter.group_id}
              job={job}
              group={filter.group_id}
              shown={shown}
              mayMove={mayMove}
              onChange={(cards, bulk) => changeSelected(cards, bulk, () => {})}
            />
          )
          : selection.cards.length > 0
          ? (
            <SelectionBar
              cards={selection.cards}
              stages={job.stages}
              onChange={changeAll}
              onClear={selection.clear}
            />
          )
          : mayMove && order.some(({ status }) => status === "active")
          ? (
            <span className="hint label-with-help">
              {t("Moving and selecting cards")}
              <Help id="board-help" about={t("Moving and selecting cards")}>
                {hasTouch()
                  ? t("Hold a card to select it, then tap others.")
                  : t(
                    "Drag cards to move them, or press Shift+← or Shift+→. Press J and K to go from card to card, X or Shift-click to select."
                  )}
              </Help>
            </span>
          )
          : null}
        {selection.cards.length === 0 && order.some((card) => card.ratings.length + card.asked > 0) ? <Marks /> : null}
      </div>
      <div className="board-area">
        <div
          ref={board}
          className="board"
          data-scroll-restoration-id="board"
          role="region"
          aria-label={t("Applications by stage")}
          tabIndex={0}
          {...touch.listeners}
          onClick={click}
          onFocus={({ target }) => setFocused(cardAround(target))}
          onDragStart={start}
          onDragEnd={() => {
            dragged.current = undefined
          }}
        >
          {job.stages.map((stage) => (
            <BoardColumn
              key={stage.id}
              stage={stage}
              column={columns.get(stage.id) ?? none}
              shown={shown}
              count={countOf(counts, shown, stage.id)}
              mayMove={mayMove}
              dragged={dragged}
              selected={selectedIn(stage.id)}
              open={idInStage(open.id, stage)}
              focused={idInStage(focused, stage)}
              onDrop={drop}
              onMore={more}
            />
          ))}
        </div>
        {open.id === undefined ? null : (
          <ApplicationPanel
            {...{ id: open.id, name: find(open.id)?.candidate.full_name, neighbours, onClose: open.close, onStep: go }}
            onRejected={() => goOn(place.here())}
          />
        )}
      </div>
      {choosing === undefined ?
        null :
        (
          <Dialog
            title={t("Move {name} to", { name: choosing.candidate.full_name })}
            onClose={() => setChoosing(undefined)}
          >
            <StageChoices
              stages={job.stages}
              present={choosing.stage_id}
              onChoose={(stage) => {
                setChoosing(undefined)
                ask(choosing, stage)
              }}
            />
          </Dialog>
        )}
      {rejecting === undefined
        ? null
        : (
          <RejectOne
            of={find(rejecting.id) ?? rejecting}
            onChange={keepApplication}
            onClose={() => setRejecting(undefined)}
            onRejected={() => goOn([rejecting])}
          />
        )}
      {hiring === undefined ? null : (
        <HireDialog
          name={hiring.card.candidate.full_name}
          stage={hiring.stage.name}
          onClose={() => setHiring(undefined)}
          onHire={() => {
            goOn([hiring.card])
            return move(hiring.card, hiring.stage)
          }}
        />
      )}
    </>
  )
}

/** The legend of the marks on cards. */
const Marks = () => (
  <span className="hint label-with-help">
    {t("Marks on cards")}
    <Help id="marks-help" about={t("Marks on cards")}>
      {ratings.map(([value, name]) => (
        <span key={value} className="mark-line">
          <span className={`dot ${value}`} /> {t(name)}
        </span>
      ))}
      <span className="mark-line">
        <span className="dot asked" /> {t("Feedback requested")}
      </span>
    </Help>
  </span>
)

const noCards: ReadonlySet<string> = new Set()

/** Returns the selected cards of a stage; the same Set object while its content is the same. */
const useSelectedIn = (cards: ReadonlyArray<Card>) => {
  const before = useRef(new Map<string, ReadonlySet<string>>())
  const sets = useMemo(
    () =>
      new Map(
        [...Map.groupBy(cards, ({ stage_id }) => stage_id)].map(([stage, ofStage]) => {
          const ids = new Set(ofStage.map(({ id }) => id))
          const present = before.current.get(stage)
          return [stage, present?.symmetricDifference(ids).size === 0 ? present : ids]
        })
      ),
    [cards]
  )
  useEffect(() => {
    before.current = sets
  })
  return (stage: string): ReadonlySet<string> => sets.get(stage) ?? noCards
}

const none = { cards: [], next: undefined }
