/** Criteria of jobs, and a model's verdicts on applications with the words that it quotes. */
import { DecisionDraft } from "@candor/domain/criteria/Assessment"
import { AssessmentOfApplication } from "@candor/domain/criteria/AssessmentOfApplication"
import { CriteriaAudit } from "@candor/domain/criteria/CriteriaAudit"
import { FilterFromWords, WordsDraft } from "@candor/domain/screening/FilterFromWords"
import { JobCriteria, JobCriteriaDraft, maxCriteria } from "@candor/domain/criteria/JobCriteria"
import { ModelUsage } from "@candor/domain/criteria/ModelUsage"
import { described } from "@candor/domain/Described"
import { ApplicationId, CriterionId, JobId } from "@candor/domain/Id"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, documented, ForLimitedMembers, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { TalksToServers } from "./SafeWriting.ts"
import { pathId } from "./PathId.ts"

const ofJob = { jobId: pathId(JobId) }
const ofApplication = { id: pathId(ApplicationId) }
const OneCriteria = Schema.Struct({ job_criteria: JobCriteria })
const OneAssessment = Schema.Struct({ assessment: AssessmentOfApplication })

export class Criteria extends HttpApiGroup.make("Criteria")
  .add(
    HttpApiEndpoint.get("get", "/jobs/:jobId/criteria", {
      params: ofJob,
      query: noQuery,
      success: OneCriteria,
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Get the criteria of a job",
        "People write them. While `is_on`, and the operator has set a model, each active application is looked at."
      )
    ),
    HttpApiEndpoint.put("put", "/jobs/:jobId/criteria", {
      params: ofJob,
      query: noQuery,
      payload: JobCriteriaDraft,
      success: OneCriteria,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Replace the criteria of a job",
        `At most ${maxCriteria}. One that is sent with its id stays the same criterion, also with another text, and is then looked for again; one ` +
          "without gets an id, and one that is not sent is removed. Nothing is moved, rejected, ordered or hidden by them."
      )
    ),
    HttpApiEndpoint.get("audit", "/jobs/:jobId/criteria-audit", {
      params: ofJob,
      query: noQuery,
      success: Schema.Struct({ criteria_audit: CriteriaAudit }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Count the results of a job's criteria",
        "By criterion, and the stage that applications are in: how many have which verdict, how many verdicts people confirmed and overruled, " +
          "and how many of the applications people rejected."
      )
    ),
    HttpApiEndpoint.get("auditFile", "/jobs/:jobId/criteria-audit/csv", {
      params: ofJob,
      query: noQuery,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })).annotate({
        description: "The same counts, a line for each criterion and stage",
        examples: ["criterion_id,criterion,stage_id,stage,applications,meets\r\n"]
      }),
      error: resourceErrors
    }).annotateMerge(
      documented("Download the results of a job's criteria", "The counts of `GET /jobs/{jobId}/criteria-audit` as CSV.")
    ),
    HttpApiEndpoint.get("ofApplication", "/applications/:id/assessment", {
      params: ofApplication,
      query: noQuery,
      success: OneAssessment,
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Get what an application says of its job's criteria",
        "For each criterion a verdict with a quotation, which was found letter by letter in the text of a file or in an answer. There is no number " +
          "and no order. A quotation that is not there is refused: the criterion is `not_answered`, with the reason."
      )
    ),
    HttpApiEndpoint.post("assess", "/applications/:id/assessment", {
      params: ofApplication,
      query: noQuery,
      success: OneAssessment,
      error: resourceErrors
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding").annotateMerge(
      documented(
        "Ask for an assessment",
        "It is made in the background, at most once a minute, and also by itself within minutes after a change. What was asked already, of the same " +
          "texts, is not asked again. Without a model, or where the job's switch is off, nothing happens."
      )
    ),
    HttpApiEndpoint.put("decide", "/applications/:id/assessment/:criterionId/decision", {
      params: { ...ofApplication, criterionId: pathId(CriterionId) },
      query: noQuery,
      payload: DecisionDraft,
      success: OneAssessment,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding").annotateMerge(
      documented(
        "Confirm or overrule a verdict",
        "Stores who decided, and when; `null` takes that back. The criterion is then not asked again. Nothing else changes."
      )
    ),
    HttpApiEndpoint.get("usage", "/model-usage", {
      query: noQuery,
      success: Schema.Struct({ model_usage: ModelUsage })
    }).annotateMerge(
      documented(
        "Get what the model costs",
        "Which model the operator has set, if any, and how many of the day's tokens the organization has used, for criteria, AI profiles and " +
          "filters in words together. Beyond them, work waits for the next day."
      )
    ),
    HttpApiEndpoint.post("filterFromWords", "/applications/filter-from-words", {
      query: noQuery,
      payload: WordsDraft,
      success: Schema.Struct({
        filter_from_words: FilterFromWords.pipe(described("The filter, which nothing has used yet"))
      }),
      error: bodyErrors
    }).middleware(WriteScope)
      .annotate(ResponseExample, {})
      // Token use is counted even if the operation fails, and no database connection is held while waiting for the
      // model.
      .annotate(TalksToServers, true)
      .annotateMerge(
        documented(
          "Make a filter of applications from words",
          "Returns parameters of `GET /applications`, to be looked at before they are used, and the words that were not understood. The model sees " +
            "the words, and the names of open jobs and their stages that you see: no person. Without a model nothing is understood; with the day's tokens used up, or with fewer a day than a filter takes (`details.budget`): 400 with `details.reason`."
        )
      )
  )
  .annotate(OpenApi.Title, "Criteria")
  .annotate(
    OpenApi.Description,
    "What people ask of applicants, and where applications say it. Off by default; nothing is decided by it."
  )
{}
