/** Describes the accepted values of a setting or option in words that do not require knowledge of our libraries. */

const words: ReadonlyArray<readonly [RegExp | string, string]> = [
  [/^Schema validation failed: /, ""],
  [/^Expected:? /, ""],
  [/^a string representing a finite number$/, "a number"],
  [/^a valid Date$/, "a date, for example 2027-01-31"],
  [/^a valid URL string$/, "a URL, for example https://example.com/v1"],
  [/^a string representing a Duration$|^a valid Duration.*$/i, "a time, for example 30 seconds"]
]

/**
 * Rewrites a message of a schema or of the command line's parser, as “an integer from 1” or “free, starter or growth”.
 */
export const expected = (message: string): string => {
  const plain = words.reduce((text, [library, ours]) => text.replace(library, ours), message)
  const literals = plain.split(" | ")
  if (!literals.every((literal) => /^"[^"]*"$/.test(literal))) return plain
  const names = literals.map((literal) => literal.slice(1, -1))
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`
}
