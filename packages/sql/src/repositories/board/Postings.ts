/** The public data of organizations' boards and jobs. */
import { Boards } from "@candor/domain/board/Boards"
import { type Posting, postingColumns, type PostingDetail, type Site } from "@candor/domain/board/PublicBoard"
import { Postings } from "@candor/domain/board/Postings"
import { Departments } from "@candor/domain/department/Departments"
import { JobForms } from "@candor/domain/form/JobForms"
import type { JobId, OrganizationId } from "@candor/domain/Id"
import { JobNotFound, noun } from "@candor/domain/job/Job"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { namedColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"

const columns = namedColumns(noun, "j", postingColumns)

/** When a job was published, or else created. */
const time = "coalesce(j.published_at, j.created_at)"
const latestFirst = `${time} DESC, j.id DESC`

/** Approximate bytes of a posting besides its text. */
const otherBytes = "1000"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const boards = yield* Boards
  const forms = yield* JobForms
  const departments = yield* Departments

  /**
   * A condition on jobs `j`: everybody with the address can see the job (the domain's `isOpen`). Confidential jobs are
   * never public.
   */
  const isSeen = (now: Timestamp) =>
    sql`j.status = 'published' AND j.deleted_at IS NULL AND j.listing <> 'internal' AND NOT j.is_confidential AND (j.valid_through IS NULL OR j.valid_through >= ${now}::timestamptz)`

  const site = (id: OrganizationId, now: Timestamp) =>
    Effect.all({
      organization: sql<Site["organization"]>`SELECT id, name, language FROM organizations WHERE id = ${id}`.pipe(
        Effect.map(([organization]) => organization!)
      ),
      board: boards.get(id),
      jobs: sql<Posting>`
        SELECT ${sql.literal(columns)} FROM jobs j WHERE j.organization_id = ${id} AND ${isSeen(now)} ORDER BY ${
        sql.literal(latestFirst)
      }
      `.pipe(ofOrganization(sql, id)),
      departments: departments.all(id)
    }).pipe(Effect.orDie)

  const get = (organization: OrganizationId, id: JobId, now: Timestamp) =>
    sql<PostingDetail>`
      SELECT ${sql.literal(columns)}, j.description_md, EXISTS (
        SELECT FROM job_criteria k
        WHERE k.organization_id = $organization AND k.id = j.id AND k.is_on AND k.criteria <> '[]'
      ) AS uses_criteria FROM jobs j
      WHERE j.organization_id = ${organization} AND j.id = ${id} AND ${isSeen(now)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([posting]) =>
        posting === undefined
          ? new JobNotFound({ id })
          : Effect.map(forms.get(organization, id), (form) => ({ posting, form }))
      )
    )

  const texts = (organization: OrganizationId, maxBytes: number, now: Timestamp) =>
    sql<PostingDetail>`
      SELECT ${sql.literal(columns)}, j.description_md FROM (
        SELECT j.*, sum(coalesce(octet_length(j.description_md), 0) + ${sql.literal(otherBytes)}) OVER (ORDER BY ${
      sql.literal(latestFirst)
    }) AS bytes
        FROM jobs j WHERE j.organization_id = ${organization} AND ${isSeen(now)} AND j.listing = 'public'
      ) j WHERE j.bytes <= ${maxBytes} ORDER BY ${sql.literal(latestFirst)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  return Postings.of({ site, get, texts })
})

export const layer = Layer.effect(Postings, make)
