/** What is found by a few letters of its name, in any case and without its accents. */
import { locale } from "../language/language.ts"

const folded = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase(locale())

/** Returns whether a name has all words of a query. */
export const matches = (query: string) => {
  const words = folded(query).split(/\s+/)
  return (name: string) => words.every((word) => folded(name).includes(word))
}
