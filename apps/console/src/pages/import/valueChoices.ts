/** What the values of an import's column can be read as. */
import type { ImportValue } from "@candor/client"
import type { OpenJob } from "../../api/choices.ts"
import { t } from "../../language/text.tsx"
import { spelled } from "../../parts/Status.tsx"

/** Groups of values with their names. */
export type Choices = ReadonlyArray<readonly [group: string, options: ReadonlyArray<readonly [string, string]>]>

/** The statuses, in the order in which they are offered. */
const statuses = ["active", "rejected", "withdrawn", "hired"] as const

/** Returns the name of a job, with its department and location if another one has the same title. */
const nameOf = ({ department, location, title }: OpenJob, all: ReadonlyArray<OpenJob>): string => {
  const besides = [department, location].filter((part) => part !== null && part !== "")
  return all.filter((one) => one.title === title).length > 1 && besides.length > 0
    ? `${title} (${besides.join(", ")})`
    : title
}

/** Returns the open jobs, and older ones that values are taken for, under the title in the file. */
export const jobChoices = (jobs: ReadonlyArray<OpenJob>, found: ReadonlyArray<ImportValue>): Choices => {
  const known = new Set(jobs.map(({ id }) => id))
  const older = new Map(
    found.flatMap(({ to, value }) => to === null || known.has(to) ? [] : [[to, value] as const])
  )
  return [[
    t("Open jobs"),
    [...jobs.map((job) => [job.id, nameOf(job, jobs)] as const), ...older]
  ]]
}

/** Returns the names of the jobs' stages, each once, and the statuses. */
export const statusChoices = (jobs: ReadonlyArray<OpenJob>): Choices => {
  const names = new Map(
    jobs.flatMap(({ stages }) => stages.map(({ name }) => [name.toLocaleLowerCase(), name] as const)).toReversed()
  )
  return [
    [t("Stages"), [...names.values()].toReversed().map((name) => [name, name] as const)],
    [t("Status"), statuses.map((status) => [status, spelled(status)] as const)]
  ]
}
