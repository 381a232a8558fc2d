/** Names for the types of stages. */
import type { ApplicationDetail } from "@candor/client"
import { msg } from "../../language/text.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"

type Stage = ApplicationDetail["stage"]

export const stageTypes = choicesOf<Stage["type"]>({
  applied: msg("Application"),
  screen: msg("Screening"),
  interview: msg("Interview"),
  offer: msg("Offer"),
  hired: msg("Hired")
})
