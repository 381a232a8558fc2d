/** Queued work of an import: reads its file, checks, runs or undoes it, depending on its state. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApiKeyId, ImportId, OrganizationId, UserId } from "@candor/domain/Id"
import type { StoredImport } from "@candor/domain/import/Import"
import { Schema } from "effect"
import type { Work } from "./Queue.ts"

export const queue = "imports"

/** The queue of imports of whole organizations. It is separate, because one takes as long as many tables. */
export const archives = "archives"

export const Element = Schema.Struct({
  organization_id: OrganizationId,
  id: ImportId,
  /** The member who imports, and their key: the import's changes are theirs. */
  user_id: UserId,
  api_key_id: Schema.NullOr(ApiKeyId),
  request_id: Schema.String
})
export interface Element extends Schema.Schema.Type<typeof Element> {}

/** Returns the work of an import. `id` is the id of the work. */
export const of = (
  id: string,
  { id: import_id, kind }: Pick<StoredImport, "id" | "kind">,
  { api_key_id, organization_id, request_id, user_id }: Actor
): Work => ({
  queue: kind === "organization" ? archives : queue,
  id,
  element: { organization_id, id: import_id, user_id, api_key_id, request_id }
})
