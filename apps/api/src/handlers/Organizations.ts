import { Api } from "@candor/contract/Api"
import { toDuePage } from "@candor/contract/Organizations"
import { Caller } from "@candor/contract/Authorization"
import { Attachments } from "@candor/domain/attachment/Attachments"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { storageOf } from "@candor/domain/attachment/Storage"
import type { Moves } from "@candor/domain/moving/Moves"
import * as Organization from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { DueCandidates } from "@candor/domain/retention/DueCandidates"
import { previewed, shown } from "@candor/domain/retention/RetentionPreview"
import { closedUntil } from "@candor/domain/retention/RetentionRule"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { OrganizationExportSlots } from "../files/FileSlots.ts"
import * as Spool from "../files/Spool.ts"
import { archived } from "../files/OrganizationExport.ts"
import { withNextLink } from "../response/NextLink.ts"

// The organization of a key is never removed, so it is always found.
export const layer = HttpApiBuilder.group(
  Api,
  "Organizations",
  Effect.fnUntraced(function*(handlers) {
    const organizations = yield* Organizations
    const due = yield* DueCandidates
    const attachments = yield* Attachments
    const slots = yield* OrganizationExportSlots
    const services = yield* Effect.context<AttachmentStore | Moves>()
    return handlers.handleAll({
      get: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        return { organization: yield* organizations.get(actor.organization_id) }
      }, Effect.orDie),
      update: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        const organization = yield* organizations.modify(
          actor,
          (organization, context) => Organization.update(organization, payload, context)
        )
        return { organization }
      }, Effect.orDie),
      files: Effect.fnUntraced(function*() {
        const { actor: { organization_id } } = yield* Caller
        return {
          storage: storageOf(yield* attachments.usage(organization_id)),
          files: yield* attachments.largest(organization_id)
        }
      }),
      export: Effect.fnUntraced(function*({ query: { format = "folder" }, request }) {
        const { actor } = yield* Caller
        if (request.method === "HEAD")
          return HttpServerResponse.stream(Stream.empty, { contentType: "application/zip" })
        const slot = yield* slots.take(actor.organization_id)
        const endReading = yield* slots.read
        yield* Spool.hasSpace()
        const organization = yield* Effect.orDie(organizations.modify(actor, Organization.exported))
        const day = (yield* Timestamp.now).slice(0, 10)
        return yield* Effect.provideContext(archived(organization, { day, format }, slot, endReading), services)
      }),
      previewRetention: Effect.fnUntraced(function*({ query, request }) {
        const { actor: { organization_id } } = yield* Caller
        const page = toDuePage(query)
        const rule = previewed((yield* organizations.get(organization_id)).retention, query.anonymise_after_months)
        const months = rule.anonymise_after_months
        if (months === null) {
          const pagination = { limit: page.limit, has_more: false }
          return {
            retention: rule,
            candidates: [],
            total: { count: 0, at_least: false },
            pagination,
            next_cursor: null
          }
        }
        const until = closedUntil(months, yield* Timestamp.now)
        const { items, next } = yield* due.list(organization_id, until, page)
        const total = yield* due.count(organization_id, until)
        const next_cursor = yield* withNextLink(request, { next })
        return {
          retention: rule,
          candidates: items.map((candidate) => shown(candidate, months)),
          total,
          pagination: { limit: page.limit, has_more: next !== undefined },
          next_cursor
        }
      }, Effect.orDie)
    })
  })
)
