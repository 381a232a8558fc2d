/** Reads files of candidates: they must exist in the folder, be of an accepted type, and not be too large. */
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import { AttachmentId, OrganizationId } from "@candor/domain/Id"
import { Inspection } from "@candor/files/content/FileContent"
import { typeOf } from "@candor/files/InspectedContent"
import { Effect, Stream } from "effect"
import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { foreignId } from "./ForeignId.ts"

export interface Content {
  readonly bytes: Uint8Array
  readonly type: string
}

const readWhole = (path: string) =>
  Effect.promise(async () => {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      return (await file.stat()).size > maxFileBytes ? undefined : new Uint8Array(await file.readFile())
    } finally {
      await file.close()
    }
  })

/** Reads a file; fails with the reason if it is not accepted. */
export const read = Effect.fnUntraced(function*(path: string, name: string) {
  const bytes = yield* readWhole(path)
  if (bytes === undefined) return yield* Effect.fail(`it is larger than ${maxFileBytes / 2 ** 20} MiB`)
  const inspection = new Inspection()
  inspection.add(bytes)
  // The reader of archives needs a store: here one in memory.
  const memory = AttachmentStore.of({
    put: () => Effect.die("A content is only read"),
    read: (_, { end, start }) => Stream.make(bytes.subarray(start, end)),
    remove: () => Effect.void
  })
  const key = {
    organization_id: OrganizationId.make(foreignId("", "", "")),
    id: AttachmentId.make(foreignId("", "", ""))
  }
  const type = yield* typeOf(key, inspection, name).pipe(
    Effect.provideService(AttachmentStore, memory),
    Effect.mapError((error) => error._tag === "FileRefused" ? `it is ${error.found}` : "it cannot be read")
  )
  const content: Content = { bytes, type }
  return content
})
