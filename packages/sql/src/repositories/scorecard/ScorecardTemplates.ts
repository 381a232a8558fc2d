/** Stored templates of scorecards. */
import { scorecardTemplates } from "@candor/domain/scorecard/ScorecardTemplate"
import { ScorecardTemplates } from "@candor/domain/scorecard/ScorecardTemplates"
import { storeLayer } from "../../statements/ResourceStore.ts"

export const layer = storeLayer(ScorecardTemplates, scorecardTemplates)
