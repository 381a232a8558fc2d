/** The steps of imports, each with the background work that it causes. */
import type { Actor } from "@candor/domain/access/Actor"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { ImportId } from "@candor/domain/Id"
import * as Import from "@candor/domain/import/Import"
import { Imports } from "@candor/domain/import/Imports"
import type { ImportMapping } from "@candor/domain/import/Mapping"
import type { undo } from "@candor/domain/import/Undo"
import { Effect, Stream } from "effect"
import * as ImportWork from "../src/import/Imports.ts"
import { windows1252 } from "./ImportFiles.ts"

export const page = { limit: 100, offset: 0, after: undefined }

/** Returns a list of this many people, with its header on the first line. */
export const numbered = (count: number) =>
  windows1252(
    ["Name;Mail", ...Array.from({ length: count }, (_, at) => `Person ${at};person${at}@example.com`)].join("\n")
  )

/** Does the queued work of an import. */
export const work = Effect.fnUntraced(
  function*({ api_key_id, organization_id, request_id, user_id }: Actor, id: ImportId, attempts = 1) {
    const run = yield* ImportWork.make
    yield* run({ organization_id, id, user_id, api_key_id, request_id }, { attempts })
    return yield* (yield* Imports).get(organization_id, id)
  }
)

/** Creates an import of a file that was read. */
export const uploaded = Effect.fnUntraced(
  function*(actor: Actor, content: Uint8Array, original_filename = "people.csv") {
    const content_id = yield* (yield* Attachments).reserve(actor, null)
    yield* (yield* AttachmentStore).put(
      { organization_id: actor.organization_id, id: content_id },
      Stream.make(content)
    )
    const file = { content_id, original_filename, size_bytes: content.length }
    const { id } = yield* (yield* Imports).create(actor, (context) => Import.upload(file, actor.user_id, context))
    return yield* work(actor, id)
  }
)

export const checked = Effect.fnUntraced(
  function*(actor: Actor, { column_names: _, id, mapping }: Import.Import, more: Partial<ImportMapping> = {}) {
    yield* (yield* Imports).modify(
      actor,
      id,
      (stored, context) => Import.map(stored, { columns: mapping, tag: "import", ...more }, context)
    )
    return yield* work(actor, id)
  }
)

export const after = Effect.fnUntraced(
  function*(actor: Actor, id: ImportId, decide: typeof Import.run | typeof undo) {
    yield* (yield* Imports).modify<unknown>(actor, id, decide)
    return yield* work(actor, id)
  }
)

export const rowsOf = Effect.fnUntraced(function*({ organization_id }: Actor, id: ImportId) {
  const { items } = yield* (yield* Imports).rows(organization_id, id, Import.RowOutcome.literals, page)
  return items
})

export const people = ({ organization_id }: Actor) =>
  Effect.flatMap(
    Candidates,
    (candidates) => Effect.map(candidates.list(organization_id, { sort: "name" }, page), ({ items }) => items)
  )

export const counts = ({ known_counted, new_counted, problems_counted, unchanged_counted }: Import.Import) => ({
  new: new_counted,
  known: known_counted,
  unchanged: unchanged_counted,
  problem: problems_counted
})
