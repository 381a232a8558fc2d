/** The port to templates of scorecards. */
import { Context, type Effect } from "effect"
import type { OrganizationId } from "../Id.ts"
import type { StoreOf } from "../Resource.ts"
import type { ScorecardTemplateUse, scorecardTemplates } from "./ScorecardTemplate.ts"

export class ScorecardTemplates extends Context.Service<
  ScorecardTemplates,
  StoreOf<typeof scorecardTemplates> & {
    /** Returns the uses of each template that the viewer sees. */
    readonly uses: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<ScorecardTemplateUse>>
  }
>()("@candor/domain/ScorecardTemplates") {}
