import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import { Applications } from "@candor/domain/application/Applications"
import { Attachments } from "@candor/domain/attachment/Attachments"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import type { AttachmentId, OrganizationId, SubmissionId } from "@candor/domain/Id"
import { fileOf, release, remove } from "@candor/domain/submission/Submission"
import { Submissions } from "@candor/domain/submission/Submissions"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { download } from "../files/Downloads.ts"
import { withNextLink } from "../response/NextLink.ts"

export const layer = HttpApiBuilder.group(Api, "Submissions", Effect.fnUntraced(function*(handlers) {
  const applications = yield* Applications
  const submissions = yield* Submissions
  const attachments = yield* Attachments
  const store = yield* Effect.context<AttachmentStore>()

  /** Finds a file of a submission. Once it belongs to an application, it can be deleted by itself. */
  const sentFile = Effect.fnUntraced(function*(organization: OrganizationId, id: SubmissionId, file: AttachmentId) {
    const submission = yield* submissions.get(organization, id)
    const { application_id } = submission
    const sent = yield* Effect.fromResult(fileOf(submission, file))
    return application_id === null ? sent : yield* attachments.get(organization, { application_id }, file)
  })

  return handlers.handleAll({
    list: Effect.fnUntraced(function*({ query, request }) {
      const { actor } = yield* Caller
      const page = yield* submissions.quarantined(actor.organization_id, toPageRequest(query))
      const next_cursor = yield* withNextLink(request, page)
      return { submissions: page.items, pagination: page.pagination, next_cursor }
    }),
    get: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      return { submission: yield* submissions.get(actor.organization_id, params.submissionId) }
    }, Effect.mapError(toError)),
    content: Effect.fnUntraced(function*({ params: { fileId, submissionId }, request }) {
      const { actor: { organization_id } } = yield* Caller
      const file = yield* sentFile(organization_id, submissionId, fileId).pipe(Effect.mapError(toError))
      return yield* Effect.provideContext(download(organization_id, file, request), store)
    }),
    release: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      return { submission: yield* submissions.modify(actor, params.submissionId, release) }
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
}))
