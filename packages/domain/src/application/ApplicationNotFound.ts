/** The failure of everything that is asked of an application which is not there. */
import { Schema } from "effect"

export class ApplicationNotFound
  extends Schema.TaggedError<ApplicationNotFound>()("ApplicationNotFound", { id: Schema.String })
{}
