/** The few values of a field, with their names. */
import { type Marked, t } from "../language/text.tsx"

interface Choices<Value extends string> {
  readonly options: ReadonlyArray<readonly [value: string, name: string]>
  /** Returns the text as one of the values; undefined if it is none of them. */
  readonly of: (text: string) => Value | undefined
  readonly name: (value: Value) => string
}

/** The choices by their names. A value of the interface that lacks its name here does not compile. */
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
