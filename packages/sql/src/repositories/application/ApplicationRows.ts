/** The rows of applications and what belongs to them, as a deletion counts them. */
import { partsOf } from "@candor/domain/nouns"

/** The tables of all that belongs to an application, which is deleted with it. */
export const belonging = partsOf("application").map(({ table }) => table)

/** The number of rows of an application `a` and what belongs to it, also of what is hidden. */
export const rowsOfApplication = `1${
  belonging.map((table) =>
    ` + (
    SELECT count(*) FROM public.${table} x WHERE x.organization_id = $organization AND x.application_id = a.id
  )`
  ).join("")
}`
