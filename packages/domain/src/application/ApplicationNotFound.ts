/** The failure of every operation on an application that the organization does not have. */
import { Schema } from "effect"

export class ApplicationNotFound
  extends Schema.TaggedError<ApplicationNotFound>()("ApplicationNotFound", { id: Schema.String })
{}
