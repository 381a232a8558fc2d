/** The entries of a text that has commas between them. */
export const listOf = (text: string): ReadonlyArray<string> =>
  text.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "")
