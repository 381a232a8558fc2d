/** Users: the identity of members, as principals and authors show it. */
import { Schema } from "effect"
import { UserId } from "../Id.ts"
import { Email, ShownLine } from "../Text.ts"

export const User = Schema.Struct({
  id: UserId,
  full_name: ShownLine,
  email: Email
})
export interface User extends Schema.Schema.Type<typeof User> {}
