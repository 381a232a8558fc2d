/** Reads the facts for suggestions about a candidate: its details, the texts of its files, and its AI profile. */
import { CandidateNotFound } from "@candor/domain/candidate/Candidate"
import type { SuggestionFacts } from "@candor/domain/candidate/Suggestion"
import { maxFiles, maxFileTextLength, Suggestions } from "@candor/domain/candidate/Suggestions"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { isCurrent } from "../profile/AiProfileRows.ts"
import { mergedCandidates } from "./MergedCandidates.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { orSurvivor } = mergedCandidates(sql)

  const read = (organization: OrganizationId, id: CandidateId) =>
    sql<SuggestionFacts>`
      SELECT json_build_object('github_url', c.github_url, 'linkedin_url', c.linkedin_url, 'university', c.university,
          'website_url', c.website_url, 'years_experience', c.years_experience, 'location', c.location,
          'phone_numbers', coalesce(c.phone_numbers, '[]')) AS candidate,
        (SELECT coalesce(json_agg(json_build_object('id', f.id, 'text', f.text) ORDER BY f.created_at DESC, f.id DESC), '[]') FROM (
          SELECT t.id, left(t.text, ${sql.literal(String(maxFileTextLength))}) AS text, t.created_at FROM (
            SELECT t.* FROM $applications a JOIN attachments t ON t.organization_id = $organization AND t.application_id = a.id
            WHERE a.organization_id = $organization AND a.candidate_id = c.id AND ${sql.literal(ofVisibleJob)}
            UNION ALL
            SELECT t.* FROM attachments t WHERE t.organization_id = $organization AND t.candidate_id = c.id
          ) t WHERE t.text <> '' ORDER BY t.created_at DESC, t.id DESC LIMIT ${sql.literal(String(maxFiles))}
        ) f) AS files,
        (SELECT json_build_object('id', p.id, 'facts', p.extracted_json) FROM ai_profiles p
          WHERE p.organization_id = $organization AND p.candidate_id = c.id AND p.status = 'completed'
            AND ${sql.literal(isCurrent("p"))}) AS profile
      FROM $candidates c WHERE c.organization_id = $organization AND c.id = ${id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new CandidateNotFound({ id }) : Effect.succeed(row))
    )

  return Suggestions.of({
    facts: (organization, candidate) => orSurvivor(organization, candidate, (id) => read(organization, id))
  })
})

export const layer = Layer.effect(Suggestions, make)
