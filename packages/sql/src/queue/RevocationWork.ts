/** The queue of ended connections whose grants must be revoked at the provider. Their refresh tokens are encrypted. */
import { Provider } from "@candor/domain/connection/Connection"
import { OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"

export const queue = "revocations"

/** A connection that has ended (`EndedConnection`). */
export const Element = Schema.Struct({
  organization_id: OrganizationId,
  owner: Schema.Union([Schema.Literal("mail"), Schema.TemplateLiteral(["calendar ", Schema.String])]),
  provider: Provider,
  account: Schema.NullOr(Schema.String),
  refresh_token: Schema.String
})
