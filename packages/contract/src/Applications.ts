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
  is_done: Schema.Boolean.pipe(described("Whether all requests so far are handled; false reopens them", true))
}).pipe(named("WithdrawalRequestDone", "Whether the requests to withdraw an application are handled"))

export class Applications extends HttpApiGroup.make("Applications")
  .add(
    HttpApiEndpoint.get("list", "/applications", {
      query: {
        ...ApplicationFilter.fields,
        ...updatedSince("applications"),
        ...pageQuery,
        cursor: Schema.optionalKey(CursorOfEither)
      },
      success: ApplicationsPage
    }).annotateMerge(
      documented(
        "List applications",
        "Returns applications newest first. With `updated_since`, returns what was created or changed at that " +
          "time or later, oldest change first; a row that changes while you read pages appears again. Adding, " +
          "changing or deleting a note, feedback or a file, or extracting a file's text, also changes the " +
          "application. An application with `duplicate_of` duplicates the named one on the same job, after a " +
          "merge of candidates. `created_after` and `created_before` are exclusive. A cursor is valid only for " +
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
          "A draft job accepts applications too; a closed job is 400 with `details.status`. In a stage of type " +
            "`hired`, the application starts as hired. `candidate` is matched by LinkedIn URL or email address, " +
            "ignoring case, or created: `candidate_match` says which. A candidate with a different LinkedIn URL " +
            "is another person. A matched candidate gets values for its empty fields and keeps the others; " +
            "`unapplied` lists values that differ, cannot be parsed or are too long. If the candidate already has " +
            "an application on the job: 400 with `details.application_id` and `candidate_id`."
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
          "Changes `source_type`, also of a closed application. Other operations change the stage and the " +
            "status. If the candidate is anonymised: 400 with `details.anonymised_at`."
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
          "A new application names its job and candidate by id or by external id (`job_external_id`, " +
          "`candidate_external_id`). An existing application keeps its job, candidate, stage, status and " +
          "answers."
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
        "Permanently deletes the application with its notes, feedback, answers, attachments and history. Ten " +
          "minutes later, the data is also erased from events and from the delivery log. The candidate and its AI " +
          "profiles are kept, and a prospect that was converted into the application loses its link. If a merge " +
          "left other applications of the candidate on the job, the most advanced one takes its place. To end an " +
          "application but keep it, reject or withdraw it."
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
        "Each entry is a period in which the application had one stage and one status, and names the change " +
          "that began it. `seconds` counts until the next change, or until now. The time spent in a stage is the " +
          "sum of its entries with the status `active`."
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
        "Moving to a stage of type `hired` hires the candidate. A closed application cannot move: 400 with " +
          "`details.status`. Moving to the present stage changes nothing. If the application is no longer in " +
          "`from_stage_id`, it is not moved: 400 with `details.stage_id`."
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
          "`reason` is the name of one of the organization's rejection reasons; case is ignored. `note` adds a " +
            `note to the application, within its limits of ${maxNotes.limit} notes and ${maxTextBytes.limit} ` +
            "bytes: beyond either 400 with `details.limit`. Only an active application can be rejected: 400 with " +
            "`details.status`. Repeating the same reason without a note changes nothing. The email of " +
            "`mail_template_id` is not sent if the rejection is undone before its time."
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
          `Moves, rejects, reopens or tags up to ${maxItems} applications in the same way (\`application_ids\`); ` +
            `or creates or updates as many, each by its own item in \`applications\`. ${eachByItself}`
        )
      ),
    statusChange("withdraw")
      .annotate(ResponseExample, { application: { ...example.closed, status: "withdrawn" } })
      .annotateMerge(
        documented(
          "Withdraw an application on behalf of its candidate",
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
          "A person who applies again with the email address of an existing application can only ask to " +
            "withdraw that application: the submission has `withdrawal_requested_at`. Marking the request as " +
            "handled removes it from the to-do list until the next one; the application does not change."
        )
      ),
    statusChange("hire")
      .annotate(ResponseExample, { application: { ...example.closed, ...example.hired } })
      .annotateMerge(
        documented(
          "Hire the candidate of an application",
          "Moves the application to the job's first stage of type `hired`. It keeps its stage if that is of " +
            "type `hired`, or if the job has no such stage. Only an active application can be hired: 400 with " +
            "`details.status`."
        )
      ),
    statusChange("reopen")
      .annotateMerge(
        documented(
          "Make a closed application active again",
          "The application returns to the stage in which it was last active. If that stage was deleted or now " +
            "has the type `hired`, a hired application returns to the stage before the hired stage, and any other " +
            "application keeps its stage. An active application is unchanged."
        )
      )
  )
  .annotate(OpenApi.Description, "A candidate in the stages of one job.")
{}
