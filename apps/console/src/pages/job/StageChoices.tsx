/** The stages of a job, to move somebody to one of them. */
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import type { Stage } from "./loadBoard.ts"
import { TypeOfStage } from "./stageTypes.tsx"

interface Props {
  readonly stages: ReadonlyArray<Stage>
  /** The present stage; undefined where several have different ones. */
  readonly present?: string
  readonly onChoose: (stage: Stage) => void
}

export const StageChoices = ({ onChoose, present, stages }: Props) => (
  <ul className="choices">
    {stages.map((stage) => (
      <li key={stage.id}>
        <Button aria-current={stage.id === present ? "true" : undefined} onClick={() => onChoose(stage)}>
          {stage.name}
          <TypeOfStage of={stage} />
          {stage.id === present ? <span className="hint">{t("now")}</span> : null}
        </Button>
      </li>
    ))}
  </ul>
)
