/** The applications of a job by stage. A card moves by dragging, by its menu, or by Shift and an arrow key. */
import { Link } from "@tanstack/react-router"
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { messageOfChange } from "../../api/failures.ts"
import { candor } from "../../api/Client.ts"
import type { LoadedValue } from "../../api/useLoaded.ts"
import { Button, Problem } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import type { Card, Columns, Job } from "./loadBoard.ts"
import { TypeOfStage } from "./stageTypes.tsx"

type Stage = Job["stages"][number]

interface BoardProps {
  readonly job: Job
  readonly columns: LoadedValue<Columns>
}

/** Takes a card out of its column, and puts it first in another. */
const moved = (columns: Columns, card: Card, stage_id: string): Columns => {
  const after: Columns = new Map([...columns].map(([id, { cards, has_more }]) => [id, { cards: cards.filter(({ id }) => id !== card.id), has_more }]))
  const target = after.get(stage_id)
  return target === undefined ? after : after.set(stage_id, { ...target, cards: [{ ...card, stage_id }, ...target.cards] })
}

export const Board = ({ columns, job }: BoardProps) => {
  const mayMove = useMay("write")
  const [dragged, setDragged] = useState<Card>()
  const [choosing, setChoosing] = useState<Card>()
  const [said, setSaid] = useState("")
  const [problem, setProblem] = useState<string>()
  const focused = useRef<string>(undefined)

  // A card that moved by the keyboard keeps the focus in its new column.
  useEffect(() => {
    if (focused.current !== undefined) document.getElementById(`card-${focused.current}`)?.querySelector("a")?.focus()
    focused.current = undefined
  }, [columns.value])

  const move = async (card: Card, stage: Stage) => {
    if (card.stage_id === stage.id) return
    setProblem(undefined)
    columns.replace((before) => moved(before, card, stage.id))
    try {
      const { application } = await candor.applications.move(card.id, { stage_id: stage.id })
      setSaid(`${card.candidate.full_name} is in ${stage.name}${application.status === "hired" ? ", and hired" : ""}.`)
    } catch (error) {
      columns.replace((before) => moved(before, card, card.stage_id))
      setProblem(`${card.candidate.full_name} stays. ${messageOfChange(error)}`)
    }
  }

  const moveBy = (card: Card, steps: number) => {
    const index = job.stages.findIndex(({ id }) => id === card.stage_id)
    const stage = job.stages[index + steps]
    if (stage === undefined) return
    focused.current = card.id
    void move(card, stage)
  }

  return (
    <>
      <Problem text={problem} />
      <p className="hidden" role="status">{said}</p>
      {mayMove ? <p className="hint board-hint">Drag a card, use its arrow button, or press Shift with ← or → on it.</p> : null}
      <div className="board" data-scroll-restoration-id="board" role="region" aria-label="Applications by stage" tabIndex={0}>
        {job.stages.map((stage) => (
          <Column
            key={stage.id}
            stage={stage}
            cards={columns.value?.get(stage.id)?.cards ?? []}
            hasMore={columns.value?.get(stage.id)?.has_more ?? false}
            mayMove={mayMove}
            dragged={dragged}
            onDrag={setDragged}
            onDrop={(card) => move(card, stage)}
            onChoose={setChoosing}
            onStep={moveBy}
          />
        ))}
      </div>
      {choosing === undefined ? null : (
        <Dialog title={`Move ${choosing.candidate.full_name} to`} onClose={() => setChoosing(undefined)}>
          <ul className="choices">
            {job.stages.map((stage) => (
              <li key={stage.id}>
                <Button
                  aria-current={stage.id === choosing.stage_id ? "true" : undefined}
                  onClick={() => {
                    setChoosing(undefined)
                    void move(choosing, stage)
                  }}
                >
                  {stage.name}
                  <TypeOfStage of={stage} />
                  {stage.id === choosing.stage_id ? <span className="hint">now</span> : null}
                </Button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}

interface ColumnProps {
  readonly stage: Stage
  readonly cards: ReadonlyArray<Card>
  readonly hasMore: boolean
  readonly mayMove: boolean
  readonly dragged: Card | undefined
  readonly onDrag: (card: Card | undefined) => void
  readonly onDrop: (card: Card) => void
  readonly onChoose: (card: Card) => void
  readonly onStep: (card: Card, steps: number) => void
}

const Column = ({ cards, dragged, hasMore, mayMove, onChoose, onDrag, onDrop, onStep, stage }: ColumnProps) => {
  const [isOver, setOver] = useState(false)
  const accepts = dragged !== undefined && dragged.stage_id !== stage.id
  const over = (event: DragEvent) => {
    if (!accepts) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (dragged !== undefined) onDrop(dragged)
    onDrag(undefined)
  }
  return (
    <section
      className={isOver && accepts ? "column over" : "column"}
      aria-label={stage.name}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2>{stage.name} <span className="count">{cards.length}{hasMore ? "+" : ""}</span></h2>
      <p className="column-type"><TypeOfStage of={stage} /></p>
      <ul>
        {cards.map((card) => (
          <CardView key={card.id} card={card} mayMove={mayMove} onChoose={onChoose} onDrag={onDrag} onStep={onStep} />
        ))}
      </ul>
      {cards.length === 0 ? <p className="hint column-empty">Nobody</p> : null}
      {hasMore ? <p className="hint column-empty">These are the newest ones. There are more.</p> : null}
    </section>
  )
}

type CardProps = Pick<ColumnProps, "mayMove" | "onChoose" | "onDrag" | "onStep"> & { readonly card: Card }

const CardView = ({ card, mayMove, onChoose, onDrag, onStep }: CardProps) => {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!mayMove || !event.shiftKey || by === undefined) return
    event.preventDefault()
    onStep(card, by)
  }
  const start = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = "move"
    event.dataTransfer.setData("text/plain", card.candidate.full_name)
    onDrag(card)
  }
  return (
    <li
      id={`card-${card.id}`}
      className="card"
      draggable={mayMove}
      onDragStart={start}
      onDragEnd={() => onDrag(undefined)}
    >
      <Link to="/applications/$id" params={{ id: card.id }} className="card-name" draggable={false} onKeyDown={step}>{card.candidate.full_name}</Link>
      {card.status === "active" ? null : <Status of={card.status} />}
      <p className="hint">{spelled(card.source_type)} · <Ago at={card.created_at} /></p>
      {mayMove
        ? (
          <button type="button" className="icon-button card-move" aria-label={`Move ${card.candidate.full_name}`} onClick={() => onChoose(card)}>
            <Icon name="move" />
          </button>
        )
        : null}
    </li>
  )
}
