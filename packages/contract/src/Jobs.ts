/** Jobs and their stages (spec, part 4). */
import { PostingStatus } from "@candor/domain/board/PublicBoard"
import { described } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { JobId, StageId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { JobByExternalId } from "@candor/domain/job/JobByExternalId"
import { JobCopyDraft } from "@candor/domain/job/JobCopy"
import { JobFilter } from "@candor/domain/job/Jobs"
import { Pagination } from "@candor/domain/Pagination"
import { maxNameBytes, maxStages, StageDetail, StageDraft, StagePatch } from "@candor/domain/job/Stage"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { PagePreview } from "./Boards.ts"
import { byExternalId, externalIdParams, externalIdPath, madeOrChanged } from "./ExternalIds.ts"
import { bodyErrors, Deleted, documented, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { CursorOfEither, NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

export const OneJob = Schema.Struct({ job: Job.JobDetail })
const OneStage = Schema.Struct({ stage: StageDetail })
const jobParams = { jobId: pathId(JobId) }
const stageParams = { ...jobParams, stageId: pathId(StageId) }

export class Jobs extends HttpApiGroup.make("Jobs")
  .add(
    HttpApiEndpoint.get("list", "/jobs", {
      query: {
        ...JobFilter.fields,
        ...pageQuery,
        cursor: Schema.optionalKey(CursorOfEither)
      },
      success: Schema.Struct({
        jobs: Schema.Array(Job.Job).pipe(described("The jobs of the page")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(
      documented(
        "List jobs",
        "Returns jobs with their stages, newest first. `GET /jobs/{jobId}` returns the other details. With " +
          "`updated_since`, returns what was created or changed at that time or later, oldest change first; a row " +
          "that changes while you read pages appears again. Changing a stage changes its job; a new application " +
          "does not. Lists omit deleted jobs; `GET /events` reports the deletion. A cursor is valid only for the " +
          "order of its page."
      )
    ),
    HttpApiEndpoint.post("create", "/jobs", {
      query: noQuery,
      payload: Job.JobDraft,
      success: OneJob.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(WriteScope)
      .annotate(ResponseExample, { job: { status: "draft", stages: example.newStages } })
      .annotateMerge(
        documented(
          "Create a job as a draft",
          "A draft does not count towards the plan's limit of published jobs; `PATCH /jobs/{jobId}` publishes " +
            "it. A `salary_min` or `equity_min` above its maximum is 400."
        )
      ),
    HttpApiEndpoint.get("get", "/jobs/:jobId", {
      params: jobParams,
      query: noQuery,
      success: OneJob,
      error: resourceErrors
    }).annotateMerge(
      documented("Get a job", "Returns the job with all its details, and the number of applications in each stage.")
    ),
    HttpApiEndpoint.post("copy", "/jobs/:jobId/copy", {
      params: jobParams,
      query: noQuery,
      payload: JobCopyDraft,
      success: OneJob.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, {
        job: { title: "Senior Compiler Engineer", status: "draft", stages: example.newStages }
      })
      .annotateMerge(
        documented(
          "Copy a job",
          "Creates a draft with the job's texts, pay, posting, stages, application form and team. Does not copy " +
            "applications, status, address, deactivated members, or a `valid_through` that has passed. The copy " +
            "of a confidential job is confidential, and whoever creates a confidential copy sees it."
        )
      ),
    HttpApiEndpoint.get("posting", "/jobs/:jobId/posting", {
      params: jobParams,
      query: noQuery,
      success: Schema.Struct({ posting: PostingStatus }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Get a job as candidates see it",
        "Returns the path of the job's page on the careers site, whether the page is public, and what keeps " +
          "Google from showing the job."
      )
    ),
    HttpApiEndpoint.get("previewPosting", "/jobs/:jobId/posting/preview", {
      params: jobParams,
      query: noQuery,
      success: Schema.Struct({ preview: PagePreview }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Preview the page of a job",
        "Returns the careers site page, with the form, as if the job were published now. Also works for a draft " +
          "and while the board is closed."
      )
    ),
    HttpApiEndpoint.patch("update", "/jobs/:jobId", {
      params: jobParams,
      query: noQuery,
      payload: Job.JobPatch,
      success: OneJob,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, { job: { salary_max: 98_000 } })
      .annotateMerge(
        documented(
          "Update a job",
          "Changes the given fields; null clears one. Publishing a job beyond the plan's limit of published " +
            "jobs is 403 with `details.plan`, `limit` and `published`. A minimum above the maximum, given or " +
            "stored, is 400. A patch that changes nothing returns 200."
        )
      ),
    HttpApiEndpoint.get("getByExternalId", `/jobs${externalIdPath}` as const, {
      params: externalIdParams,
      query: noQuery,
      success: OneJob,
      error: resourceErrors
    }).annotateMerge(documented("Get a job by external id", "Returns the job that another system has this id for.")),
    HttpApiEndpoint.put("putByExternalId", `/jobs${externalIdPath}` as const, {
      params: externalIdParams,
      query: noQuery,
      payload: JobByExternalId,
      success: madeOrChanged(OneJob),
      error: bodyErrors
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Create or update a job by external id",
        byExternalId("a job") +
          "A new job also gets the `status` of the body; if the plan's limit does not allow that, it is not " +
          "created. `stages` apply only to a new job."
      )
    ),
    HttpApiEndpoint.delete("delete", "/jobs/:jobId", {
      params: jobParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Delete a job and its associated data",
        "Permanently deletes the job, its stages and applications, and their notes, feedback, answers and " +
          "files. Candidates are kept."
      )
    ),
    HttpApiEndpoint.post("addStage", "/jobs/:jobId/stages", {
      params: jobParams,
      query: noQuery,
      payload: StageDraft,
      success: OneStage.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, {
        stage: {
          id: example.id.newStage,
          name: "Reference check",
          type: "interview",
          candidate_label: null,
          order_index: 3,
          application_count: 0
        }
      })
      .annotateMerge(
        documented(
          "Add a stage to a job",
          `A job has at most ${maxStages} stages, whose names have at most ${maxNameBytes.limit} bytes as JSON. Beyond either: 400 ` +
            "with `details.limit`."
        )
      ),
    HttpApiEndpoint.patch("updateStage", "/jobs/:jobId/stages/:stageId", {
      params: stageParams,
      query: noQuery,
      payload: StagePatch,
      success: OneStage,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, { stage: { name: "Technical interview" } })
      .annotateMerge(
        documented(
          "Update a stage",
          "Changing `position` moves the other stages to make room. Changing the type, even to `hired`, does " +
            "not change the applications in the stage. Changing the name does not change the type."
        )
      ),
    HttpApiEndpoint.delete("deleteStage", "/jobs/:jobId/stages/:stageId", {
      params: stageParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Delete an empty stage",
        "Deleting a stage with applications is 400 with `details.application_count`: first move them to another " +
          "stage. Deleting a job's last stage is 400."
      )
    )
  )
  .annotate(OpenApi.Description, "Jobs (requisitions), their hiring stages, and their publication.")
{}
