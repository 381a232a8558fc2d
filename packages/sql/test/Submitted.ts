/** Applications from submissions, for tests. */
import type { OrganizationId, SubmissionId } from "@candor/domain/Id"
import { type Source, sourceIn } from "@candor/domain/submission/Source"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Gives an application its source and its submissions, first one first. Returns the ids of the submissions. */
export const came = Effect.fn("came")(
  function*(
    organization_id: OrganizationId,
    id: string,
    source_type: string,
    ...submitted: ReadonlyArray<Partial<Source>>
  ) {
    const sql = yield* SqlClient.SqlClient
    yield* sql`UPDATE applications SET source_type = ${source_type} WHERE organization_id = ${organization_id} AND id = ${id}`
    const ids: Array<SubmissionId> = []
    for (const [n, source] of submitted.entries()) {
      const [row] = yield* sql<{ readonly id: SubmissionId }>`
      INSERT INTO submissions (organization_id, id, job_id, application_id, state, suspicions, full_name, primary_email, email_addresses, form,
        answers, files, file_bytes, source, source_type, address_key, created_at, updated_at, version)
      SELECT ${organization_id}::uuid, gen_random_uuid(), job_id, id, 'processed', '[]', '-', '-', '[]', '{}', '{}', '[]', 0,
        ${
        JSON.stringify(sourceIn(source))
      }::text::jsonb, ${source_type}, '-', now() + ${n}::integer * interval '1 minute', now(), 1
      FROM applications WHERE organization_id = ${organization_id} AND id = ${id} RETURNING id`
      ids.push(row!.id)
    }
    return ids
  },
  Effect.orDie
)
