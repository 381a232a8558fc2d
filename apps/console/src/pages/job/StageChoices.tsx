/** A choice of the stage to move applications to: Enter picks the next stage, arrows or numbers another. */
import type { KeyboardEvent } from "react"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import type { Stage } from "./loadBoard.ts"

interface Props {
  readonly stages: ReadonlyArray<Stage>
  /** The present stage; undefined if several applications are in different stages. */
  readonly present?: string
  readonly onChoose: (stage: Stage) => void
}

const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

export const StageChoices = ({ onChoose, present, stages }: Props) => {
  const first = Math.min(stages.findIndex(({ id }) => id === present) + 1, stages.length - 1)
  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll("button")]
    const by = arrows[event.key]
    const numbered = stages[Number(event.key) - 1]
    if (by !== undefined)
      buttons.at((buttons.findIndex((button) => button === document.activeElement) + by) % buttons.length)?.focus()
    else if (numbered === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    else onChoose(numbered)
    event.preventDefault()
  }
  return (
    <ul className="choices" onKeyDown={press}>
      {stages.map((stage, at) => (
        <li key={stage.id}>
          <Button
            className={at === first ? "first" : ""}
            aria-current={stage.id === present ? "true" : undefined}
            aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
            onClick={() => onChoose(stage)}
          >
            {at < 9 ? <kbd aria-hidden="true">{at + 1}</kbd> : null}
            {stage.name}
            {stage.id === present ? <span className="hint">{t("now")}</span> : null}
          </Button>
        </li>
      ))}
    </ul>
  )
}
