/** Reads the problems that a check has written to its file, for storing them. */
import { type ImportProblem, storedProblems as maxProblems } from "@candor/domain/import/OrganizationImport"
import * as Lines from "@candor/files/moving/Lines"
import { Effect, Option, Schema } from "effect"
import { open } from "node:fs/promises"

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  file: Schema.String,
  line: Schema.NullOr(Schema.Int),
  path: Schema.Array(Schema.Union([Schema.String, Schema.Number])),
  message: Schema.String
})))

/** Returns the first problems in a file, up to the number that is stored. */
export const storedProblems = (path: string): Effect.Effect<ReadonlyArray<ImportProblem>> =>
  Effect.promise(async () => {
    const file = await open(path, "r")
    try {
      const problems: Array<ImportProblem> = []
      for await (const { text } of Lines.linesOf(file, () => {})) {
        Option.map(decode(text), ({ path, ...problem }) => problems.push({ ...problem, field: path.join(".") }))
        if (problems.length === maxProblems) break
      }
      return problems
    } finally {
      await file.close()
    }
  })
