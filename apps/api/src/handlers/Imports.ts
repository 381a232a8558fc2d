import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { maxListedProblems } from "@candor/contract/Imports"
import { toPageRequest } from "@candor/contract/PageQuery"
import type { Attachments } from "@candor/domain/attachment/Attachments"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import type { ImportId } from "@candor/domain/Id"
import { isNothing } from "@candor/domain/import/Cells"
import * as Import from "@candor/domain/import/Import"
import { maxValues } from "@candor/domain/import/Mapping"
import { understanding } from "@candor/domain/import/Places"
import { Imports, type LinePosition } from "@candor/domain/import/Imports"
import * as OrganizationImport from "@candor/domain/import/OrganizationImport"
import { OrganizationImports } from "@candor/domain/import/OrganizationImports"
import { archiveProblemLines, problemLines } from "@candor/domain/import/ProblemFile"
import { undo } from "@candor/domain/import/Undo"
import { defaultLimit, maxLimit, type PageRequest } from "@candor/domain/Pagination"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { attachmentNamed } from "../files/ContentDisposition.ts"
import type { UploadSlots } from "../files/FileSlots.ts"
import { formParts } from "../files/FormParts.ts"
import { CurrentPart, CurrentUpload, discard, receive, receiveBytes } from "../files/Uploads.ts"
import { withNextLink } from "../response/NextLink.ts"

const problemFile = (file_name: string, lines: string) =>
  HttpServerResponse.text(lines, {
    contentType: "text/csv; charset=utf-8",
    headers: {
      "content-disposition": attachmentNamed(`${file_name.replace(/\.[^.]*$/, "")}-problems.csv`, "text/plain")
    }
  })

export const layer = HttpApiBuilder.group(
  Api,
  "Imports",
  Effect.fnUntraced(function*(handlers) {
    const imports = yield* Imports
    const archives = yield* OrganizationImports
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
        // Not after a defect: the row may be stored all the same.
        const created = OrganizationImport.isArchive(file.original_filename)
          ? archives.create(
            actor,
            { number: 1, content_id: file.content_id, size_bytes: file.size_bytes, sha256: upload.digest },
            (usage, context) => OrganizationImport.upload(file, actor.user_id, usage, context)
          )
          : imports.create(actor, (context) => Import.upload(file, actor.user_id, context))
        const { id } = yield* Effect.mapError(created, toError).pipe(
          Effect.tapError(() => guarded === undefined ? discard(upload) : Effect.void)
        )
        return yield* Effect.orDie(one(id))
      }, Effect.provideContext(services)),
      begin: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        const { id } = yield* archives.create(
          actor,
          undefined,
          (usage, context) => OrganizationImport.begin(payload, actor.user_id, usage, context)
        )
        return yield* Effect.orDie(one(id))
      }, Effect.mapError(toError)),
      part: Effect.fnUntraced(function*({ params: { importId }, request }) {
        const { actor } = yield* Caller
        const guarded = yield* CurrentPart
        // Checked first, so that nothing is stored for an import that does not exist.
        yield* Effect.mapError(one(importId), toError)
        const { key, ...part } = guarded ?? (yield* receiveBytes(actor, formParts(request)))
        const stored: OrganizationImport.StoredPart = { content_id: key.id, ...part }
        yield* archives.receive(
          actor,
          importId,
          stored,
          (before, present, context) => OrganizationImport.receive(before, stored, present, context)
        ).pipe(Effect.mapError(toError), Effect.tapError(() => guarded === undefined ? discard({ key }) : Effect.void))
        return yield* Effect.mapError(one(importId), toError)
      }, Effect.provideContext(services)),
      parts: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        const parts = yield* archives.parts(actor.organization_id, params.importId)
        return { parts: parts.map(({ number, sha256, size_bytes }) => ({ number, size_bytes, sha256 })) }
      }, Effect.mapError(toError)),
      report: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { report: yield* archives.report(actor.organization_id, params.importId) }
      }, Effect.mapError(toError)),
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
      values: Effect.fnUntraced(function*({ params, query: { column, to } }) {
        const { organization_id } = (yield* Caller).actor
        const { job_id, mapping } = yield* imports.stored(organization_id, params.importId)
        const isForAll = job_id !== null && mapping.every(({ to }) => to !== "job")
        const values = yield* imports.values(organization_id, params.importId, column, maxValues + 1)
        const jobs = yield* imports.jobs(organization_id, isForAll && to !== "job" ? job_id : null)
        const understood = understanding(to, jobs)
        return {
          values: values.slice(0, maxValues).flatMap(({ rows, value }) =>
            isNothing(value) ? [] : [{ value, rows, to: understood(value) }]
          ),
          has_more: values.length > maxValues
        }
      }, Effect.mapError(toError)),
      problems: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        const { file_name, kind } = yield* imports.get(actor.organization_id, params.importId)
        if (kind === "organization") {
          const problems = yield* archives.problems(actor.organization_id, params.importId, 0, maxListedProblems)
          return problemFile(file_name, archiveProblemLines(problems))
        }
        const rows: Array<Import.ImportRow> = []
        let after: LinePosition | undefined
        do {
          const request: PageRequest<LinePosition> = { limit: 10 * maxLimit, offset: 0, after }
          const page = yield* imports.rows(actor.organization_id, params.importId, ["problem"], request)
          rows.push(...page.items)
          after = page.next
        } while (after !== undefined && rows.length < maxListedProblems)
        return problemFile(file_name, problemLines(file_name, rows.slice(0, maxListedProblems)))
      }, Effect.mapError(toError)),
      run: ({ params }) => Effect.mapError(changed(params.importId, Import.run), toError),
      cancel: ({ params }) => Effect.mapError(changed(params.importId, Import.cancel), toError),
      undo: ({ params }) => Effect.mapError(changed(params.importId, undo), toError),
      delete: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* imports.remove(actor, params.importId, Import.remove)
        return { deleted: true }
      }, Effect.mapError(toError))
    })
  })
)
