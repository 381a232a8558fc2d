/** Changes of an application's own fields, besides its stage and status. */
import { Result, type Schema } from "effect"
import { type CandidateAnonymised, notAnonymised } from "../Anonymised.ts"
import { type Decision, decided, differences, type DecisionContext, unchanged } from "../Decision.ts"
import { named } from "../Described.ts"
import { changedAt, eventOf, noun } from "./Application.ts"
import type { ApplicationChange, ApplicationInJob } from "./Lifecycle.ts"

/** A request to change an application. Every field is optional. */
export const ApplicationPatch = noun.update.pipe(
  named("ApplicationPatch", "Changes to an application. Other operations change its stage and status")
)
export interface ApplicationPatch extends Schema.Schema.Type<typeof ApplicationPatch> {}

/**
 * Applies a patch to an application, active or closed. Fails if the candidate is anonymised, because such an
 * application accepts no texts.
 */
export const update = (
  { anonymised_at, application }: ApplicationInJob,
  patch: ApplicationPatch,
  { now }: DecisionContext
): Decision<ApplicationChange, CandidateAnonymised> => {
  const changes = differences(application, patch)
  if (Object.keys(changes).length === 0) return unchanged({ application, entered: null, note: null })
  return Result.flatMap(notAnonymised({ anonymised_at }), () => {
    const after = {
      ...application,
      ...changes,
      updated_at: changedAt(application, now),
      version: application.version + 1
    }
    return decided({ application: after, entered: null, note: null }, eventOf("updated", after))
  })
}
