import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { maxListedProblems } from "@candor/contract/Imports"
import { toPageRequest } from "@candor/contract/PageQuery"
import type { Attachments } from "@candor/domain/attachment/Attachments"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import type { ImportId } from "@candor/domain/Id"
import * as Import from "@candor/domain/import/Import"
import { Imports, type LinePosition } from "@candor/domain/import/Imports"
import { problemLines } from "@candor/domain/import/ProblemFile"
import { defaultLimit, maxLimit, type PageRequest } from "@candor/domain/Pagination"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { attachmentNamed } from "../files/ContentDisposition.ts"
import type { UploadSlots } from "../files/FileSlots.ts"
import { formParts } from "../files/FormParts.ts"
import { CurrentUpload, discard, receive } from "../files/Uploads.ts"
import { withNextLink } from "../response/NextLink.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Imports",
  Effect.fnUntraced(function*(handlers) {
    const imports = yield* Imports
    const services = yield* Effect.context<Attachments | AttachmentStore | UploadSlots>()

    const one = Effect.fnUntraced(function*(id: ImportId) {
      const { actor } = yield* Caller
      return { import: yield* imports.get(actor.organization_id, id) }
    })

    const changed = Effect.fnUntraced(
      function*<Failure>(id: ImportId, decide: Parameters<typeof imports.modify<Failure>>[2]) {
        const { actor } = yield* Caller
        yield* imports.modify(actor, id, decide)
        return yield* one(id)
      }
    )

    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const page = yield* imports.list(actor.organization_id, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { imports: page.items, pagination: page.pagination, next_cursor }
      }),
      create: Effect.fnUntraced(function*({ request }) {
        const { actor } = yield* Caller
        const guarded = yield* CurrentUpload
        const upload = guarded ??
          (yield* receive(actor, null, formParts(request)).pipe(Effect.catchTag("NotFound", Effect.die)))
        const file = { ...upload.file, content_id: upload.key.id }
        // Not where it ends by a defect: the row may be stored all the same.
        const { id } = yield* imports.create(actor, (context) => Import.upload(file, actor.user_id, context)).pipe(
          Effect.tapError(() => guarded === undefined ? discard(upload) : Effect.void)
        )
        return yield* Effect.orDie(one(id))
      }, Effect.provideContext(services)),
      get: ({ params }) => Effect.mapError(one(params.importId), toError),
      map: ({ params, payload }) =>
        Effect.mapError(changed(params.importId, (stored, context) => Import.map(stored, payload, context)), toError),
      rows: Effect.fnUntraced(function*({ params, query: { cursor, limit = defaultLimit, outcome }, request }) {
        const { actor } = yield* Caller
        const outcomes = outcome === undefined ? Import.RowOutcome.literals : [outcome]
        const page = yield* imports.rows(actor.organization_id, params.importId, outcomes, {
          limit,
          offset: 0,
          after: cursor
        })
        const next_cursor = yield* withNextLink(request, page)
        return { rows: page.items, pagination: { limit, has_more: page.pagination.has_more }, next_cursor }
      }, Effect.mapError(toError)),
      problems: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        const { file_name } = yield* imports.get(actor.organization_id, params.importId)
        const rows: Array<Import.ImportRow> = []
        let after: LinePosition | undefined
        do {
          const request: PageRequest<LinePosition> = { limit: 10 * maxLimit, offset: 0, after }
          const page = yield* imports.rows(actor.organization_id, params.importId, ["problem"], request)
          rows.push(...page.items)
          after = page.next
        } while (after !== undefined && rows.length < maxListedProblems)
        return HttpServerResponse.text(problemLines(file_name, rows.slice(0, maxListedProblems)), {
          contentType: "text/csv; charset=utf-8",
          headers: {
            "content-disposition": attachmentNamed(`${file_name.replace(/\.[^.]*$/, "")}-problems.csv`, "text/plain")
          }
        })
      }, Effect.mapError(toError)),
      run: ({ params }) => Effect.mapError(changed(params.importId, Import.run), toError),
      cancel: ({ params }) => Effect.mapError(changed(params.importId, Import.cancel), toError),
      undo: ({ params }) => Effect.mapError(changed(params.importId, Import.undo), toError),
      delete: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* imports.remove(actor, params.importId, Import.remove)
        return { deleted: true }
      }, Effect.mapError(toError))
    })
  })
)
