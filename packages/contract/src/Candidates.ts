/** Candidates (spec, part 4). */
import { maxProfiles } from "@candor/domain/profile/AiProfile"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { CandidateId } from "@candor/domain/Id"
import { Pagination } from "@candor/domain/Pagination"
import { Email } from "@candor/domain/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, noQuery, resourceErrors } from "./Endpoint.ts"
import { pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

const OneCandidate = Schema.Struct({ candidate: Candidate.Candidate })
const candidateParams = { candidateId: pathId(CandidateId) }

export class Candidates extends HttpApiGroup.make("Candidates")
  .add(
    HttpApiEndpoint.get("list", "/candidates", {
      query: { email: Schema.optionalKey(Email), ...pageQuery },
      success: Schema.Struct({ candidates: Schema.Array(Candidate.Candidate), pagination: Pagination })
    }).annotate(OpenApi.Summary, "List candidates"),
    HttpApiEndpoint.post("create", "/candidates", {
      query: noQuery,
      payload: Candidate.CandidateDraft,
      success: OneCandidate.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(WriteScope).annotate(OpenApi.Summary, "Create a candidate"),
    HttpApiEndpoint.get("get", "/candidates/:candidateId", {
      params: candidateParams,
      query: noQuery,
      success: OneCandidate,
      error: resourceErrors
    }).annotate(OpenApi.Summary, "Get a candidate"),
    HttpApiEndpoint.patch("update", "/candidates/:candidateId", {
      params: candidateParams,
      query: noQuery,
      payload: Candidate.CandidatePatch,
      success: OneCandidate,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(OpenApi.Summary, "Update a candidate")
      .annotate(
        OpenApi.Description,
        "Setting a new LinkedIn URL starts AI profile processing. A candidate has at most " +
          `${maxProfiles.limit} profiles; beyond it: 400 with \`details.limit\`.`
      )
  )
  .annotate(OpenApi.Description, "People who can apply for jobs, with their contact data and experience.")
{}
