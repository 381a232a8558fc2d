/** How requests name a row by the id of another system (decision 0094). */
import { ForeignId, System } from "@candor/domain/ExternalId"
import type { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { created } from "./SafeWriting.ts"

/** The parameters of a path that ends in an external id. */
export const externalIdParams = { system: System, key: ForeignId }

/** The end of a path with an external id. */
export const externalIdPath = "/by-external-id/:system/:key"

/** Tells whether a write creates the resource at its path if it does not exist. */
export const makesResource = (method: string, path: string): boolean =>
  /^put$/i.test(method) && path.includes("/by-external-id/")

/** The answers of a write by external id: with 201 the row is new. */
export const madeOrChanged = <S extends Schema.Top>(one: S) => [one, one.pipe(HttpApiSchema.status(created))] as const

/** Returns the sentences that describe every write by external id. */
export const byExternalId = (rows: string): string =>
  "Creates the resource with this external id, as `POST` with the same body does, or updates the existing one, " +
  "as `PATCH` does: omitted fields keep their values. Of concurrent requests, one creates it and the others " +
  "update it, so a request can safely be repeated. The external id is added to `external_ids` of the body. One " +
  `that belongs to ${rows} which the key does not see is 400.`
