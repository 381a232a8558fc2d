/** The few values of a field, with their names. */

interface Choices<Value extends string> {
  readonly options: ReadonlyArray<readonly [value: string, name: string]>
  /** A text as one of the values; undefined where it is none of them. */
  readonly of: (text: string) => Value | undefined
}

/** A value of the interface that lacks its name here does not compile. */
export const choicesOf = <Value extends string>(names: { readonly [V in Value]: string }): Choices<Value> => {
  const isValue = (text: string): text is Value => Object.hasOwn(names, text)
  return { options: Object.entries<string>(names), of: (text) => isValue(text) ? text : undefined }
}
