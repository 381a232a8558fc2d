/** The principal of a request: an API key or a session, its user, and their organization. */
import { Schema } from "effect"
import { ApiKey } from "./ApiKey.ts"
import { described } from "../Described.ts"
import { Organization } from "../organization/Organization.ts"
import { least, Scope } from "../access/Scope.ts"
import { User } from "../organization/Member.ts"
import { JobAccess, type MemberRole, scopeOf } from "../access/MemberRole.ts"

export const Principal = Schema.Struct({
  organization: Organization,
  user: User,
  job_access: JobAccess,
  /**
   * Whether some scorecards and feedback are hidden from the member, who still has to submit one or has applied
   * themselves.
   */
  hides_feedback: Schema.Boolean,
  /** The key or session, with its present scope: at most the role of its member. */
  api_key: Schema.Struct({
    id: ApiKey.fields.id,
    name: ApiKey.fields.name,
    scope: Scope.pipe(described("What the key may do now: at most the role of its member", "write"))
  }).pipe(described("The key or the session that made the request"))
})
export interface Principal extends Schema.Schema.Type<typeof Principal> {}

/** Returns the principal with no more than a member's role. */
export const limitedTo = (principal: Principal, role: MemberRole): Principal => {
  const scope = least(principal.api_key.scope, scopeOf(role))
  return scope === principal.api_key.scope ? principal : { ...principal, api_key: { ...principal.api_key, scope } }
}
