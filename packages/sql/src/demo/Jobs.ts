/** Rows of jobs and their stages. */
import { base } from "@candor/domain/job/Slug"
import { typesOf } from "@candor/domain/job/StageType"
import * as CareersSite from "./CareersSite.ts"
import type { Generator } from "./Generator.ts"
import type { JobOutline } from "./JobOutlines.ts"
import { day, hour, timestamp, today } from "./Times.ts"

const description = (outline: JobOutline, company: string): string =>
  `## About the role\n\n${outline.mission}\n\n` +
  `## What you will do\n\n- Work with the ${outline.department} team from your first week on\n` +
  "- Decide with data where there is some, and with judgement where there is none\n" +
  "- Leave things simpler than you found them\n\n" +
  `## How we hire\n\n${outline.stages.slice(1, -1).join(", then ")}. ` +
  `We answer every application to ${company} within five working days.\n`

/** After this time people applied only to jobs that are still open. */
export const lastOfClosed = today - 75 * day

/** When the closed jobs were closed. */
const closing = today - 35 * day

/** Makes the jobs of an organization: the first one opened 240 days ago, and all before the first application. */
export const make = (
  generator: Generator,
  organization: { readonly id: string; readonly name: string },
  outlines: ReadonlyArray<JobOutline>
) =>
  outlines.map((outline, index) => {
    const created = today - 240 * day + index * 3 * day + generator.integer(0, 6 * hour)
    const id = generator.id(created)
    const [currency, timeframe, minimum, maximum] = outline.salary ?? [null, null, null, null]
    const row = {
      organization_id: organization.id,
      id,
      title: outline.title,
      status: outline.status,
      department: outline.department,
      location: outline.location,
      employment_type: outline.employment_type,
      public_slug: base(outline.title),
      ...CareersSite.posting(outline.title, created),
      description_md: description(outline, organization.name),
      show_salary: outline.salary !== null && outline.status === "published",
      salary_currency: currency,
      salary_timeframe: timeframe,
      salary_min: minimum,
      salary_max: maximum,
      equity_min: outline.equity?.[0] ?? null,
      equity_max: outline.equity?.[1] ?? null,
      version: 1,
      created_at: timestamp(created),
      updated_at: timestamp(outline.status === "closed" ? closing : created)
    }
    const types = typesOf(outline.stages.map((name) => ({ name })))
    const stages = outline.stages.map((name, order_index) => ({
      organization_id: organization.id,
      job_id: id,
      id: generator.id(created),
      name,
      type: types[order_index]!,
      candidate_label: CareersSite.candidateLabels[types[order_index]!],
      order_index
    }))
    return { outline, row, stages }
  })
export type DemoJob = ReturnType<typeof make>[number]
