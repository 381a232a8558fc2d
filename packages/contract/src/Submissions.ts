/** Submissions to the careers site: those in quarantine, and those of an application. */
import { described } from "@candor/domain/Described"
import { ApplicationId, AttachmentId, SubmissionId } from "@candor/domain/Id"
import { Pagination } from "@candor/domain/Pagination"
import {
  maxQuarantined,
  maxQuarantinedBytes,
  Submission,
  SubmissionListItem
} from "@candor/domain/submission/Submission"
import { QuarantineFilter } from "@candor/domain/submission/Submissions"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { download } from "./Attachments.ts"
import { WriteScope } from "./Authorization.ts"
import { Deleted, documented, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

const OneSubmission = Schema.Struct({ submission: Submission })
const params = { submissionId: pathId(SubmissionId) }

export class Submissions extends HttpApiGroup.make("Submissions")
  .add(
    HttpApiEndpoint.get("list", "/quarantine", {
      query: { ...QuarantineFilter.fields, ...pageQuery },
      success: Schema.Struct({
        submissions: Schema.Array(SubmissionListItem).pipe(described("The submissions of the page, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(
      documented(
        "List the quarantine",
        "Returns suspicious submissions, with the reasons in `suspicions`. No submission is dropped, and " +
          `senders see the usual confirmation. At most ${maxQuarantined} submissions with files of ` +
          `${maxQuarantinedBytes} bytes can wait; beyond that, suspicious ones need a proof of work.`
      )
    ),
    HttpApiEndpoint.get("get", "/quarantine/:submissionId", {
      params,
      query: noQuery,
      success: OneSubmission,
      error: resourceErrors
    })
      .annotateMerge(
        documented(
          "Get a submission",
          "Returns a submission as it was sent, even after it has left the quarantine."
        )
      ),
    HttpApiEndpoint.get("content", "/quarantine/:submissionId/files/:fileId/content", {
      params: { ...params, fileId: pathId(AttachmentId) },
      query: noQuery,
      ...download
    }).annotateMerge(
      documented(
        "Download a file of a submission",
        "Works even before the submission becomes an application, like other downloads (`GET " +
          "…/attachments/{attachmentId}/content`). The sender is not verified."
      )
    ),
    HttpApiEndpoint.post("release", "/quarantine/:submissionId/release", {
      params,
      query: noQuery,
      success: OneSubmission,
      error: [...resourceErrors, Errors.InvalidRequest]
    })
      .middleware(WriteScope)
      .annotate(ResponseExample, { submission: { state: "released" } })
      .annotateMerge(
        documented(
          "Release a submission from the quarantine",
          "The submission becomes an application within seconds, with an event `application.received` or " +
            "`application.resubmitted`. An already released one is returned unchanged; one with an application is " +
            "400, and so is one whose job is closed, until the job is reopened."
        )
      ),
    HttpApiEndpoint.delete("delete", "/quarantine/:submissionId", {
      params,
      query: noQuery,
      success: Deleted,
      error: [...resourceErrors, Errors.InvalidRequest]
    })
      .middleware(WriteScope)
      .annotateMerge(
        documented(
          "Delete a submission",
          "Permanently deletes the submission and its files. A submission with an application is 400: it is " +
            "deleted with the application."
        )
      ),
    HttpApiEndpoint.get("ofApplication", "/applications/:id/submissions", {
      params: { id: pathId(ApplicationId) },
      query: noQuery,
      success: Schema.Struct({
        submissions: Schema.Array(Submission).pipe(described("The submissions, newest first"))
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List the submissions of an application",
        "Returns the newest 100 submissions through the careers site, as they were sent; empty for an " +
          "application from another source."
      )
    )
  )
  .annotate(OpenApi.Title, "Held applications")
  .annotate(OpenApi.Description, "Submissions to the careers site, and the quarantine of suspicious ones.")
{}
