/** Departments: a tree that jobs belong to. */
import { Context, Schema } from "effect"
import * as example from "../Example.ts"
import { id, inLists, labelled, nullable, required, time, version } from "../Field.ts"
import { idOf, Uuid } from "../Id.ts"
import { declare, Deleted } from "../Noun.ts"
import { resource, type StoreOf } from "../Resource.ts"
import { Line, orNull, ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const DepartmentId = idOf("a department", example.id.department).pipe(Schema.brand("DepartmentId"))
export type DepartmentId = typeof DepartmentId.Type

const noun = declare({
  subject: "department",
  description: "A department of the organization",
  table: "departments",
  sees: "all",
  fields: {
    id: id(DepartmentId),
    name: required(ShownLine, Line, {
      description: "The name, unique in the organization, ignoring case; its jobs show it as `department`",
      example: example.job.department,
      privacy: "kept"
    }),
    parent_id: nullable(Uuid, orNull(Uuid), {
      description: "The parent department; null at the top level",
      example: null,
      privacy: "kept"
    }).pipe(labelled("Parent", "Übergeordnet")),
    created_at: time(Timestamp, "When the department was made", example.time.organizationCreated).pipe(inLists),
    updated_at: time(Timestamp, "When the department was last changed", example.time.organizationCreated).pipe(inLists),
    version
  },
  events: {
    created: { summary: "A department was made", example: { version: 1 } },
    updated: { summary: "A department was renamed or moved" },
    deleted: { summary: "A department was deleted", data: Deleted }
  }
})

/** Departments as a resource. One can be deleted once it has no sub-departments and no jobs. */
export const departments = resource(noun, {
  limit: { what: "departments of an organization", limit: 500 },
  unique: "name",
  levels: 5,
  uses: [
    { table: "departments", column: "parent_id", constraint: "departments_parent", called: "name" },
    {
      table: "jobs",
      column: "department_id",
      constraint: "jobs_department",
      called: "title",
      where: "u.deleted_at IS NULL"
    }
  ]
})

/** The port to departments. */
export class Departments
  extends Context.Service<Departments, StoreOf<typeof departments>>()("@candor/domain/Departments")
{}
