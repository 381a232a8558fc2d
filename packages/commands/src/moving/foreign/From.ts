/**
 * Imports from other systems: their data is converted to one of our exports, in a folder beside theirs, which is then
 * imported like any other.
 */
import { noun as organizationNoun } from "@candor/domain/organization/Organization"
import type { OrganizationDetail } from "@candor/domain/organization/Organization"
import { Effect, Option } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { basename } from "node:path"
import { Conversion, unknownTime } from "./Conversion.ts"
import * as Existing from "./Existing.ts"
import { fitted } from "./Foreign.ts"
import * as Folder from "./Folder.ts"
import { ashby } from "./ashby/Ashby.ts"
import { convert as convertRecords } from "./common/Convert.ts"
import * as Greenhouse from "./greenhouse/Greenhouse.ts"
import { lever } from "./lever/Lever.ts"
import * as Mapping from "./Mapping.ts"
import { opencats } from "./opencats/OpenCats.ts"
import type { System as Reading } from "./Reader.ts"
import * as Rows from "./Rows.ts"
import { teamtailor } from "./teamtailor/Teamtailor.ts"
import { workable } from "./workable/Workable.ts"

const systems = { greenhouse: Greenhouse, ashby, lever, workable, teamtailor, opencats } satisfies {
  readonly [name: string]: Reading
}

export const systemNames = Object.keys(systems) as Array<keyof typeof systems>
export type System = keyof typeof systems

/** Data that was converted. */
export interface Converted {
  /** The folder of the export, which is removed when the scope closes. */
  readonly folder: string
  /** The names of the rejection reasons. For a new organization they are stored in its row. */
  readonly reasons: ReadonlyArray<string>
  /** What was left out or stored elsewhere, with counts. */
  readonly left: ReadonlyArray<readonly [string, number]>
  /** The mapping that was used, with all values that were found. */
  readonly mapping: object
}

/** Converts the data in a system's folder, for an existing organization or for one that is yet to be created. */
export const convert = Effect.fnUntraced(function*(
  name: System,
  path: string,
  mappingPath: Option.Option<string>,
  target: OrganizationDetail | undefined
) {
  const { layout, source, system, title }: Reading = systems[name]
  const given = Option.isSome(mappingPath) ? yield* Mapping.read(mappingPath.value) : {}
  const folder = yield* Folder.open(path, layout)
  const made = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(`${path}.candor-`)),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const rows = yield* Rows.make(made, system)
  const choices = new Mapping.Choices(given)
  const conversion = new Conversion(system, title, yield* Existing.of(target?.id), target === undefined, choices, rows)
  const records = yield* source(folder, conversion.left)
  const reasons = yield* convertRecords(records, folder, conversion, rows)
  const organization = given.organization ?? { name: fitted(basename(path), 200)[0], plan: "enterprise" as const }
  rows.add("organization", {
    id: conversion.id("organization", ""),
    ...organization,
    created_at: unknownTime,
    rejection_reasons: reasons.map((name) => ({
      id: conversion.id(organizationNoun.subject, name),
      name,
      mail_template_id: null
    })),
    time_zone: given.time_zone ?? null
  })
  yield* rows.flush
  yield* rows.end(organization.name)
  const converted: Converted = {
    folder: made,
    reasons,
    left: conversion.left.all(),
    mapping: choices.proposal(organization)
  }
  return converted
})
