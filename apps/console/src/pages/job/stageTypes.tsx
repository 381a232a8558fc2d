/** The types of stages, in words. */
import type { ApplicationDetail } from "@candor/client"
import { msg, t } from "../../language/text.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"

type Stage = ApplicationDetail["stage"]

export const stageTypes = choicesOf<Stage["type"]>({
  applied: msg("Application"),
  screen: msg("Screening"),
  interview: msg("Interview"),
  offer: msg("Offer"),
  hired: msg("Hired")
})

/** What a stage means, whatever its name is. */
export const TypeOfStage = ({ of: { type } }: { readonly of: Pick<Stage, "type"> }) => (
  <span className="hint" title={t("The type of the stage")}>{stageTypes.options.find(([value]) => value === type)?.[1]}</span>
)
