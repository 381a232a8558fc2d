/**
 * The planned interviews of a job's stages, the progress of an application with them, and the replacement of an
 * interviewer.
 */
import { described } from "@candor/domain/Described"
import { ApplicationId, InterviewId, JobId, PlannedInterviewId } from "@candor/domain/Id"
import { PlannedForApplication } from "@candor/domain/interview/ApplicationPlan"
import { Interview } from "@candor/domain/interview/Interview"
import { maxInterviewers } from "@candor/domain/interview/Interviewer"
import {
  maxPlanned,
  PlannedInterview,
  PlannedInterviewDraft,
  PlannedInterviewPatch
} from "@candor/domain/interview/PlannedInterview"
import { Candidacy, Replacing } from "@candor/domain/scheduling/Replacement"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import {
  bodyErrors,
  Deleted,
  documented,
  ForLimitedMembers,
  noQuery,
  resourceErrors,
  ResponseExample
} from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

const ofJob = { jobId: pathId(JobId) }
const params = { ...ofJob, plannedInterviewId: pathId(PlannedInterviewId) }
const ofInterview = { interviewId: pathId(InterviewId) }
const One = Schema.Struct({ planned_interview: PlannedInterview })

const pool = `Its members, at most ${maxInterviewers}, are active and see the job`

export class PlannedInterviews extends HttpApiGroup.make("PlannedInterviews")
  .add(
    HttpApiEndpoint.get("list", "/jobs/:jobId/planned-interviews", {
      params: ofJob,
      query: noQuery,
      success: Schema.Struct({
        planned_interviews: Schema.Array(PlannedInterview).pipe(described("In the order of the stages, and their own"))
      }),
      error: resourceErrors
    }).annotateMerge(documented("List the planned interviews of a job", "Those of all of its stages.")),
    HttpApiEndpoint.post("create", "/jobs/:jobId/planned-interviews", {
      params: ofJob,
      query: noQuery,
      payload: PlannedInterviewDraft,
      success: One.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Plan an interview for a stage",
        `Nothing is scheduled by it: applications in the stage are offered it. ${pool}. A stage has at most ${maxPlanned.limit}: beyond that ` +
          "400 with `details.limit`. They are deleted with the stage."
      )
    ),
    HttpApiEndpoint.get("get", "/jobs/:jobId/planned-interviews/:plannedInterviewId", {
      params,
      query: noQuery,
      success: One,
      error: resourceErrors
    })
      .annotateMerge(documented("Get a planned interview", "Returns a planned interview of any stage of the job.")),
    HttpApiEndpoint.patch("update", "/jobs/:jobId/planned-interviews/:plannedInterviewId", {
      params,
      query: noQuery,
      payload: PlannedInterviewPatch,
      success: One,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ResponseExample, { planned_interview: { title: "System design" } })
      .annotateMerge(
        documented(
          "Change a planned interview",
          `Or move it within its stage. ${pool}. Interviews that were made of it stay as they are.`
        )
      ),
    HttpApiEndpoint.delete("delete", "/jobs/:jobId/planned-interviews/:plannedInterviewId", {
      params,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    })
      .middleware(WriteScope).annotateMerge(
        documented("Delete a planned interview", "Interviews that were made of it stay.")
      ),
    HttpApiEndpoint.get("ofApplication", "/applications/:id/planned-interviews", {
      params: { id: pathId(ApplicationId) },
      query: noQuery,
      success: Schema.Struct({
        plan: Schema.Array(PlannedForApplication).pipe(described("The planned interviews of its stage, in their order"))
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Get the plan of an application's stage",
        "Which of its interviews are made, and who could hold the others. `POST /applications/{id}/interviews` and the meetings of a scheduling " +
          "link make one with its `planned_interview_id`."
      )
    ),
    HttpApiEndpoint.get("replacements", "/interviews/:interviewId/replacements", {
      params: ofInterview,
      query: noQuery,
      success: Schema.Struct({
        replacements: Schema.Array(Candidacy).pipe(
          described(
            "Those who are free first, of them those with the fewest interviews. None without a planned interview"
          )
        )
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List who can replace an interviewer",
        "The members of its planned interview who are none of its interviewers."
      )
    ),
    HttpApiEndpoint.post("replace", "/interviews/:interviewId/replace", {
      params: ofInterview,
      query: noQuery,
      payload: Replacing,
      success: Schema.Struct({ interview: Interview }),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding").annotateMerge(
      documented(
        "Replace an interviewer",
        "By a member of its planned interview who is free at its time: `PATCH /interviews/{interviewId}` takes others. The new interviewer is asked, " +
          "and the time of the one who is replaced is free."
      )
    )
  )
  .annotate(OpenApi.Title, "Planned interviews")
  .annotate(OpenApi.Description, "Which interviews a stage of a job has for each application, and who can hold them.")
{}
