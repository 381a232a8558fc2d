/** The department and the office of a job: what a request says of them, and what that comes to. */
import { Result, Schema } from "effect"
import { differences } from "../Decision.ts"
import type { DepartmentId } from "../department/Departments.ts"
import type { OfficeId } from "../office/Offices.ts"

/** The place of a job in the organization. */
export interface Placement {
  readonly department_id: DepartmentId | null
  readonly department: string | null
  readonly office_id: OfficeId | null
  readonly location: string | null
}

/** A request that may say something of it. */
export type PlaceRequest = { readonly [Name in keyof Placement]?: Placement[Name] | undefined }

/** What the organization has of what a request names. */
export interface FoundPlaces {
  /** The department of the requested id. */
  readonly department: { readonly name: string } | null
  /** The department that has the requested text as its name, in any case of letters. */
  readonly named: { readonly id: DepartmentId; readonly name: string } | null
  /** The office of the requested id. */
  readonly office: { readonly name: string; readonly location: string | null } | null
}

export const nothingFound: FoundPlaces = { department: null, named: null, office: null }

/** The organization has no such department, or no such office. */
export class UnknownPlace
  extends Schema.TaggedError<UnknownPlace>()("UnknownPlace", { field: Schema.Literals(["department_id", "office_id"]) })
{}

const departmentOf = (
  { department, department_id }: Placement,
  request: PlaceRequest,
  { department: byId, named }: FoundPlaces
): Result.Result<Partial<Placement>, UnknownPlace> => {
  const { department: text, department_id: id } = differences<PlaceRequest>({ department, department_id }, request)
  if (typeof id === "string") {
    return byId === null
      ? Result.fail(new UnknownPlace({ field: "department_id" }))
      : Result.succeed({ department_id: id, department: byId.name })
  }
  if (typeof text === "string") {
    return Result.succeed(
      named === null || id === null
        ? { department_id: null, department: text }
        : { department_id: named.id, department: named.name }
    )
  }
  // Without the id, the text stays where the request repeats it.
  return Result.succeed(
    id === null || text === null ? { department_id: null, department: request.department ?? null } : {}
  )
}

/** An office gives the job its location, unless the request gives one. */
const officeOf = (
  job: Placement,
  { location, office_id }: PlaceRequest,
  { office }: FoundPlaces
): Result.Result<Partial<Placement>, UnknownPlace> => {
  if (office_id === undefined || office_id === job.office_id) return Result.succeed({})
  if (office_id === null) return Result.succeed({ office_id })
  if (office === null) return Result.fail(new UnknownPlace({ field: "office_id" }))
  return Result.succeed(
    location === undefined ? { office_id, location: office.location ?? office.name } : { office_id }
  )
}

/**
 * Returns what a request changes of a job's department and office. Unchanged values are no change, so a client can send
 * a job back as it read it, with one text changed. A department's id takes precedence over its name; removing the id
 * removes the name, unless the request sends one.
 */
export const placeOf = (
  job: Placement,
  request: PlaceRequest,
  found: FoundPlaces
): Result.Result<Partial<Placement>, UnknownPlace> =>
  Result.flatMap(
    departmentOf(job, request, found),
    (department) => Result.map(officeOf(job, request, found), (office) => ({ ...department, ...office }))
  )
