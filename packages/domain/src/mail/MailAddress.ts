/** Email addresses with display names (RFC 5322, section 3.4). */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"

export const MailAddress = Schema.Struct({
  name: Schema.NullOr(Schema.String).pipe(
    described("The display name; null if there is none", example.candidate.full_name)
  ),
  email: Schema.String.pipe(described("The address, as it was given", example.candidate.primary_email))
}).pipe(named("MailAddress", "An address in a mail"))
export interface MailAddress extends Schema.Schema.Type<typeof MailAddress> {}
