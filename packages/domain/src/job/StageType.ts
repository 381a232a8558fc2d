/** The type of a stage: what a stage means, whatever its name is and in whatever language. */
import { Schema } from "effect"
import { hiredNames, wordsOfTypes } from "./StageNames.ts"

export const StageType = Schema.Literals(["applied", "screen", "interview", "offer", "hired"])
export type StageType = typeof StageType.Type

/** Returns a name in lower case, without accents, signs and emoji, with single spaces. */
const plain = (name: string): string =>
  name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").replaceAll("ı", "i").replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const hired: ReadonlySet<string> = new Set(hiredNames.map(plain))

const matchers = wordsOfTypes.map(([type, words]) => {
  const all = words.map(plain)
  /** A short word of an alphabet is compared whole: "new" is not in "renewal". */
  const isPart = (word: string) => word.length > 4 || !/^[a-z]+$/.test(word)
  return { type, parts: all.filter(isPart), whole: new Set(all.filter((word) => !isPart(word))) }
})

/**
 * Returns the type that a name says in one of many languages. `hired` is said by a whole name only: "Not hired" is not.
 */
export const typeOfName = (name: string): StageType | undefined => {
  const text = plain(name)
  if (hired.has(text)) return "hired"
  const words = text.split(" ")
  return matchers.find(({ parts, whole }) =>
    parts.some((part) => text.includes(part)) || words.some((word) => whole.has(word))
  )?.type
}

/**
 * Returns the type of a stage whose name says none, by the stage before it. Nothing is taken for hired by its position.
 */
const typeAfter = (before: StageType | undefined): StageType =>
  before === undefined ? "applied" : before === "applied" ? "screen" : before === "hired" ? "offer" : before

/** Guesses the type of a stage by its name, or else by the type of the stage before it. */
export const guessedType = (name: string, before: StageType | undefined): StageType =>
  typeOfName(name) ?? typeAfter(before)

/** Returns the types of the stages of a pipeline, in their order. Those that are not given are guessed. */
export const typesOf = (
  stages: ReadonlyArray<{ readonly name: string; readonly type?: StageType | undefined }>
): ReadonlyArray<StageType> => {
  let before: StageType | undefined
  return stages.map(({ name, type }) => (before = type ?? guessedType(name, before)))
}
