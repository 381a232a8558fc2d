/** The application forms of jobs. */
import { JobForm, JobFormDraft } from "@candor/domain/form/JobForm"
import { maxQuestionBytes, maxQuestions } from "@candor/domain/form/Question"
import { JobId } from "@candor/domain/Id"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

const OneForm = Schema.Struct({ form: JobForm })
const params = { jobId: pathId(JobId) }

export class JobForms extends HttpApiGroup.make("JobForms")
  .add(
    HttpApiEndpoint.get("get", "/jobs/:jobId/form", { params, query: noQuery, success: OneForm, error: resourceErrors })
      .annotateMerge(
        documented(
          "Get the application form of a job",
          "Every job has a form. By default it asks for a résumé and has no questions of its own."
        )
      ),
    HttpApiEndpoint.put("put", "/jobs/:jobId/form", {
      params,
      query: noQuery,
      payload: JobFormDraft,
      success: OneForm,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Replace the application form of a job",
        "A question sent with its id stays the same question, even if its text changes; a question without an " +
          `id gets one, and a question that is not sent is removed. A form has at most ${maxQuestions} questions, ` +
          `of ${maxQuestionBytes} bytes as JSON in all. Earlier answers keep the question as it was asked.`
      )
    )
  )
  .annotate(OpenApi.Title, "Application forms")
  .annotate(OpenApi.Description, "The application forms that candidates fill in.")
{}
