/** The values of an enumerated field with their labels. */
import { type Marked, t } from "../language/text.tsx"

interface Choices<Value extends string> {
  readonly options: ReadonlyArray<readonly [value: string, name: string]>
  /** Returns the text as one of the values; undefined if it is none of them. */
  readonly of: (text: string) => Value | undefined
  readonly name: (value: Value) => string
}

/** Makes the choices from their labels. A value of the API without a label does not compile. */
export const choicesOf = <Value extends string>(names: { readonly [V in Value]: Marked }): Choices<Value> => {
  const isValue = (text: string): text is Value => Object.hasOwn(names, text)
  return {
    get options() {
      return Object.entries<Marked>(names).map(([value, name]) => [value, t(name)] as const)
    },
    of: (text) => isValue(text) ? text : undefined,
    name: (value) => t(names[value])
  }
}
