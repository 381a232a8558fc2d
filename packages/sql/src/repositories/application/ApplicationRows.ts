/** Counts the rows of applications with all that belongs to them, for deletions. */
import { partsOf } from "@candor/domain/nouns"

/** The tables of all that belongs to an application, and is deleted with it. */
export const belonging = partsOf("application").map(({ table }) => table)

/** The number of rows of an application `a` and all that belongs to it, including hidden rows. */
export const rowsOfApplication = `1${
  belonging.map((table) =>
    ` + (
    SELECT count(*) FROM public.${table} x WHERE x.organization_id = $organization AND x.application_id = a.id
  )`
  ).join("")
}`
