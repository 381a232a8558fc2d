/** Authors: the members who wrote notes and feedback, with their present names. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import { UserId } from "../Id.ts"
import { User } from "./Member.ts"

const { full_name, id } = User.fields

export const Author = Schema.Struct({ id, full_name }).pipe(
  named("Author", "The member who wrote it, with the current name")
)
export interface Author extends Schema.Schema.Type<typeof Author> {}

export const AuthorId = UserId.pipe(described("The member who wrote it"))
