/** The mapping of a table's columns to fields. */
import { Schema } from "effect"
import { Tag } from "../candidate/Tag.ts"
import { comparable } from "../Comparison.ts"
import { described, named } from "../Described.ts"
import { System } from "../ExternalId.ts"
import { Line, orNull, PersonLine, ShownLine } from "../Text.ts"
import * as example from "../Example.ts"
import { JobId } from "../Id.ts"
import { maxColumns } from "./TableBounds.ts"
import { because } from "../IssueReason.ts"

/** Fields that one column only can fill. */
const single = [
  "full_name",
  "given_name",
  "family_name",
  "linkedin_url",
  "github_url",
  "website_url",
  "location",
  "university",
  "years_experience",
  "source_type",
  "job",
  "stage",
  "status",
  "applied_at",
  "closed_at",
  "external_id"
] as const

/** Fields that several columns can fill. */
const several = ["email", "phone", "tags", "note"] as const

export const Target = Schema.Literals([...single, ...several])
export type Target = typeof Target.Type
export const targets: ReadonlyArray<Target> = [...single, ...several]

const to = Target.pipe(described(
  "The field that the column contains. Several columns can be `email`, `phone`, `tags` or `note`; a cell of " +
    "`email`, `phone` or `tags` can have several values",
  "full_name"
))
const counted = described("The column, counted from 0", 0)

const ColumnDraft = Schema.Struct({
  column: Schema.Int.check(
    Schema.isBetween({ minimum: 0, maximum: maxColumns - 1 }, { expected: `an integer from 0 to ${maxColumns - 1}` })
  ).pipe(counted),
  to
}).pipe(named("MappedColumnDraft", "A column to import"))

export const MappedColumn = Schema.Struct({ column: Schema.Int.pipe(counted), to }).pipe(
  named("MappedColumn", "A column that is imported")
)
export interface MappedColumn extends Schema.Schema.Type<typeof MappedColumn> {}

/** Whether the day or the month comes first in dates such as `3/4/2026`. */
export const DayOrder = Schema.Literals(["day_first", "month_first"])
export type DayOrder = typeof DayOrder.Type

/** The targets of columns whose values can be read as others. */
export const valueTargets: ReadonlyArray<Target> = ["job", "stage", "status", "source_type"]

/** The most values that a mapping reads as others. */
export const maxValues = 200

/** The most characters of such a value. */
export const maxValue = 200

const value = described("The value, in any spelling", "Developer (m/f/d)")
const readAs = described(
  "The job's title or id, the stage's name, the status or source that it is read as; null for an empty cell",
  example.id.job
)

const ValueDraft = Schema.Struct({
  column: ColumnDraft.fields.column,
  value: PersonLine.pipe(value),
  to: Schema.NullOr(Line).pipe(readAs)
}).pipe(named("MappedValueDraft", "A value to read as another one"))

export const MappedValue = Schema.Struct({
  column: Schema.Int.pipe(counted),
  value: ShownLine.pipe(value),
  to: Schema.NullOr(ShownLine).pipe(readAs)
}).pipe(named("MappedValue", "A value that is read as another one"))
export interface MappedValue extends Schema.Schema.Type<typeof MappedValue> {}

export const MappedValues = Schema.Array(MappedValue)

const keyOf = ({ column, value }: Pick<MappedValue, "column" | "value">): string => `${column} ${comparable(value)}`

const areValuesOnce = Schema.makeFilter<ReadonlyArray<MappedValue>>(
  (values) => new Set(values.map(keyOf)).size === values.length,
  { expected: "each value of a column once", ...because("repeated"), toJsonSchema: () => ({}) }
)

