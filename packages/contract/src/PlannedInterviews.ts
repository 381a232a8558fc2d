/**
 * The planned interviews of a job's stages, the progress of an application with them, and the replacement of an
 * interviewer.
 */
import { described } from "@candor/domain/Described"
import { ApplicationId, InterviewId, JobId, PlannedInterviewId } from "@candor/domain/Id"
import { Interview } from "@candor/domain/interview/Interview"
import { maxInterviewers } from "@candor/domain/interview/Interviewer"
import {
  maxPlanned,
  PlannedInterview,
  PlannedInterviewDraft,
  PlannedInterviewPatch
} from "@candor/domain/interview/PlannedInterview"
import { PlannedForApplication } from "@candor/domain/interview/PlannedInterviews"
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

const pool = `Its members, at most ${maxInterviewers}, must be active and see the job`

export class PlannedInterviews extends HttpApiGroup.make("PlannedInterviews")
  .add(
    HttpApiEndpoint.get("list", "/jobs/:jobId/planned-interviews", {
      params: ofJob,
      query: noQuery,
      success: Schema.Struct({
        planned_interviews: Schema.Array(PlannedInterview).pipe(
          described("The planned interviews, in order of stage, then of position")
        )
      }),
      error: resourceErrors
    }).annotateMerge(
      documented("List the planned interviews of a job", "Returns the planned interviews of all stages of the job.")
    ),
    HttpApiEndpoint.post("create", "/jobs/:jobId/planned-interviews", {
      params: ofJob,
      query: noQuery,
      payload: PlannedInterviewDraft,
      success: One.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Plan an interview for a stage",
        `Schedules nothing: it is offered for applications in the stage. ${pool}. A stage has at most ` +
          `${maxPlanned.limit}: beyond that 400 with \`details.limit\`. Planned interviews are deleted with their ` +
          "stage."
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
          `Changes a planned interview or its position in its stage. ${pool}. Interviews that were made of it stay as they are.`
        )
      ),
    HttpApiEndpoint.delete("delete", "/jobs/:jobId/planned-interviews/:plannedInterviewId", {
      params,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    })
      .middleware(WriteScope).annotateMerge(
        documented("Delete a planned interview", "Interviews made from it are kept.")
      ),
    HttpApiEndpoint.get("ofApplication", "/applications/:id/planned-interviews", {
      params: { id: pathId(ApplicationId) },
      query: noQuery,
      success: Schema.Struct({
        plan: Schema.Array(PlannedForApplication).pipe(described("The planned interviews of its stage, in order"))
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Get the plan of an application's stage",
        "Returns which planned interviews have been made, and who could conduct the others. To make one, send " +
          "its `planned_interview_id` with `POST /applications/{id}/interviews` or with a meeting of a scheduling " +
          "link."
      )
    ),
    HttpApiEndpoint.get("replacements", "/interviews/:interviewId/replacements", {
      params: ofInterview,
      query: noQuery,
      success: Schema.Struct({
        replacements: Schema.Array(Candidacy).pipe(
          described(
            "Free members first, those with the fewest interviews before others; empty for an interview without a planned one"
          )
        )
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List who can replace an interviewer",
        "Returns the members of its planned interview who are not its interviewers."
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
        "Replaces an interviewer with a member of the planned interview who is free at that time; for other " +
          "members use `PATCH /interviews/{interviewId}`. The new interviewer is invited, and the replaced one's " +
          "time becomes free."
      )
    )
  )
  .annotate(OpenApi.Title, "Planned interviews")
  .annotate(
    OpenApi.Description,
    "The interviews that a stage of a job plans for each application, and who can conduct them."
  )
{}
