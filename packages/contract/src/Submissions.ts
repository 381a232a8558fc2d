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
        "Suspicious submissions, with the reasons in `suspicions`. Nothing is dropped, and senders see the usual confirmation. At most " +
          `${maxQuarantined} submissions with files of ${maxQuarantinedBytes} bytes wait; beyond that, those that are odd need a proof of work.`
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
          "What a person sent, as it was given; also one that is in the quarantine no more."
        )
      ),
    HttpApiEndpoint.get("content", "/quarantine/:submissionId/files/:fileId/content", {
      params: { ...params, fileId: pathId(AttachmentId) },
      query: noQuery,
      ...download
    }).annotateMerge(
      documented(
        "Download a file of a submission",
        "Also before an application is made of it, to be saved as other files are (`GET …/attachments/{attachmentId}/content`). Nobody has checked who sent it."
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
          "An application is made of it within seconds, which `application.received` or `application.resubmitted` tells. One that was released " +
            "already is returned unchanged; one with an application is 400, and one whose job is closed, until that is reopened."
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
          "Deletes it permanently, with its files. One with an application is 400: it goes with that."
        )
      ),
    HttpApiEndpoint.get("ofApplication", "/applications/:id/submissions", {
      params: { id: pathId(ApplicationId) },
      query: noQuery,
      success: Schema.Struct({
        submissions: Schema.Array(Submission).pipe(described("What the person sent, newest first"))
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List the submissions of an application",
        "What the person sent through the careers site, as it was given: the newest 100. None of an application that came in another way."
      )
    )
  )
  .annotate(OpenApi.Title, "Held applications")
  .annotate(OpenApi.Description, "Submissions to the careers site, and the quarantine of those that are odd.")
{}
