/** Sets an organization's default language: that of its first administrator's browser. */
import type { Actor } from "@candor/domain/access/Actor"
import type { OpenedSession } from "@candor/domain/authentication/SignIns"
import { update } from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { inLanguage } from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { spokenOf } from "@candor/domain/SpokenLanguage"
import { Effect } from "effect"
import { headers } from "./SignInRequest.ts"

/** Makes the function that sets the language and the names of rejection reasons after a sign-in by link. */
export const make = Effect.gen(function*() {
  const organizations = yield* Organizations
  const reasons = yield* RejectionReasons

  return Effect.fnUntraced(function*(actor: Actor, { signIn: { member } }: OpenedSession) {
    if (member.role !== "admin" || (yield* organizations.get(actor.organization_id)).language !== null) return
    const language = spokenOf((yield* headers)["accept-language"]) ?? "en"
    yield* reasons.modify(actor, (reasons) => inLanguage(reasons, language))
    yield* organizations.modify(actor, (organization, context) => update(organization, { language }, context))
  }, Effect.orDie)
})
