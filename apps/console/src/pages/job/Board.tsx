/** The applications of a job by stage. A card moves by dragging, by its menu, or by Shift and an arrow key. */
import { NotFound } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { Button, Problem } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { explained, takeBack } from "../application/changes.ts"
import { HireDialog } from "../application/HireDialog.tsx"
import { type Card, type Columns, type Job, putCard, removeCard } from "./loadBoard.ts"
import { TypeOfStage } from "./stageTypes.tsx"

type Stage = Job["stages"][number]

interface BoardProps {
  readonly job: Job
  readonly columns: Columns
}

/** A wish to move a card. */
interface Move {
  readonly card: Card
  readonly stage: Stage
}

export const Board = ({ columns, job }: BoardProps) => {
  const mayMove = useMay("write")
  const [dragged, setDragged] = useState<Card>()
  const [choosing, setChoosing] = useState<Card>()
  const [hiring, setHiring] = useState<Move>()
  const [problem, setProblem] = useState<string>()
  const focused = useRef<string>(undefined)
  const hasActive = [...columns.values()].some(({ cards }) => cards.some(({ status }) => status === "active"))
  const tell = useNotice()

  // A card that moved by the keyboard keeps the focus in its new column.
  useEffect(() => {
    if (focused.current !== undefined) document.getElementById(`card-${focused.current}`)?.querySelector("a")?.focus()
    focused.current = undefined
  }, [columns])

  const move = async ({ card, stage }: Move) => {
    setProblem(undefined)
    putCard({ ...card, stage_id: stage.id })
    const name = card.candidate.full_name
    try {
      const { application } = await candor.applications.move(card.id, { stage_id: stage.id })
      putCard(application)
      tell(`${name} is in ${stage.name}${application.status === "hired" ? ", and hired" : ""}.`, {
        about: card.id,
        undo: async () => putCard(await takeBack(card, application))
      })
    } catch (error) {
      setProblem(`${name} stays. ${await explained(card.id, error)}`)
      const present = await candor.applications.get(card.id).catch(() => undefined)
      if (present !== undefined) putCard(present.application)
      else if (error instanceof NotFound) removeCard(card.id)
      else putCard(card)
    }
  }

  const ask = (card: Card, stage: Stage) => {
    if (card.stage_id === stage.id) return
    if (stage.type === "hired") setHiring({ card, stage })
    else void move({ card, stage })
  }

  const moveBy = (card: Card, steps: number) => {
    const index = job.stages.findIndex(({ id }) => id === card.stage_id)
    const stage = job.stages[index + steps]
    if (stage === undefined) return
    focused.current = card.id
    ask(card, stage)
  }

  return (
    <>
      <Problem text={problem} />
      {mayMove && hasActive ? <p className="hint board-hint">Drag a card, use its arrow button, or press Shift with ← or → on it.</p> : null}
      <div className="board" data-scroll-restoration-id="board" role="region" aria-label="Applications by stage" tabIndex={0}>
        {job.stages.map((stage) => (
          <Column
            key={stage.id}
            stage={stage}
            cards={columns.get(stage.id)?.cards ?? []}
            hasMore={columns.get(stage.id)?.has_more ?? false}
            mayMove={mayMove}
            dragged={dragged}
            onDrag={setDragged}
            onDrop={(card) => ask(card, stage)}
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
                    ask(choosing, stage)
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
      {hiring === undefined ? null : (
        <HireDialog name={hiring.card.candidate.full_name} stage={hiring.stage.name} onClose={() => setHiring(undefined)} onHire={() => move(hiring)} />
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

const CardView = ({ card, mayMove: mayMoveAny, onChoose, onDrag, onStep }: CardProps) => {
  const mayMove = mayMoveAny && card.status === "active"
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
