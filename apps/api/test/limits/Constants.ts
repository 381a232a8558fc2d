/** The constants of the product that say by their names that they bound something. */
import { Glob } from "bun"
import { join } from "node:path"
import { codeLinks, root, type Row } from "./Page.ts"

export interface Constant {
  /** From the root of the repository. */
  readonly file: string
  readonly name: string
}

const openApi = "a bound of the OpenAPI document, each of which a test holds against the page"

const byValue = "on the page, by its value in place of its name"

/** Constants called a maximum that no row names, each with the reason. */
export const exceptions: Readonly<Record<string, string>> = {
  "packages/background/src/attachment/TextReader.ts maxAnswerBytes": "so many bytes can the longest text have, which is on the page",
  "packages/background/src/webhook/ReceiverSlots.ts maxSlots": byValue,
  "packages/client/src/Timing.ts maxTimerMillis": "the longest time that a timer of the engine can have",
  "packages/domain/src/Pagination.ts maxLimit": openApi,
  "packages/domain/src/application/ApplicationSize.ts maxTextBytes": byValue,
  "packages/domain/src/attachment/FileContent.ts maxHeadBytes": "bytes by which types of files are recognised",
  "packages/domain/src/candidate/CandidateExport.ts maxDocumentBytes": "the length of an answer, of which maxExportBytes leaves room",
  "packages/domain/src/candidate/CandidateSearch.ts maxQueryLength": openApi,
  "packages/domain/src/candidate/Tag.ts maxTags": openApi,
  "packages/domain/src/candidate/YearsExperience.ts maxYears": openApi,
  "packages/domain/src/retention/RetentionRule.ts maxMonths": openApi,
  "packages/domain/src/sourcing/Prospect.ts maxDrafts": openApi,
  "packages/process/src/telemetry/ExportBody.ts maxBytesOfCharacter": "that of UTF-8",
  "packages/sql/src/repositories/candidate/SearchSimilar.ts maxSpelt": "letters of a word that an index looks at",
  "packages/sql/src/statements/Admission.ts maxInFlight": "the connections of admission, which are on the page"
}

const declarations = /^ *(?:export )?const (max[A-Z]\w*)(?:: [^=]+)? = (?=\d|\{|["'`]|Duration\b)/gm

/** The constants of a file whose names begin with `max`, and whose values stand there. */
export const constantsOf = (file: string, text: string): ReadonlyArray<Constant> =>
  [...text.matchAll(declarations)].map(([, name]) => ({ file, name: name! }))

/** Those of all that is shipped. */
export const constants = async (): Promise<ReadonlyArray<Constant>> => {
  const files = await Array.fromAsync(new Glob("{apps,packages}/*/src/**/*.{ts,tsx}").scan({ cwd: root }))
  return (await Promise.all(files.map(async (file) => constantsOf(file, await Bun.file(join(root, file)).text())))).flat()
}

/** Whether a row of the page is set by a constant, which it links to as `maxName` or `maxName = 12`. */
export const isOnPage = (rows: ReadonlyArray<Row>) => ({ file, name }: Constant): boolean =>
  rows.flatMap((row) => codeLinks(row["Set in"] ?? ""))
    .some(({ code, path }) => path === `../${file}` && code.split(" = ")[0] === name)
