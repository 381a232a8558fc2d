/** Applications (spec, part 4). */
import * as Application from "@candor/domain/application/Application"
import { HistoryEntry, HistoryPosition } from "@candor/domain/application/ApplicationHistory"
import { ApplicationByExternalId } from "@candor/domain/application/ApplicationByExternalId"
import { ApplicationFilter } from "@candor/domain/application/ApplicationFilter"
import { ApplicationPatch } from "@candor/domain/application/ApplicationPatch"
import { maxNotes, maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { maxItems } from "@candor/domain/BulkItems"
import { BulkChange } from "@candor/domain/application/BulkChange"
import { described, named } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { updatedSince } from "@candor/domain/Filter"
import { Move, Rejection } from "@candor/domain/application/Lifecycle"
import { ApplicationId } from "@candor/domain/Id"
import { Pagination } from "@candor/domain/Pagination"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { byExternalId, externalIdParams, externalIdPath, madeOrChanged } from "./ExternalIds.ts"
import { bulkResults, bulkTimeout, eachByItself } from "./Bulk.ts"
import {
  bodyErrors,
  Deleted,
  documented,
  ForLimitedMembers,
  noQuery,
  OperationTimeout,
  resourceErrors,
  ResponseExample
} from "./Endpoint.ts"
import { cursorOf, CursorOfEither, isPossible, NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

export const OneApplication = Schema.Struct({ application: Application.ApplicationDetail })
export interface OneApplication extends Schema.Schema.Type<typeof OneApplication> {}

export const ApplicationsPage = Schema.Struct({
  applications: Schema.Array(Application.ApplicationListItem).pipe(described("The applications of the page")),
  pagination: Pagination,
  next_cursor: NextCursor
})
export interface ApplicationsPage extends Schema.Schema.Type<typeof ApplicationsPage> {}

const HistoryCursor = cursorOf(HistoryPosition, ({ entered_at }) => isPossible(entered_at))

const applicationParams = { id: pathId(ApplicationId) }

/** Makes a status change of an application, which needs no body. */
const statusChange = <const Name extends string>(name: Name) =>
  HttpApiEndpoint.post(name, `/applications/:id/${name}`, {
    params: applicationParams,
    query: noQuery,
    success: OneApplication,
    error: resourceErrors
  }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding")

const WithdrawalDone = Schema.Struct({
  is_done: Schema.Boolean.pipe(described("Whether the requests up to now are handled; false opens them again", true))
}).pipe(named("WithdrawalRequestDone", "Whether the requests to withdraw an application are handled"))

export class Applications extends HttpApiGroup.make("Applications")
  .add(
    HttpApiEndpoint.get("list", "/applications", {
      query: {
        ...ApplicationFilter.fields,
        ...updatedSince("Applications"),
        ...pageQuery,
        cursor: Schema.optionalKey(CursorOfEither)
      },
      success: ApplicationsPage
    }).annotateMerge(
      documented(
        "List applications",
        "Newest first. With `updated_since`, those that were created or changed then or later, the oldest change first; one that " +
          "changes while pages are read comes again. A note, feedback or a file that is added, changed or deleted, and the text of " +
          "a file, are changes of their application too. An application with `duplicate_of` was left by a merge of candidates " +
          "beside the one that it names, on the same job. `created_after` and `created_before` are exclusive. A cursor holds for " +
          "the order of its page."
      )
    ),
    HttpApiEndpoint.post("create", "/applications", {
      query: noQuery,
      payload: Application.ApplicationDraft,
      success: OneApplication.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, { application: example.newApplication })
      .annotateMerge(
        documented(
          "Create an application",
          "A draft of a job takes applications too, so that recruiters can prepare it; a closed job takes none: 400 with " +
            "`details.status`. In a stage of the type `hired` the application begins as hired. The person of `candidate` is found " +
            "by its LinkedIn URL or email address, in any case of letters, or made: `candidate_match` tells which. A candidate " +
            "with another LinkedIn URL is another person. Who is found gets what was not known of it, and keeps the rest; what " +
            "differs, and what cannot be understood or is too long, are in `unapplied`. If it has an application on the job: 400 " +
            "with `details.application_id` and `candidate_id`."
        )
      ),
    HttpApiEndpoint.get("get", "/applications/:id", {
      params: applicationParams,
      query: noQuery,
      success: OneApplication,
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Get application details",
        "Returns the application with its candidate, job and stage, and the AI profiles, notes, feedback, files and answers."
      )
    ),
    HttpApiEndpoint.patch("update", "/applications/:id", {
      params: applicationParams,
      query: noQuery,
      payload: ApplicationPatch,
      success: OneApplication,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, { application: { source_type: "referral" } })
      .annotateMerge(
        documented(
          "Change an application",
          "Changes `source_type`, also of a closed application. Its stage and its status have operations of their own. Of an " +
            "anonymised candidate: 400 with `details.anonymised_at`."
        )
      ),
    HttpApiEndpoint.get("getByExternalId", `/applications${externalIdPath}` as const, {
      params: externalIdParams,
      query: noQuery,
      success: OneApplication,
      error: resourceErrors
    }).annotateMerge(
      documented("Get an application by external id", "Returns the application that another system has this id for.")
    ),
    HttpApiEndpoint.put("putByExternalId", `/applications${externalIdPath}` as const, {
      params: externalIdParams,
      query: noQuery,
      payload: ApplicationByExternalId,
      success: madeOrChanged(OneApplication),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Create or update an application by external id",
        byExternalId("an application") +
          " A new one names its job and its candidate by their ids, or by external ids of theirs: `job_external_id` " +
          "and `candidate_external_id`. Of a known one these stay, with its stage, its status and its answers."
      )
    ),
    HttpApiEndpoint.delete("delete", "/applications/:id", {
      params: applicationParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Delete an application",
        "Deletes the application permanently, with its notes, feedback, answers, attachments and history. All of it is erased from " +
          "events and from the log of deliveries ten minutes later. The candidate stays, with its AI profiles, and a prospect that " +
          "was converted into the application loses its link. If a merge left other applications of the candidate on the job, the " +
          "one that is furthest on takes its place. To end an application and keep it, reject or withdraw it."
      )
    ),
    HttpApiEndpoint.get("history", "/applications/:id/history", {
      params: applicationParams,
      query: { ...pageQuery, cursor: Schema.optionalKey(HistoryCursor) },
      success: Schema.Struct({
        history: Schema.Array(HistoryEntry).pipe(described("The entries of the page, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List the history of an application, newest first",
        "Each entry is a time in which the application had one stage and one status, and names the change that began it. Its " +
          "`seconds` end with the next change, or now. The time spent in a stage is the sum of its entries with the status " +
          "`active`."
      )
    ),
    HttpApiEndpoint.post("move", "/applications/:id/move", {
      params: applicationParams,
      query: noQuery,
      payload: Move,
      success: OneApplication,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding").annotateMerge(
      documented(
        "Move an application to another stage of its job",
        "In a stage of the type `hired` the application is hired. A closed application does not move: 400 with `details.status`. " +
          "The present stage is no change. With `from_stage_id`, one that is in another stage by now stays: 400 with `details.stage_id`."
      )
    ),
    HttpApiEndpoint.post("reject", "/applications/:id/reject", {
      params: applicationParams,
      query: noQuery,
      payload: Rejection,
      success: OneApplication,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, {
        application: { ...example.closed, status: "rejected", rejection_reason: "Salary expectations" }
      })
      .annotateMerge(
        documented(
          "Reject an application",
          "`reason` is the name of a rejection reason of the organization, in any case of letters. `note` becomes a note on the " +
            `application, within its limits of ${maxNotes.limit} notes and ${maxTextBytes.limit} bytes: beyond either 400 with ` +
            "`details.limit`. Only an active application can be rejected: 400 with `details.status`. The same reason again, without " +
            "a note, is no change. The mail that follows, of `mail_template_id`, is not sent where the rejection is undone before."
        )
      ),
    HttpApiEndpoint.post("changeMany", "/applications/bulk", {
      query: noQuery,
      payload: BulkChange,
      success: bulkResults("application_id", ApplicationId, "application"),
      error: bodyErrors
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(OperationTimeout, bulkTimeout)
      .annotateMerge(
        documented(
          "Change many applications",
          `Moves, rejects, reopens or tags up to ${maxItems} applications, all alike (\`application_ids\`); or makes or changes as many, each as its item ` +
            `in \`applications\` says. ${eachByItself}`
        )
      ),
    statusChange("withdraw")
      .annotate(ResponseExample, { application: { ...example.closed, status: "withdrawn" } })
      .annotateMerge(
        documented(
          "Withdraw an application for its candidate",
          "Only an active application can be withdrawn: 400 with `details.status`."
        )
      ),
    HttpApiEndpoint.post("handleWithdrawal", "/applications/:id/withdrawal-request/done", {
      params: applicationParams,
      query: noQuery,
      payload: WithdrawalDone,
      success: OneApplication,
      error: [...resourceErrors, ...bodyErrors]
    })
      .middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, { application: { withdrawal_handled_at: example.time.moved } })
      .annotateMerge(
        documented(
          "Mark a request to withdraw as handled",
          "Who applies with the address of an application that is there cannot withdraw that, but asks for it: the submission has `withdrawal_requested_at`. " +
            "One that is handled waits for nobody, until the next one; the application stays as it is."
        )
      ),
    statusChange("hire")
      .annotate(ResponseExample, { application: { ...example.closed, ...example.hired } })
      .annotateMerge(
        documented(
          "Hire the candidate of an application",
          "Moves the application to the job's first stage of the type `hired`; one that is in such a stage, or whose job has none, " +
            "stays in its stage. Only an active application can be hired: 400 with `details.status`."
        )
      ),
    statusChange("reopen")
      .annotateMerge(
        documented(
          "Make a closed application active again",
          "It goes on in the stage in which it was active last. Where that stage is gone, or is of the type `hired` by now, one that " +
            "was hired returns from a stage of that type to the stage before it, and any other stays in its stage. An active " +
            "application is not changed."
        )
      )
  )
  .annotate(OpenApi.Description, "A candidate in the stages of one job.")
{}
