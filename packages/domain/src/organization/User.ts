/** Users: the identity of members, as principals and authors show it. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import * as example from "../Example.ts"
import { UserId } from "../Id.ts"
import { ShownEmail, ShownLine } from "../Text.ts"

export const User = Schema.Struct({
  id: UserId,
  full_name: ShownLine.pipe(described("The name of the person", example.user.full_name)),
  email: ShownEmail.pipe(described("The e-mail address of the person", example.user.email))
})
export interface User extends Schema.Schema.Type<typeof User> {}
