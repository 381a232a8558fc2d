/** Imports of whole organizations whose undoing is refused, because somebody has worked with what they have made. */
import { AttachmentId, UserId } from "@candor/domain/Id"
import { unread } from "@candor/domain/import/Import"
import { refuseUndo } from "@candor/domain/import/OrganizationImport"
import { undo } from "@candor/domain/import/Undo"
import { expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const context = contextAt()
const file = { content_id: AttachmentId.make(id(1)), original_filename: "acme.zip", size_bytes: 1 }
const loaded = { ...unread(file, UserId.make(id(2)), context), kind: "organization" as const, finished_at: context.now }

const counts = { rows_counted: 9, rows_done: 6, new_counted: 3, known_counted: 2, unchanged_counted: 1 }

test.each(
  [
    ["completed", null, "touched"],
    ["cancelled", null, "touched"],
    ["failed", "has_problems", "has_problems"],
    ["interrupted", "interrupted", "interrupted"]
  ] as const
)("one that was %s is so again, with its failure and counts", (state, before, failure) => {
  const undoing = Result.getOrThrow(undo({ ...loaded, ...counts, state, failure: before }, context)).entity
  expect(undoing).toMatchObject({ state: "undoing", rows_done: 0 })
  expect(Result.getOrThrow(refuseUndo(undoing, 1, context)).entity).toMatchObject({
    ...counts,
    state,
    failure,
    kept_counted: 1
  })
})
