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
        "People write the criteria. While `is_on` and if the operator has configured a model, each active application is assessed."
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
        `At most ${maxCriteria}. A criterion sent with its id stays the same criterion; if its text changes, it ` +
          "is assessed again. A criterion without an id gets one, and a criterion that is not sent is removed. " +
          "Criteria never move, reject, sort or hide applications."
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
        "Returns, for each criterion and stage, the number of applications by verdict, the verdicts that people " +
          "confirmed and overruled, and the applications that people rejected."
      )
    ),
    HttpApiEndpoint.get("auditFile", "/jobs/:jobId/criteria-audit/csv", {
      params: ofJob,
      query: noQuery,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })).annotate({
        description: "The same counts, one line per criterion and stage",
        examples: ["criterion_id,criterion,stage_id,stage,applications,meets\r\n"]
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Download the results of a job's criteria",
        "Returns the counts of `GET /jobs/{jobId}/criteria-audit` as CSV."
      )
    ),
    HttpApiEndpoint.get("ofApplication", "/applications/:id/assessment", {
      params: ofApplication,
      query: noQuery,
      success: OneAssessment,
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Get the assessment of an application by its job's criteria",
        "Returns a verdict for each criterion, with a literal quotation from a file or an answer. There are no " +
          "scores and no ranking. If a quotation is not found literally, the verdict is refused: the criterion is " +
          "`not_answered`, with the reason."
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
        "The assessment is made in the background, at most once a minute; it also happens automatically within " +
          "minutes of a change. Questions already answered for the same texts are not asked again. Without a " +
          "model, or if the job's criteria are off, nothing happens."
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
        "Stores the decision with its author and time; `null` removes it. A decided criterion is not assessed " +
          "again. Nothing else changes."
      )
    ),
    HttpApiEndpoint.get("usage", "/model-usage", {
      query: noQuery,
      success: Schema.Struct({ model_usage: ModelUsage })
    }).annotateMerge(
      documented(
        "Get the use of the model",
        "Returns the configured model, if any, and how many of the day's tokens the organization has used, for " +
          "criteria, AI profiles and filters in words together. When the tokens are used up, work waits until the " +
          "next day."
      )
    ),
    HttpApiEndpoint.post("filterFromWords", "/applications/filter-from-words", {
      query: noQuery,
      payload: WordsDraft,
      success: Schema.Struct({
        filter_from_words: FilterFromWords.pipe(described("The proposed filter, not applied yet"))
      }),
      error: bodyErrors
    }).middleware(WriteScope)
      .annotate(ResponseExample, {})
      // Token use is counted even if the operation fails, and no database connection is held while waiting for the
      // model.
      .annotate(TalksToServers, true)
      .annotateMerge(
        documented(
          "Turn words into a filter of applications",
          "Returns parameters of `GET /applications`, to be reviewed before use, and the words that were not " +
            "understood. The model gets the words and the names of open jobs and stages that you may see, but no " +
            "personal data. Without a model nothing is understood. If the day's tokens are used up, or the daily " +
            "budget is too small for a filter (`details.budget`): 400 with `details.reason`."
        )
      )
  )
  .annotate(OpenApi.Title, "Criteria")
  .annotate(
    OpenApi.Description,
    "Requirements for applicants, and where applications show them. Off by default; they decide nothing."
  )
{}
