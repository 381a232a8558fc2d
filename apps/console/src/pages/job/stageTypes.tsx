/** The types of stages, in words. */
import type { ApplicationDetail } from "@candor/client"
import { choicesOf } from "../../parts/choicesOf.ts"

type Stage = ApplicationDetail["stage"]

export const stageTypes = choicesOf<Stage["type"]>({
  applied: "Application",
  screen: "Screening",
  interview: "Interview",
  offer: "Offer",
  hired: "Hired"
})

/** What a stage means, whatever its name is. */
export const TypeOfStage = ({ of: { type } }: { readonly of: Pick<Stage, "type"> }) => (
  <span className="hint" title="The type of the stage">{stageTypes.options.find(([value]) => value === type)?.[1]}</span>
)
