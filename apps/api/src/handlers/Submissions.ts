import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import { Applications } from "@candor/domain/application/Applications"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { release, remove } from "@candor/domain/submission/Submission"
import { Submissions } from "@candor/domain/submission/Submissions"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { download, sentFiles } from "../files/Downloads.ts"
import { withNextLink } from "../response/NextLink.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Submissions",
  Effect.fnUntraced(function*(handlers) {
    const applications = yield* Applications
    const submissions = yield* Submissions
    const sentFile = yield* sentFiles
    const services = yield* Effect.context<AttachmentStore>()

    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const page = yield* submissions.quarantined(actor.organization_id, query, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { submissions: page.items, pagination: page.pagination, next_cursor }
      }),
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { submission: yield* submissions.get(actor.organization_id, params.submissionId) }
      }, Effect.mapError(toError)),
      content: Effect.fnUntraced(function*({ params: { fileId, submissionId }, request }) {
        const { actor: { organization_id } } = yield* Caller
        const file = yield* submissions.get(organization_id, submissionId).pipe(
          Effect.flatMap((submission) => sentFile(organization_id, submission, fileId)),
          Effect.mapError(toError)
        )
        return yield* Effect.provideContext(download(organization_id, file, request), services)
      }),
      release: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { submission: yield* submissions.release(actor, params.submissionId, release) }
      }, Effect.mapError(toError)),
      delete: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* submissions.remove(actor, params.submissionId, remove)
        return { deleted: true }
      }, Effect.mapError(toError)),
      ofApplication: Effect.fnUntraced(function*({ params }) {
        const { actor: { organization_id } } = yield* Caller
        yield* applications.candidateOf(organization_id, params.id)
        return { submissions: yield* submissions.ofApplication(organization_id, params.id) }
      }, Effect.mapError(toError))
    })
  })
)
