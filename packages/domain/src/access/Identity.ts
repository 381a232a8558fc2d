/** Who signs in at an identity provider: the issuer and the subject, which never changes there (OpenID Connect Core, section 5.7). */
import type { Organization } from "../organization/Organization.ts"
import type { UserId } from "../Id.ts"

export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** A member to whom an identity is linked. */
export interface IdentityHolder {
  readonly organization: Pick<Organization, "id" | "name">
  readonly user_id: UserId
}
