/** Finds operations of the interface, and sections of the manual, by words. */
import * as Manual from "../public/Manual.ts"
import { keptOperations } from "./KeptOperations.ts"
import type { Operations } from "./ToolOperations.ts"
import { isRead } from "./Tools.ts"

/** Maximum number of operations and of sections that a search returns. */
const maxOperations = 8
const maxParts = 3

/** Characters of a section's beginning that are shown. */
const excerptLength = 500

/** Words that people use for things that the interface names otherwise. */
const synonyms: Readonly<Record<string, string>> = {
  applicant: "application",
  cv: "attachment",
  decline: "reject",
  delegate: "assign",
  email: "mail",
  erase: "anonymise",
  gdpr: "anonymise",
  interviewer: "interview",
  letter: "mail",
  message: "mail",
  opening: "job",
  person: "candidate",
  position: "job",
  remove: "delete",
  requisition: "job",
  resume: "attachment",
  send: "write",
  user: "member",
  vacancy: "job"
}

const ignored: ReadonlySet<string> = new Set([
  "the",
  "and",
  "for",
  "with",
  "all",
  "from",
  "that",
  "its",
  "how",
  "are",
  "into",
  "our",
  "one"
])

/** Removes the most common endings of a word. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ies|y)$/, "i").replace(/(?:ing|ed|es|s|e)$/, "") : word

const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().match(/[a-z]{2,}/g) ?? [])
    .filter((word) => !ignored.has(word))
    .map((word) => stem(synonyms[word] ?? synonyms[word.replace(/s$/, "")] ?? word))

/** The texts of a thing, each with the weight of a word in it, the heaviest last. */
type Weighed = ReadonlyArray<readonly [text: string, weight: number]>

interface FoundOperation {
  readonly operation: string
  readonly summary: string
  readonly changes?: boolean
  /** Why no tool calls the operation. */
  readonly not_by_tools?: string
}

type Ranked<A> = readonly [thing: A, texts: Weighed]

/** Makes a function that ranks things by the words of a query. A word that fewer things contain counts more. */
const ranking = <A>(things: ReadonlyArray<Ranked<A>>, limit: number) => {
  const indexed = things.map(([thing, texts]) =>
    [thing, new Map(texts.flatMap(([text, weight]) => wordsOf(text).map((word) => [word, weight] as const)))] as const
  )
  return (query: string): ReadonlyArray<A> => {
    const words = [...new Set(wordsOf(query))].map((word) => {
      const having = indexed.filter(([, weights]) => weights.has(word)).length
      return [word, Math.log(1 + things.length / (1 + having))] as const
    })
    const scored = indexed.map(([thing, weights]) =>
      [thing, words.reduce((sum, [word, rarity]) => sum + rarity * (weights.get(word) ?? 0), 0)] as const
    )
    return scored.filter(([, score]) => score > 0).toSorted(([, one], [, other]) => other - one).slice(0, limit).map((
      [thing]
    ) => thing)
  }
}

/** Makes the search function. */
export const make = ({ kept, offered }: Operations) => {
  const operations = ranking([
    ...[...offered.values()].map((operation): Ranked<FoundOperation> => {
      const { description, input, name, summary } = operation
      const texts: Weighed = [[description, 1], [Object.keys(input.properties ?? {}).join(" "), 1], [
        `${name} ${summary}`,
        3
      ]]
      return [{ operation: name, changes: !isRead(operation), summary }, texts]
    }),
    ...[...kept].map((
      [name, summary]
    ): Ranked<FoundOperation> => [{ operation: name, summary, not_by_tools: keptOperations.get(name)! }, [[
      `${name} ${summary}`,
      3
    ]]])
  ], maxOperations)
  const parts = ranking(
    Manual.parts.map((
      { heading, page, text }
    ): Ranked<{ readonly [field: string]: string }> => [{
      page: Manual.addressOf(page),
      heading,
      excerpt: text.slice(0, excerptLength).toWellFormed()
    }, [[text, 1], [heading, 3]]]),
    maxParts
  )
  return (query: string) => ({ operations: operations(query), pages: parts(query) })
}
