/** The event types of a webhook's form. */
import { textOf } from "../../parts/Action.tsx"

/** Returns the types that were typed, separated by commas; nothing where none was, so that the API takes its default. */
export const typesOf = (form: FormData): { readonly event_types?: ReadonlyArray<string> } => {
  const types = textOf(form, "event_types").split(",").map((type) => type.trim()).filter((type) => type !== "")
  return types.length === 0 ? {} : { event_types: types }
}
