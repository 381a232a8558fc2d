/** The port to templates of scorecards. */
import { Context } from "effect"
import type { StoreOf } from "../Resource.ts"
import type { scorecardTemplates } from "./ScorecardTemplate.ts"

export class ScorecardTemplates
  extends Context.Service<ScorecardTemplates, StoreOf<typeof scorecardTemplates>>()("@candor/domain/ScorecardTemplates")
{}
