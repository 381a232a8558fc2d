/** All data of an organization as a ZIP archive, which is written while it is sent. */
import { exportInto, type Target } from "@candor/commands/moving/Exporting"
import { exportTablesInto } from "@candor/commands/moving/Tables"
import type { ExportFormat } from "@candor/contract/Organizations"
import type { OrganizationDetail } from "@candor/domain/organization/Organization"
import { configure, ZipWriter } from "@zip.js/zip.js"
import { Effect, Exit, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import type { Slot } from "../request/Slots.ts"
import { named } from "./ContentDisposition.ts"
import * as Spool from "./Spool.ts"

configure({ useWebWorkers: false })

/** Rows shrink to an eighth; Parquet and contents are mostly compressed already. A file of rows may exceed 4 GiB. */
const optionsOf = (path: string) => ({
  level: path.startsWith("files/") || path.endsWith(".parquet") ? 0 : 3,
  ...(/\.(ndjson|csv|parquet)$/.test(path) ? { zip64: true } : {})
})

/**
 * Writes the archive of an organization into a spool, so that a slow client does not slow down reading the database.
 */
const writeArchive = Effect.fnUntraced(
  function*(
    organization: OrganizationDetail,
    format: ExportFormat,
    spool: Effect.Success<typeof Spool.make>,
    endReading: Effect.Effect<void>
  ) {
    const context = yield* Effect.context<never>()
    const sink = new WritableStream<Uint8Array>({
      write: async (chunk) => void (await Effect.runPromiseWith(context)(spool.write(chunk)))
    })
    const zip = new ZipWriter(sink)
    const target: Target = {
      write: (path, content) =>
        Effect.promise((signal) => zip.add(path, Stream.toReadableStream(content), { ...optionsOf(path), signal })),
      concurrency: 1,
      whenDatabaseIsRead: Effect.andThen(endReading, spool.passDirectly)
    }
    if (format === "folder") yield* exportInto(organization, target)
    else yield* exportTablesInto(organization, target, format === "tables-csv" ? "csv" : "parquet")
    yield* Effect.promise(() => zip.close())
  }
)

/**
 * Answers with the archive. If it fails, or another export needs the slot, the connection ends in the middle: an
 * incomplete archive has no directory, so no program opens it.
 */
export const archived = Effect.fnUntraced(function*(
  organization: OrganizationDetail,
  { day, format }: { readonly day: string; readonly format: ExportFormat },
  slot: Slot,
  endReading: Effect.Effect<void>
) {
  const spool = yield* Spool.make
  yield* writeArchive(organization, format, spool, endReading).pipe(
    Effect.tapCause((cause) => Effect.logError("An export of an organization ended before it was whole", cause)),
    Effect.onExit((exit) => spool.end(Exit.isFailure(exit) ? exit.cause : undefined)),
    Effect.forkScoped
  )
  const { hangUp } = yield* CurrentRequest
  // Closes the connection: a client that does not read would not notice that the stream has ended.
  yield* Effect.forkScoped(Effect.catch(slot.lost, () => Effect.sync(hangUp)))
  const archive = spool.read.pipe(
    Stream.tap((bytes) => Effect.sync(() => slot.progress(bytes.length))),
    Stream.interruptWhen(slot.lost)
  )
  return HttpServerResponse.stream(archive, {
    contentType: "application/zip",
    headers: { "content-disposition": named(`${organization.name}${format === "folder" ? "" : " tables"} ${day}.zip`) }
  })
})
