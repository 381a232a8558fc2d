/** Imports of whole organizations whose undoing is refused, because somebody has worked with what they have made. */
import { AttachmentId, UserId } from "@candor/domain/Id"
import { unread } from "@candor/domain/import/Import"
import type { ImportState } from "@candor/domain/import/ImportState"
import { refuseUndo } from "@candor/domain/import/OrganizationImport"
import { undo } from "@candor/domain/import/Undo"
import { expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const context = contextAt()
const file = { content_id: AttachmentId.make(id(1)), original_filename: "acme.zip", size_bytes: 1 }
const loaded = { ...unread(file, UserId.make(id(2)), context), kind: "organization" as const, finished_at: context.now }

test.each<ImportState>(["completed", "cancelled", "failed", "interrupted"])("one that was %s is so again", (state) => {
  const undoing = Result.getOrThrow(undo({ ...loaded, state, new_counted: 3 }, context)).entity
  expect(undoing.state).toBe("undoing")
  expect(Result.getOrThrow(refuseUndo(undoing, 1, context)).entity).toMatchObject({
    state,
    failure: "touched",
    kept_counted: 1
  })
})
