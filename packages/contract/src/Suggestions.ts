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
          described("What the candidate does not have, at most three of a field")
        )
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List details that a candidate's files have and the candidate does not",
        "Telephone numbers, links and places that the newest files say, by rules and without a model, each with the line that it stands in; and of " +
          "the AI profile the university and the years of experience. `PATCH /candidates/{candidateId}` takes one over; nothing does so by itself."
      )
    )
  )
  .annotate(OpenApi.Title, "Candidates")
{}