/** Returns a function that replaces the cells of a row that are read as other values. */
export const replacing = (values: ReadonlyArray<MappedValue>) => {
  const columns = new Set(values.map(({ column }) => column))
  const read = new Map(values.map((one) => [keyOf(one), one.to ?? ""]))
  return (cells: ReadonlyArray<string>): ReadonlyArray<string> =>
    columns.size === 0
      ? cells
      : cells.map((value, column) =>
        columns.has(column) && value.length <= maxValue ? read.get(keyOf({ column, value })) ?? value : value
      )
}

const isOnce = Schema.makeFilter<ReadonlyArray<MappedColumn>>((columns) => {
  const singles = columns.map(({ to }) => to).filter((to) => (single as ReadonlyArray<Target>).includes(to))
  return new Set(columns.map(({ column }) => column)).size === columns.length &&
    new Set(singles).size === singles.length
}, {
  expected: "each column once, and one column at most for each field but `email`, `phone`, `tags` and `note`",
  ...because("repeated"),
  toJsonSchema: () => ({})
})

const hasName = Schema.makeFilter<ReadonlyArray<MappedColumn>>(
  (columns) => columns.some(({ to }) => to === "full_name" || to === "given_name" || to === "family_name"),
  {
    expected: "a column for `full_name`, `given_name` or `family_name`",
    ...because("required"),
    toJsonSchema: () => ({})
  }
)

const namesSystem = Schema.makeFilter<
  { readonly columns: ReadonlyArray<MappedColumn>; readonly system?: string | null }
>(
  ({ columns, system = null }) =>
    system !== null || columns.every(({ to }) => to !== "external_id") ||
    { path: ["system"], issue: "Expected the name of the system whose ids a column has" },
  { ...because("required"), toJsonSchema: () => ({}) }
)

const haveTargets = Schema.makeFilter<
  { readonly columns: ReadonlyArray<MappedColumn>; readonly values?: ReadonlyArray<MappedValue> }
>(
  ({ columns, values = [] }) =>
    values.every(({ column }) => columns.some((one) => one.column === column && valueTargets.includes(one.to))) ||
    { path: ["values"], issue: "Expected values of columns for job, stage, status or source_type" },
  { ...because("wrong_combination"), toJsonSchema: () => ({}) }
)

export const ImportMapping = Schema.Struct({
  columns: Schema.Array(ColumnDraft).check(
    Schema.isMaxLength(maxColumns, { expected: `at most ${maxColumns} columns` }),
    isOnce,
    hasName
  ).pipe(
    described("The columns to import. Others are ignored", [{ column: 0, to: "full_name" }, {
      column: 1,
      to: "email"
    }])
  ),
  job_id: Schema.optionalKey(Schema.NullOr(JobId)).pipe(
    described(
      "The job that all people apply for; null or omitted for none, or if a column has the job title",
      example.id.job
    )
  ),
  day_order: Schema.optionalKey(Schema.NullOr(DayOrder)).pipe(
    described(
      "Whether the day or the month comes first in dates such as `3/4/2026`; if omitted, rows with such a date are problems",
      "day_first"
    )
  ),
  tag: Schema.optionalKey(orNull(Tag)).pipe(described("A tag for new people", "import 2026-11-30")),
  source_type: Schema.optionalKey(orNull(Line)).pipe(
    described("The source of applications whose row has no source; `import` by default", "referral")
  ),
  system: Schema.optionalKey(Schema.NullOr(System)).pipe(
    described(
      "The system whose ids the column `external_id` contains: people get them as external ids, by which the " +
        "next import matches them",
      "personio"
    )
  ),
  values: Schema.optionalKey(
    Schema.Array(ValueDraft).check(
      Schema.isMaxLength(maxValues, { expected: `at most ${maxValues} values` }),
      areValuesOnce
    )
  ).pipe(
    described("Values that are read as others, of columns for a job, stage, status or source", [])
  )
}).check(namesSystem, haveTargets).pipe(named("ImportMapping", "The mapping of an import's columns to fields"))
export interface ImportMapping extends Schema.Schema.Type<typeof ImportMapping> {}
