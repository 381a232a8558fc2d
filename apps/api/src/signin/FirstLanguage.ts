/** Sets an organization's default language: that of its first administrator's browser. */
import type { Actor } from "@candor/domain/access/Actor"
import type { MemberRole } from "@candor/domain/access/MemberRole"
import { unchanged } from "@candor/domain/Decision"
import { Jobs } from "@candor/domain/job/Jobs"
import { update } from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { inLanguage } from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { spokenOf } from "@candor/domain/SpokenLanguage"
import { Effect } from "effect"
import { headers } from "./SignInRequest.ts"

/**
 * Makes the function that sets it once a member has signed in by a link. The rejection reasons of an organization
 * without jobs get their names in it: where there are jobs, applications may have been rejected for one. The link is
 * used up by then, so that a failure is logged, and the member signed in all the same.
 */
export const make = Effect.gen(function*() {
  const jobs = yield* Jobs
  const organizations = yield* Organizations
  const reasons = yield* RejectionReasons

  return Effect.fnUntraced(
    function*(actor: Actor, role: MemberRole) {
      const { organization_id } = actor
      if (role !== "admin" || (yield* organizations.get(organization_id)).language !== null) return
      const language = spokenOf((yield* headers)["accept-language"]) ?? "en"
      let isFirst = false
      yield* organizations.modify(actor, (organization, context) => {
        isFirst = organization.language === null
        return isFirst ? update(organization, { language }, context) : unchanged(organization)
      })
      if (!isFirst || (yield* jobs.list(organization_id, {}, { limit: 1, offset: 0 })).items.length > 0) return
      yield* reasons.modify(actor, (reasons) => inLanguage(reasons, language))
    },
    Effect.catchCause((cause) => Effect.logError("The organization's first language could not be set", cause))
  )
})
