/** The mapping file of a table of people: the targets of its columns, like the form of the page “Import”. */
import { comparable } from "@candor/domain/Comparison"
import { JobId } from "@candor/domain/Id"
import type { Import } from "@candor/domain/import/Import"
import type { NamedJob } from "@candor/domain/import/Imports"
import { DayOrder, ImportMapping, Target, targets } from "@candor/domain/import/Mapping"
import { Effect, Option, Schema } from "effect"
import { readFile, stat } from "node:fs/promises"
import { CommandRefused } from "../Output.ts"

const maxBytes = 2 ** 20

const refused = (message: string) => new CommandRefused({ message })

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const MappingFile = Schema.Struct({
  columns: Schema.Array(Schema.Struct({
    /** The index of the column, from 0; without it, the first column of this name. */
    column: Schema.optionalKey(Schema.Int),
    name: optional(Schema.String),
    /** Sample values of the column, listed in the file for the person who edits it. */
    examples: Schema.optionalKey(Schema.Unknown),
    /** Null for a column that is not imported. */
    to: Schema.NullOr(Target)
  })),
  /** The title or id of the job that all people apply for. */
  job: optional(Schema.String),
  day_order: optional(DayOrder),
  tag: optional(Schema.String),
  source_type: optional(Schema.String),
  system: optional(Schema.String),
  /** Allowed targets of a column, listed in the file for the person who edits it. */
  fields: Schema.optionalKey(Schema.Unknown)
})

const decodeFile = Schema.decodeUnknownEffect(Schema.fromJsonString(MappingFile), {
  errors: "all",
  onExcessProperty: "error"
})
const decodeMapping = Schema.decodeUnknownEffect(ImportMapping, { errors: "all" })
const isJobId = Schema.is(JobId)

/** Makes a mapping file with the guessed targets. */
export const proposal = ({ column_examples, column_names, mapping, tag }: Import): object => ({
  columns: column_names.map((name, column) => ({
    column,
    name,
    examples: column_examples[column] ?? [],
    to: mapping.find((one) => one.column === column)?.to ?? null
  })),
  job: null,
  day_order: null,
  tag,
  source_type: null,
  system: null,
  fields: targets
})

/** Finds the job that a mapping names by title or id. */
const jobOf = Effect.fnUntraced(function*(text: string, jobs: ReadonlyArray<NamedJob>) {
  const named = jobs.filter(({ job }) => job.id === text || comparable(job.title) === comparable(text))
  const open = named.filter(({ job }) => job.status !== "closed")
  const [found] = open
  if (found === undefined || open.length > 1) {
    return yield* refused(
      `The mapping names the job ${JSON.stringify(text)}: expected the title of one job that is not closed, or its id.`
    )
  }
  return found.job.id
})

/** Reads a mapping file, or uses the guesses; fails with the problems of the file. */
export const read = Effect.fnUntraced(
  function*(path: Option.Option<string>, shown: Import, jobs: ReadonlyArray<NamedJob>) {
    const text = Option.isNone(path) ? JSON.stringify(proposal(shown)) : yield* Effect.tryPromise({
      try: async () => {
        if ((await stat(path.value)).size > maxBytes) throw new Error("it is too large")
        return readFile(path.value, "utf8")
      },
      catch: (cause) =>
        refused(`${path.value} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`)
    })
    const file = Option.getOrElse(path, () => shown.file_name)
    const wrong = ({ message }: { readonly message: string }) => refused(`${file} has no mapping: ${message}`)
    const { columns, fields: _, job = null, ...rest } = yield* Effect.mapError(decodeFile(text), wrong)
    const found = columns.filter(({ to }) => to !== null).map(({ column, name, to }) => ({
      column: column ?? shown.column_names.indexOf(name ?? ""),
      to
    }))
    const missing = columns.find(({ column, name, to }) =>
      to !== null && column === undefined && !shown.column_names.includes(name ?? "")
    )
    if (missing !== undefined)
      return yield* refused(
        `${file} names the column ${JSON.stringify(missing.name ?? null)}, which the table does not have.`
      )
    const job_id = job === null ? null : isJobId(job) ? job : yield* jobOf(job, jobs)
    return yield* Effect.mapError(decodeMapping({ ...rest, columns: found, job_id }), wrong)
  }
)
