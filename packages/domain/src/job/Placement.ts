/** The department and office of a job, as requested and as stored. */
import { Result, Schema } from "effect"
import { differences } from "../Decision.ts"
import type { DepartmentId } from "../department/Departments.ts"
import type { OfficeId } from "../office/Offices.ts"

/** The department and office of a job. */
export interface Placement {
  readonly department_id: DepartmentId | null
  readonly department: string | null
  readonly office_id: OfficeId | null
  readonly location: string | null
}

/** A request that may change them. */
export type PlaceRequest = { readonly [Name in keyof Placement]?: Placement[Name] | undefined }

/** The stored entities that a request names. */
export interface FoundPlaces {
  /** The department with the requested id. */
  readonly department: { readonly name: string } | null
  /** The department with the requested name, in any case of letters. */
  readonly named: { readonly id: DepartmentId; readonly name: string } | null
  /** The office with the requested id. */
  readonly office: { readonly name: string; readonly location: string | null } | null
}

export const nothingFound: FoundPlaces = { department: null, named: null, office: null }

/** The organization does not have this department or office. */
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
  // When the id is removed, the name stays only if the request repeats it.
  return Result.succeed(
    id === null || text === null ? { department_id: null, department: request.department ?? null } : {}
  )
}

/** Returns the change of the office. An office gives the job its location, unless the request gives one. */
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
 * Returns how a request changes a job's department and office. Unchanged values are ignored, so a client can send a job
 * back as it read it, with one text changed. A department's id takes precedence over its name; removing the id removes
 * the name, unless the request sends one.
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
