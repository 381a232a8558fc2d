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
        "Newest first, each with its stages. `GET /jobs/{jobId}` has the other details. With `updated_since`, those that were " +
          "created or changed then or later, the oldest change first; one that changes while pages are read comes again. A changed " +
          "stage changes its job; a new application doesn't. A deleted job is in no list: `GET /events` tells of it. A cursor " +
          "holds for the order of its page."
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
          "It uses no slot of the plan until `PATCH /jobs/{jobId}` publishes it. A `salary_min` or `equity_min` above its maximum " +
            "is 400."
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
          "Creates a draft with all that was told of the job: its texts, pay and posting, its stages, application form " +
            "and team. Applications are not copied, nor the status, the address and members who are deactivated. A " +
            "`valid_through` that has passed is left out. The copy of a confidential job is confidential, and one that is made so is seen " +
            "by who makes it."
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
        "The path of its page on the careers site, whether it can be seen there, and what keeps Google from showing it, in words."
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
        "The page on the careers site, with the form, as it would be if the job was published now; also of a draft, and while the board is closed."
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
          "Changes the given fields; null clears one. Setting `status` to `published` needs room within the plan's limit of " +
            "published jobs: else 403 with `details.plan`, `limit` and `published`. A minimum above its maximum, also one that is " +
            "stored, is 400. A patch that changes nothing is 200."
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
          " A new one with a `status` gets it as well, or is not made: publishing needs room within the plan's limit. " +
          "`stages` are those of a new one."
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
        "Deletes the job permanently, with its stages and applications, and their notes, feedback, answers and files. Candidates " +
          "stay."
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
          "The other stages move to make room. A stage that gets another type, `hired` too, changes no application that is in it. " +
            "Another name leaves the type as it is."
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
        "A stage with applications is 400 with `details.application_count`: move them to another stage first. A job keeps at least " +
          "one stage: 400."
      )
    )
  )
  .annotate(OpenApi.Description, "Requisitions, their hiring stages, and whether they are published.")
{}
