/** Names use the words of docs/glossary.md; private words are refused. */
import { code, file, isCode, lineAt, type Rule, type SourceFile, type Violation } from "./Rule.ts"

/** Private words, with their replacements. Words that have another good use, such as "kind", are left out. */
const replacements = new Map([
  ["addressed", "a name of the thing, such as submission context"],
  ["asked", "requested, or the entries of a batch"],
  ["few", "plannerHint"],
  ["gather", "batcher"],
  ["gathered", "batcher"],
  ["gathering", "batcher"],
  ["heavy", "smallBatch"],
  ["holds", "isActive, or a name of the condition"],
  ["lend", "lease"],
  ["lending", "lease"],
  ["lent", "lease"],
  ["most", "max"],
  ["patience", "a time limit or maxWait"],
  ["place", "ordinal, index, position, cursor or sequence number"],
  ["places", "ordinals, slots, positions or sequence numbers"],
  ["profiled", "candidate change"],
  ["quietly", "withoutEvents"],
  ["recorded", "outbox, or a name of the result"],
  ["recording", "outbox"],
  ["seal", "sequence"],
  ["sealed", "sequenced"],
  ["sealer", "sequencer"],
  ["sealing", "sequencing"],
  ["settle", "acknowledge, refund, release or correct"],
  ["settling", "acknowledging, refunding, releasing or correcting"],
  ["stretch", "event range"],
  ["together", "batch"],
  ["told", "reported, or a name of the condition"],
  ["unsealed", "unsequenced"],
  ["vocabulary", "skill terms"],
  ["whoever", "a noun"],
  ["wish", "request"],
  ["wished", "requested"]
])

/** Names that others give: Ajv's method that allows keywords, a setting of PostgreSQL. */
const ofOthers = new Set(["addVocabulary", "max_parallel_workers_per_gather"])

/** Words that are private only as a whole identifier: facts of a decision, and not the facts of a profile. */
const whole = new Map([["Facts", "DecisionContext"], ["makeFacts", "a name with context"]])

const blank = (text: string): string => text.replace(/[^\n]/g, " ")

/** Blanks the texts of string literals, but for the expressions within templates. */
const withoutTexts = (source: string): string =>
  source
    .replace(/"(?:[^"\\\n]|\\.)*"/g, blank)
    .replace(/`(?:[^`\\]|\\.)*`/g, (template) =>
      template.replace(/(\$\{[^}]*\})|[^\n$]|\$/g, (text, expression: string | undefined) => expression ?? blank(text)))

/** Returns the words of an identifier: `maxWaitMillis` has max, wait and millis. */
const wordsOf = (identifier: string): ReadonlyArray<string> =>
  identifier.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z]+/)

/** Blanks the prose between the tags of JSX. */
const withoutProse = (source: string): string => source.replace(/(?<=[^=]>|\})[^<>{}=]+(?=<|\{)/g, blank)

const inIdentifiers = ({ path, text }: SourceFile): ReadonlyArray<Violation> => {
  const plain = withoutTexts(code(text))
  const source = path.endsWith(".tsx") ? withoutProse(plain) : plain
  return [...source.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(({ 0: identifier, index }) => {
    const replacement = whole.get(identifier) ??
      wordsOf(identifier).flatMap((word) => replacements.get(word) ?? [])[0]
    return replacement === undefined || ofOthers.has(identifier)
      ? []
      : [{ path, line: lineAt(source, index), message: `${identifier} is a private word: use ${replacement}` }]
  })
}

const inTitles = ({ path, text }: SourceFile): ReadonlyArray<Violation> =>
  [...text.replace(/^```[\s\S]*?^```/gm, blank).matchAll(/^#+ (.+)$/gm)].flatMap(({ 1: title = "", index }) =>
    title.toLowerCase().split(/[^a-z]+/).filter((word) => titleWords.has(word)).map((word) => ({
      path,
      line: lineAt(text, index),
      message: `the title has the private word ${word}: use ${replacements.get(word)}`
    })))

/** The private words that plain English does not have in titles either. */
const titleWords = new Set([
  "gathered", "gathering", "lent", "patience", "quietly", "sealed", "sealing", "stretch", "vocabulary", "whoever", "wish", "wished"
])

export const words: Rule = {
  name: "names are plain words",
  why: "an engineer who has never seen this code should understand a name at once",
  check: (files) => [
    ...files.filter(isCode).flatMap(inIdentifiers),
    ...files.filter(({ path }) => path.endsWith(".md")).flatMap(inTitles)
  ],
  planted: [
    { files: [file("packages/domain/src/job/Job.ts", "const wished = patch.status")], says: "wished is a private word: use requested" },
    { files: [file("packages/background/src/Queue.ts", "export const receiverPlaces = 3")], says: "receiverPlaces" },
    { files: [file("packages/domain/src/Decision.ts", "export interface Facts {}")], says: "use DecisionContext" },
    { files: [file("packages/contract/src/Issues.ts", "const line = `${told.length} issues`")], says: "told" },
    { files: [file("apps/api/test/limits.test.ts", "const isAsked = true")], says: "isAsked" },
    { files: [file("bench/Recorder.ts", "interface Place {}")], says: "Place" },
    { files: [file("apps/console/src/pages/Jobs.tsx", "const one = <p>Takes its place.</p>\nconst isAsked = <b>{it}</b>")], says: "isAsked is a private word" },
    { files: [file("docs/decisions/0019.md", "# Questions are gathered\n")], says: "the title has the private word gathered" }
  ]
}
