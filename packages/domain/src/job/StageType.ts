/** The type of a stage: its meaning, independent of its name and language. */
import { Schema } from "effect"
import { hiredNames, wordsOfTypes } from "./StageNames.ts"

export const StageType = Schema.Literals(["applied", "screen", "interview", "offer", "hired"])
export type StageType = typeof StageType.Type

/** Normalizes a name: lower case, without accents, signs and emoji, with single spaces. */
const plain = (name: string): string =>
  name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").replaceAll("ı", "i").replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const hired: ReadonlySet<string> = new Set(hiredNames.map(plain))

const matchers = wordsOfTypes.map(([type, words]) => {
  const all = words.map(plain)
  /** Short Latin words are compared as whole words: "new" is not in "renewal". */
  const isPart = (word: string) => word.length > 4 || !/^[a-z]+$/.test(word)
  return { type, parts: all.filter(isPart), whole: new Set(all.filter((word) => !isPart(word))) }
})

/**
 * Returns the type that a name means in one of many languages. `hired` requires the whole name: "Not hired" does not
 * match.
 */
export const typeOfName = (name: string): StageType | undefined => {
  const text = plain(name)
  if (hired.has(text)) return "hired"
  const words = text.split(" ")
  return matchers.find(({ parts, whole }) =>
    parts.some((part) => text.includes(part)) || words.some((word) => whole.has(word))
  )?.type
}

/** Returns the type of a stage with an unknown name, from the stage before it. A position never means hired. */
const typeAfter = (before: StageType | undefined): StageType =>
  before === undefined ? "applied" : before === "applied" ? "screen" : before === "hired" ? "offer" : before

/** Guesses the type of a stage from its name, or else from the type of the stage before it. */
export const guessedType = (name: string, before: StageType | undefined): StageType =>
  typeOfName(name) ?? typeAfter(before)

/** Returns the types of a pipeline's stages, in order. Those that are not given are guessed. */
export const typesOf = (
  stages: ReadonlyArray<{ readonly name: string; readonly type?: StageType | undefined }>
): ReadonlyArray<StageType> => {
  let before: StageType | undefined
  return stages.map(({ name, type }) => (before = type ?? guessedType(name, before)))
}
