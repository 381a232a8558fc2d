/** The event types of a webhook's form. */
import type { Webhook } from "@candor/client"
import { textOf } from "../../parts/Action.tsx"

/**
 * Returns the types that were typed, separated by commas; nothing where none was, so that the API takes its default. The API
 * refuses a type that it does not know.
 */
export const typesOf = (form: FormData): { readonly event_types?: Webhook["event_types"] } => {
  const types = textOf(form, "event_types").split(",").map((type) => type.trim()).filter((type) => type !== "")
  return types.length === 0 ? {} : { event_types: types as unknown as Webhook["event_types"] }
}
