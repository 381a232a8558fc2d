/** Validates the values of parameters and headers, which are sent as text. */
import type { CheckSchema } from "./OpenApiDocument.ts"
import type { TextValue } from "./Operations.ts"

const read = (type: string, text: string): unknown => type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text

/** Returns what is wrong with the texts that were sent under a name; its schema allows one. */
export const checkTexts = (
  kind: string,
  { name, required, schema, type }: TextValue,
  texts: ReadonlyArray<string>,
  check: CheckSchema,
  inAnySpelling = false
): ReadonlyArray<string> => {
  if (texts.length === 0) return required ? [`the ${kind} ${name} is missing`] : []
  if (texts.length > 1) return [`the ${kind} ${name} was sent ${texts.length} times`]
  return check(read(type, texts[0]!), schema, inAnySpelling).map((wrong) => `the ${kind} ${name}: ${wrong}`)
}
