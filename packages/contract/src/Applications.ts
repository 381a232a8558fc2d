/** Applications (spec, part 4). */
import * as Application from "@candor/domain/application/Application"
import { ApplicationId, JobId, StageId } from "@candor/domain/Id"
import { Pagination } from "@candor/domain/Pagination"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, noQuery, resourceErrors } from "./Endpoint.ts"
import { pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

export const OneApplication = Schema.Struct({ application: Application.ApplicationDetail })
export interface OneApplication extends Schema.Schema.Type<typeof OneApplication> {}

export const ApplicationsPage = Schema.Struct({
  applications: Schema.Array(Application.ApplicationListItem),
  pagination: Pagination
})
export interface ApplicationsPage extends Schema.Schema.Type<typeof ApplicationsPage> {}

const applicationParams = { id: pathId(ApplicationId) }

export class Applications extends HttpApiGroup.make("Applications")
  .add(
    HttpApiEndpoint.get("list", "/applications", {
      query: {
        job_id: Schema.optionalKey(JobId),
        stage_id: Schema.optionalKey(StageId),
        ...pageQuery
      },
      success: ApplicationsPage
    }).annotate(OpenApi.Summary, "List applications"),
    HttpApiEndpoint.post("create", "/applications", {
      query: noQuery,
      payload: Application.ApplicationDraft,
      success: OneApplication.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(OpenApi.Summary, "Create an application"),
    HttpApiEndpoint.get("get", "/applications/:id", {
      params: applicationParams,
      query: noQuery,
      success: OneApplication,
      error: resourceErrors
    }).annotate(OpenApi.Summary, "Get application details"),
    HttpApiEndpoint.post("move", "/applications/:id/move", {
      params: applicationParams,
      query: noQuery,
      payload: Schema.Struct({ stage_id: StageId }),
      success: OneApplication,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(OpenApi.Summary, "Move an application to another stage of its job")
  )
  .annotate(OpenApi.Description, "A candidate in the stages of one job.")
{}
