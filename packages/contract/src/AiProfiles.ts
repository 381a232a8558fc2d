/** AI profiles of candidates (spec, part 4, "Other operations"). */
import { AiProfileDetail, maxProfiles } from "@candor/domain/candidate/AiProfile"
import { described } from "@candor/domain/Described"
import { AiProfileId, CandidateId } from "@candor/domain/Id"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { Deleted, documented, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

const OneProfile = Schema.Struct({ ai_profile: AiProfileDetail })
export const ManyProfiles = Schema.Struct({
  ai_profiles: Schema.Array(AiProfileDetail).pipe(described("The AI profiles of the candidate, newest first"))
})
export interface ManyProfiles extends Schema.Schema.Type<typeof ManyProfiles> {}

const candidateParams = { candidateId: pathId(CandidateId) }

export class AiProfiles extends HttpApiGroup.make("AiProfiles")
  .add(
    HttpApiEndpoint.get("list", "/candidates/:candidateId/ai-profiles", {
      params: candidateParams,
      query: noQuery,
      success: ManyProfiles,
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List the AI profiles of a candidate, newest first",
        "`is_current` marks the newest profile of the candidate's present LinkedIn URL. A profile whose URL was " +
          "removed or replaced before processing began becomes `superseded`."
      )
    ),
    HttpApiEndpoint.post("refresh", "/candidates/:candidateId/ai-profiles", {
      params: candidateParams,
      query: noQuery,
      success: OneProfile.pipe(HttpApiSchema.status(201)),
      error: resourceErrors
    }).middleware(WriteScope)
      .annotate(ResponseExample, {
        ai_profile: { status: "pending", summary: null, extracted_json: null, completed_at: null }
      })
      .annotateMerge(
        documented(
          "Request a new AI profile of the candidate's LinkedIn URL",
          "If the current profile is still waiting to be processed, returns it. A candidate without a LinkedIn " +
            `URL is 400. A candidate has at most ${maxProfiles.limit} profiles; more are 400 with ` +
            "`details.limit`."
        )
      ),
    HttpApiEndpoint.delete("delete", "/candidates/:candidateId/ai-profiles/:profileId", {
      params: { ...candidateParams, profileId: pathId(AiProfileId) },
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Delete an AI profile",
        "Also deletes a profile that is being processed and discards the result. Ten minutes later, the content " +
          "is also erased from its events."
      )
    )
  )
  .annotate(OpenApi.Title, "Candidates")
{}
