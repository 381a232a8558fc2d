/**
 * Problems that keep a job out of Google's job search, or reduce its presentation there: the properties of `JobPosting`
 * that Google requires and recommends
 * (https://developers.google.com/search/docs/appearance/structured-data/job-posting).
 */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import type { JobState } from "./Job.ts"

/** The fields of a job that Google reads. */
export type ReadByGoogle = Pick<
  JobState,
  | "description_md"
  | "employment_type"
  | "is_confidential"
  | "listing"
  | "locations"
  | "remote_countries"
  | "remote_regions"
  | "salary_currency"
  | "salary_max"
  | "salary_min"
  | "salary_timeframe"
  | "show_salary"
  | "valid_through"
  | "workplace_type"
>

const message = "Google won't show this job: it has no country"

export const GoogleProblem = Schema.Struct({
  field: Schema.String.pipe(described("The field of the job to change", "locations")),
  hides: Schema.Boolean.pipe(described("Whether Google does not show the job because of it", true)),
  message: Schema.String.pipe(described("What is missing, in words", message))
}).pipe(named("GoogleProblem", "Something that a job lacks for Google"))
export interface GoogleProblem extends Schema.Schema.Type<typeof GoogleProblem> {
  readonly field: keyof ReadByGoogle
}

const hiding = (field: GoogleProblem["field"], why: string): GoogleProblem => ({
  field,
  hides: true,
  message: `Google won't show this job: ${why}`
})

const lacking = (field: GoogleProblem["field"], what: string): GoogleProblem => ({
  field,
  hides: false,
  message: `Google shows less detail for this job: ${what}`
})

const ofPlace = (
  { locations, remote_countries, remote_regions, workplace_type }: ReadByGoogle
): ReadonlyArray<GoogleProblem> => {
  const countries = locations.filter(({ country }) => country !== null)
  if (workplace_type === "remote") {
    if (remote_countries.length + remote_regions.length > 0) return []
    return countries.length > 0
      ? [lacking("remote_countries", "no countries are set for remote work")]
      : [hiding("remote_countries", "it is remote, but no countries are set for remote work")]
  }
  if (locations.length === 0) return [hiding("locations", "it has no location with a country")]
  if (countries.length < locations.length)
    return [hiding("locations", countries.length === 0 ? "it has no country" : "one of its locations has no country")]
  return locations.some(({ city }) => city === null) ? [lacking("locations", "one of its locations has no city")] : []
}

const ofSalary = (job: ReadByGoogle): ReadonlyArray<GoogleProblem> => {
  if (job.salary_min === null && job.salary_max === null) return [lacking("salary_min", "it has no salary")]
  if (!job.show_salary) return [lacking("show_salary", "its salary is hidden from candidates")]
  if (job.salary_currency === null) return [lacking("salary_currency", "its salary has no currency")]
  return job.salary_timeframe === null ? [lacking("salary_timeframe", "the pay period is missing")] : []
}

/** Returns what a job lacks for Google, the most severe first. */
export const problemsForGoogle = (job: ReadByGoogle): ReadonlyArray<GoogleProblem> =>
  [
    ...(job.is_confidential ? [hiding("is_confidential", "it is confidential")] : []),
    ...(job.listing === "public" ? [] : [hiding("listing", "it isn't listed on the careers site")]),
    ...((job.description_md ?? "").trim() === "" ? [hiding("description_md", "it has no description")] : []),
    ...ofPlace(job),
    ...(job.employment_type === null ? [lacking("employment_type", "the employment type is missing")] : []),
    ...ofSalary(job),
    ...(job.valid_through === null ? [lacking("valid_through", "it has no application deadline")] : [])
  ].toSorted((one, other) => Number(other.hides) - Number(one.hides))
