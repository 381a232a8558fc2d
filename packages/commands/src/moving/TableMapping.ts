/** The mapping file of a table of people: the targets of its columns, like the form of the page “Import”. */
import { JobId, type OrganizationId } from "@candor/domain/Id"
import { isNothing } from "@candor/domain/import/Cells"
import type { Import } from "@candor/domain/import/Import"
import { Imports, type NamedJob } from "@candor/domain/import/Imports"
import { DayOrder, ImportMapping, maxValues, Target, targets } from "@candor/domain/import/Mapping"
import { RecognizedTarget, understanding } from "@candor/domain/import/Places"
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
  /** Values of columns of jobs, stages, statuses and sources. */
  values: Schema.optionalKey(Schema.Array(Schema.Struct({
    /** The index of the column, or its name, as in `columns`. */
    column: Schema.optionalKey(Schema.Int),
    name: optional(Schema.String),
    value: Schema.String,
    /** The number of rows, listed in the file for the person who edits it. */
    rows: Schema.optionalKey(Schema.Unknown),
    /** Null for a value that is not understood, whose rows are problems; "" for an empty cell. */
    to: Schema.NullOr(Schema.String)
  }))),
  /** Allowed targets of a column, listed in the file for the person who edits it. */
  fields: Schema.optionalKey(Schema.Unknown)
})

const decodeFile = Schema.decodeUnknownEffect(Schema.fromJsonString(MappingFile), {
  errors: "all",
  onExcessProperty: "error"
})
const decodeMapping = Schema.decodeUnknownEffect(ImportMapping, { errors: "all" })
const isJobId = Schema.is(JobId)

const isRecognized = Schema.is(RecognizedTarget)

/** Lists the values of the columns that are recognized, with what they are taken for: a job by its title if it has one. */
export const recognizedValues = Effect.fnUntraced(
  function*(organization: OrganizationId, { column_names, id, mapping }: Import, jobs: ReadonlyArray<NamedJob>) {
    const imports = yield* Imports
    const titles = new Map(jobs.map(({ job }) => [job.id as string, job.title]))
    const lists = yield* Effect.forEach(mapping, ({ column, to: target }) => {
      if (!isRecognized(target)) return Effect.succeed([])
      const understood = understanding(target, jobs)
      return Effect.map(
        imports.values(organization, id, column, maxValues),
        (found) =>
          found.filter(({ value }) => !isNothing(value)).map(({ rows, value }) => {
            const to = understood(value)
            return { column, name: column_names[column], value, rows, to: titles.get(to ?? "") ?? to }
          })
      )
    })
    return lists.flat().toSorted((one, other) => Number(one.to !== null) - Number(other.to !== null))
  }
)

/** Makes a mapping file with the guessed targets and these values. */
export const proposal = (
  { column_examples, column_names, mapping, tag }: Import,
  values: ReadonlyArray<object> = []
): object => ({
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
  values,
  fields: targets
})

/** Finds the job that a mapping names by title or id. */
const jobOf = (text: string, jobs: ReadonlyArray<NamedJob>) =>
  isJobId(text)
    ? Effect.succeed(text)
    : Effect.fromNullishOr(understanding("job", jobs)(text)).pipe(
      Effect.mapError(() =>
        refused(`The mapping names the job ${JSON.stringify(text)}: expected the title of one job, or its id.`)
      )
    )

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
    const { columns, fields: _, job = null, values = [], ...rest } = yield* Effect.mapError(decodeFile(text), wrong)
    const indexOf = ({ column, name }: { readonly column?: number; readonly name?: string | null }) =>
      column ?? shown.column_names.indexOf(name ?? "")
    const found = columns.filter(({ to }) => to !== null).map((one) => ({ column: indexOf(one), to: one.to }))
    // What is understood anyway is left out: the mapping has room for 200 values.
    const understood = new Map(
      RecognizedTarget.literals.map((target) => [target as string, understanding(target, jobs)])
    )
    const isUnderstood = (target: string | null, value: string, to: string) => {
      const taken = understood.get(target ?? "")?.(value) ?? null
      return taken !== null && taken === understood.get(target ?? "")?.(to)
    }
    const read = values.flatMap(({ to, value, ...one }) => {
      const column = indexOf(one)
      return to === null || isUnderstood(found.find((other) => other.column === column)?.to ?? null, value, to)
        ? []
        : [{ column, value, to: to === "" ? null : to }]
    })
    const missing = columns.find(({ column, name, to }) =>
      to !== null && column === undefined && !shown.column_names.includes(name ?? "")
    )
    if (missing !== undefined)
      return yield* refused(
        `${file} names the column ${JSON.stringify(missing.name ?? null)}, which the table does not have.`
      )
    const job_id = job === null ? null : yield* jobOf(job, jobs)
    return yield* Effect.mapError(decodeMapping({ ...rest, columns: found, values: read, job_id }), wrong)
  }
)
