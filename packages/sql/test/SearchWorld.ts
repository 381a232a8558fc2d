/** Candidates with searchable texts, and the search. */
import type { Actor } from "@candor/domain/access/Actor"
import type { CandidateId } from "@candor/domain/Id"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import type { Owner } from "@candor/domain/part/Owner"
import { CandidateSearch, type SearchFilter, type SearchPosition } from "@candor/domain/search/CandidateSearch"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { attached, extracted } from "./AttachmentCalls.ts"
import { apply, create } from "./Person.ts"
import { newJob } from "./WebhookWorld.ts"

/** The address does not begin with letters: a query for "ada" would match hexadecimal digits. */
export const person = (actor: Actor, full_name: string, more: Partial<Parameters<typeof create>[1]> = {}) =>
  create(actor, {
    full_name,
    primary_email: `${crypto.getRandomValues(new Uint32Array(4)).join("")}@example.com`,
    ...more
  })

/** Adds a note and the text of a résumé, if given. */
export const written = Effect.fn("written")(function*(
  actor: Actor,
  owner: Owner,
  { note, resume }: { readonly note?: string | undefined; readonly resume?: string | undefined }
) {
  if (note !== undefined) yield* (yield* Notes).create(actor, owner, (context) => Note.write(owner, { note }, context))
  if (resume !== undefined) yield* extracted(actor, (yield* attached(actor, owner)).id, resume)
})

/** Makes an application of a candidate on a new job, with an answer, a note and the text of a résumé, if given. */
export const applied = Effect.fn("applied")(function*(
  actor: Actor,
  candidate_id: CandidateId,
  { answer, note, resume }: { readonly answer?: string; readonly note?: string; readonly resume?: string }
) {
  const job = yield* newJob(actor, "Engineer")
  const answers = answer === undefined ? [] : [{ question_text: "Why?", answer_text: answer }]
  const application = yield* apply(actor, { job_id: job.id, candidate_id, answers })
  yield* written(actor, { application_id: application.id }, { note, resume })
  return { job, application }
})

/** Gives a candidate an AI profile with this summary. */
export const summarised = Effect.fn("summarised")(
  function*({ organization_id }: Actor, candidate_id: CandidateId, summary: string) {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
    INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, version, created_at, updated_at)
    VALUES (${organization_id}, ${crypto.randomUUID()}, ${candidate_id}, 'completed', 'https://www.linkedin.com/in/grace', ${summary}, 1,
      now(), now())`
  }
)

/** Searches the candidates of the actor's organization. */
export const search = (actor: Actor, query: string, filter: SearchFilter = {}, limit = 20, after?: SearchPosition) =>
  Effect.flatMap(CandidateSearch, (searches) => searches.search(actor.organization_id, query, filter, { limit, after }))
