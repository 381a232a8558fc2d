/** Suggestions of candidates' details from their files and AI profiles. */
import { Suggestion } from "@candor/domain/candidate/Suggestion"
import { described } from "@candor/domain/Described"
import { CandidateId } from "@candor/domain/Id"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

export class Suggestions extends HttpApiGroup.make("Suggestions")
  .add(
    HttpApiEndpoint.get("list", "/candidates/:candidateId/suggestions", {
      params: { candidateId: pathId(CandidateId) },
      query: noQuery,
      success: Schema.Struct({
        suggestions: Schema.Array(Suggestion).pipe(
          described("Details that the candidate's record lacks, at most three per field")
        )
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List details in a candidate's files that the candidate's record lacks",
        "Returns phone numbers, links and places found in the newest files (by rules, without a model), each " +
          "with its line of text, and the university and years of experience of the AI profile. Nothing is " +
          "applied automatically: use `PATCH /candidates/{candidateId}`."
      )
    )
  )
  .annotate(OpenApi.Title, "Candidates")
{}
