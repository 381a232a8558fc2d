/** The principal of a request: an API key, the user that it acts as, and their organization. */
import { Schema } from "effect"
import { ApiKeyId } from "../Id.ts"
import { Organization } from "../organization/Organization.ts"
import { Scope } from "./Scope.ts"
import { Line } from "../Text.ts"
import { User } from "../organization/User.ts"

export const Principal = Schema.Struct({
  organization: Organization,
  user: User,
  api_key: Schema.Struct({ id: ApiKeyId, name: Line, scope: Scope })
})
export interface Principal extends Schema.Schema.Type<typeof Principal> {}
