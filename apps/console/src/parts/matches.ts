/** Matches names by a few letters, ignoring case and accents. */
import { locale } from "../language/language.ts"

const folded = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase(locale())

/** Makes a function that returns whether a name contains all words of a query. */
export const matches = (query: string) => {
  const words = folded(query).split(/\s+/)
  return (name: string) => words.every((word) => folded(name).includes(word))
}
