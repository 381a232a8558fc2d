/** The departments and offices of the demo's jobs. */
import { DepartmentId } from "@candor/domain/department/Departments"
import { OfficeId } from "@candor/domain/office/Offices"

interface Organization {
  readonly id: string
  readonly created_at: string
}

/** Parent departments by department. */
const parents: Readonly<Record<string, string>> = { "Customer Success": "Sales", Design: "Product" }

/** Returns an id that is derived from the organization's. */
const idOf = ({ id }: Organization, kind: "d" | "e", index: number): string =>
  `${id.slice(0, -3)}${kind}${String(index).padStart(2, "0")}`

/** Makes the departments of an organization's jobs. */
export const departmentsOf = (
  organization: Organization,
  jobs: ReadonlyArray<{ readonly department: string | null }>
) => {
  const { created_at, id: organization_id } = organization
  const names = [...new Set(jobs.flatMap(({ department }) => department ?? []))]
  const ids = new Map(names.map((name, index) => [name, DepartmentId.make(idOf(organization, "d", index))]))
  return names.map((name) => ({
    organization_id,
    id: ids.get(name)!,
    name,
    parent_id: ids.get(parents[name] ?? "") ?? null,
    created_at,
    updated_at: created_at,
    version: 1
  }))
}

/** Makes the offices of an organization's jobs, named after their cities. */
export const officesOf = (organization: Organization, jobs: ReadonlyArray<{ readonly location: string | null }>) => {
  const { created_at, id: organization_id } = organization
  const locations = [...new Set(jobs.flatMap(({ location }) => location?.includes(",") === true ? location : []))]
  return locations.map((location, index) => ({
    organization_id,
    id: OfficeId.make(idOf(organization, "e", index)),
    name: location.slice(0, location.indexOf(",")),
    location,
    parent_id: null,
    created_at,
    updated_at: created_at,
    version: 1
  }))
}
