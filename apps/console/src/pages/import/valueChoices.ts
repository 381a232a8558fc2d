/** What the values of an import's column can be read as. */
import type { ImportValue } from "@candor/client"
import type { NamedJob } from "../../api/choices.ts"
import { t } from "../../language/text.tsx"
import { spelled } from "../../parts/Status.tsx"

/** Groups of values with their names. */
export type Choices = ReadonlyArray<readonly [group: string, options: ReadonlyArray<readonly [string, string]>]>

/** The statuses, in the order in which they are offered. */
const statuses = ["active", "rejected", "withdrawn", "hired"] as const

/** Returns the name of a job, with its department and location if another one has the same title. */
const nameOf = ({ department, location, title }: NamedJob, all: ReadonlyArray<NamedJob>): string => {
  const besides = [department, location].filter((part) => part !== null && part !== "")
  return all.filter((one) => one.title === title).length > 1 && besides.length > 0
    ? `${title} (${besides.join(", ")})`
    : title
}

/** Returns the open and closed jobs, and older ones that values are taken for, under the title in the file. */
export const jobChoices = (jobs: ReadonlyArray<NamedJob>, found: ReadonlyArray<ImportValue>): Choices => {
  const known = new Set(jobs.map(({ id }) => id))
  const older = new Map(
    found.flatMap(({ to, value }) => to === null || known.has(to) ? [] : [[to, value] as const])
  )
  const { closed = [], open = [] } = Object.groupBy(jobs, ({ status }) => status === "closed" ? status : "open")
  const groups = [
    [t("Open jobs"), open.map((job) => [job.id, nameOf(job, open)] as const)],
    [t("Closed jobs"), closed.map((job) => [job.id, nameOf(job, closed)] as const)],
    [t("Older jobs"), [...older]]
  ] as const
  return groups.filter(([, options]) => options.length > 0)
}

/** Returns the names of the jobs' stages, each once, and the statuses. */
export const statusChoices = (jobs: ReadonlyArray<NamedJob>): Choices => {
  const names = new Map(
    jobs.flatMap(({ stages }) => stages.map(({ name }) => [name.toLocaleLowerCase(), name] as const)).toReversed()
  )
  return [
    [t("Stages"), [...names.values()].toReversed().map((name) => [name, name] as const)],
    [t("Status"), statuses.map((status) => [status, spelled(status)] as const)]
  ]
}
