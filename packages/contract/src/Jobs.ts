/** Jobs and their stages (spec, part 4). */
import { JobId, StageId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { JobStatus } from "@candor/domain/job/JobStatus"
import { Pagination } from "@candor/domain/Pagination"
import { maxNameBytes, maxStages, StageDetail, StageDraft, StagePatch } from "@candor/domain/job/Stage"
import { Line } from "@candor/domain/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, Deleted, noQuery, resourceErrors } from "./Endpoint.ts"
import { pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

const OneJob = Schema.Struct({ job: Job.JobDetail })
const OneStage = Schema.Struct({ stage: StageDetail })
const jobParams = { jobId: pathId(JobId) }
const stageParams = { ...jobParams, stageId: pathId(StageId) }

export class Jobs extends HttpApiGroup.make("Jobs")
  .add(
    HttpApiEndpoint.get("list", "/jobs", {
      query: {
        status: Schema.optionalKey(JobStatus),
        department: Schema.optionalKey(Line),
        ...pageQuery
      },
      success: Schema.Struct({ jobs: Schema.Array(Job.Job), pagination: Pagination })
    }).annotate(OpenApi.Summary, "List jobs"),
    HttpApiEndpoint.post("create", "/jobs", {
      query: noQuery,
      payload: Job.JobDraft,
      success: OneJob.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(WriteScope).annotate(OpenApi.Summary, "Create a job as a draft"),
    HttpApiEndpoint.get("get", "/jobs/:jobId", {
      params: jobParams,
      query: noQuery,
      success: OneJob,
      error: resourceErrors
    }).annotate(OpenApi.Summary, "Get a job"),
    HttpApiEndpoint.patch("update", "/jobs/:jobId", {
      params: jobParams,
      query: noQuery,
      payload: Job.JobPatch,
      success: OneJob,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(OpenApi.Summary, "Update a job"),
    HttpApiEndpoint.delete("delete", "/jobs/:jobId", {
      params: jobParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(WriteScope).annotate(OpenApi.Summary, "Delete a job and its associated data"),
    HttpApiEndpoint.post("addStage", "/jobs/:jobId/stages", {
      params: jobParams,
      query: noQuery,
      payload: StageDraft,
      success: OneStage.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(OpenApi.Summary, "Add a stage to a job")
      .annotate(
        OpenApi.Description,
        `A job has at most ${maxStages} stages, whose names have at most ${maxNameBytes.limit} bytes as JSON. Beyond ` +
          "either: 400 with `details.limit`."
      ),
    HttpApiEndpoint.patch("updateStage", "/jobs/:jobId/stages/:stageId", {
      params: stageParams,
      query: noQuery,
      payload: StagePatch,
      success: OneStage,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(OpenApi.Summary, "Rename or move a stage"),
    HttpApiEndpoint.delete("deleteStage", "/jobs/:jobId/stages/:stageId", {
      params: stageParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(WriteScope).annotate(OpenApi.Summary, "Delete an empty stage")
  )
  .annotate(OpenApi.Description, "Requisitions, their hiring stages, and whether they are published.")
{}
