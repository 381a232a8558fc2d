/** Offices: a tree that jobs belong to. */
import { Context, Schema } from "effect"
import * as example from "../Example.ts"
import { id, inLists, labelled, nullable, required, time, version } from "../Field.ts"
import { idOf, Uuid } from "../Id.ts"
import { declare, Deleted } from "../Noun.ts"
import { resource, type StoreOf } from "../Resource.ts"
import { Line, orNull, ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const OfficeId = idOf("an office", "019bb2c2-0a40-7b18-8e6d-90d3c5a7f142").pipe(Schema.brand("OfficeId"))
export type OfficeId = typeof OfficeId.Type

const noun = declare({
  subject: "office",
  description: "An office of the organization",
  table: "offices",
  sees: "all",
  fields: {
    id: id(OfficeId),
    name: required(ShownLine, Line, {
      description: "The name, unique in the organization, ignoring case",
      example: "Hamburg harbour",
      privacy: "kept"
    }),
    location: nullable(ShownLine, orNull(Line), {
      description: "The location, as free text; null if the name says enough",
      example: example.job.location,
      privacy: "kept"
    }),
    parent_id: nullable(Uuid, orNull(Uuid), {
      description: "The parent office; null at the top level",
      example: null,
      privacy: "kept"
    }).pipe(labelled("Parent", "Übergeordnet")),
    created_at: time(Timestamp, "When the office was made", example.time.organizationCreated).pipe(inLists),
    updated_at: time(Timestamp, "When the office was last changed", example.time.organizationCreated).pipe(inLists),
    version
  },
  events: {
    created: { summary: "An office was made", example: { version: 1 } },
    updated: { summary: "An office was changed or moved" },
    deleted: { summary: "An office was deleted", data: Deleted }
  }
})

/** Offices as a resource. One can be deleted once it has no offices below it and no jobs. */
export const offices = resource(noun, {
  limit: { what: "offices of an organization", limit: 500 },
  unique: "name",
  levels: 5,
  uses: [
    { table: "offices", column: "parent_id", constraint: "offices_parent", called: "name" },
    { table: "jobs", column: "office_id", constraint: "jobs_office", called: "title", where: "u.deleted_at IS NULL" }
  ]
})

/** The port to offices. */
export class Offices extends Context.Service<Offices, StoreOf<typeof offices>>()("@candor/domain/Offices") {}
