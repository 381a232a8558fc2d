/** Reads all data that is stored about a candidate. */
import type { AiProfileDetail } from "@candor/domain/candidate/AiProfile"
import { noun } from "@candor/domain/candidate/Candidate"
import { Encoded, listOf, objectOf, withField } from "@candor/domain/Encoded"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import type { Note } from "@candor/domain/note/Note"
import {
  type BoundedList,
  bytesOfApplication,
  bytesOfPart,
  type CandidateExport,
  EncodedExport,
  type ExportedApplication,
  type ExportedAttachment,
  type Fitting,
  fitting,
  roomBeside,
  withinExport
} from "@candor/domain/person/CandidateExport"
import { CandidateExports } from "@candor/domain/person/CandidateExports"
import type { Related } from "@candor/domain/person/Related"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { object, shownOf } from "../../statements/Nouns.ts"
import { applicationSource, exportedApplication, noteShown } from "../application/ApplicationQueries.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { detailBytes } from "../profile/AiProfileRows.ts"
import { candidateJoined, foundCandidate } from "./CandidateRows.ts"
import { exportedLists } from "./ExportedLists.ts"
import { mergedCandidates } from "./MergedCandidates.ts"
import { relatedRecords } from "./RelatedRecords.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"

/** A part of the export as the bytes of its JSON. */
interface Part {
  readonly json: Uint8Array
}

/** An application of the export, without its files. */
interface ApplicationPart extends Part {
  readonly id: string
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { orSurvivor } = mergedCandidates(sql)

  const candidateOf = (organization: OrganizationId, id: CandidateId) =>
    sql<Part & { readonly bytes: number }>`
      SELECT convert_to(${
      sql.literal(shownOf(noun, "c", candidateJoined))
    }::text, 'UTF8') AS json, c.text_bytes + ${bytesOfPart}::integer * c.notes_counted + (
        SELECT coalesce(sum(a.text_bytes + ${bytesOfPart}::integer * (a.notes_counted + a.feedback_counted)
          + ${bytesOfApplication}::integer), 0)
        FROM $applications a
        WHERE a.organization_id = $organization AND a.candidate_id = c.id AND ${sql.literal(ofVisibleJob)}
      ) AS bytes
      FROM $candidates c WHERE c.organization_id = $organization AND c.id = ${id}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(foundCandidate(id)))

  // One row for each profile and application, so that no message from the database is longer than one of them.
  const profilesOf = (organization: OrganizationId, id: CandidateId) =>
    sql<Part>`
      SELECT ${sql.literal(detailBytes)} AS json FROM $candidates c
      JOIN ai_profiles p ON p.organization_id = $organization AND p.candidate_id = c.id
      WHERE c.organization_id = $organization AND c.id = ${id}
      ORDER BY p.created_at DESC, p.id DESC
    `.pipe(ofOrganization(sql, organization))

  const applicationsOf = (organization: OrganizationId, id: CandidateId) =>
    sql<ApplicationPart>`
      SELECT a.id, convert_to(${sql.literal(object(exportedApplication))}::text, 'UTF8') AS json
      ${sql.literal(applicationSource)}
      WHERE a.organization_id = $organization AND a.candidate_id = ${id}
      ORDER BY a.created_at DESC, a.id DESC
    `.pipe(ofOrganization(sql, organization))

  const notesOf = (organization: OrganizationId, id: CandidateId) =>
    sql<Part>`
      SELECT convert_to(${sql.literal(noteShown("x"))}::text, 'UTF8') AS json FROM $notes x
      WHERE x.organization_id = $organization AND x.candidate_id = ${id}
      ORDER BY x.created_at DESC, x.id DESC
    `.pipe(ofOrganization(sql, organization))

  const { files: filesOfCandidate, lists } = exportedLists(sql)
  const relatedTo = relatedRecords(sql)

  const read = Effect.fnUntraced(function*(organization: OrganizationId, id: CandidateId) {
    const candidate = yield* candidateOf(organization, id)
    yield* Effect.fromResult(withinExport(candidate.bytes))
    const profiles = yield* Effect.orDie(profilesOf(organization, id))
    const applications = yield* Effect.orDie(applicationsOf(organization, id))
    const notes = yield* Effect.orDie(notesOf(organization, id))
    const files = yield* filesOfCandidate(organization, id)
    const filesOf = Map.groupBy(files, ({ application_id }) => application_id)
    const attachmentsOf = (application: string | null) =>
      listOf<typeof ExportedAttachment.Type>((filesOf.get(application) ?? []).map(({ json }) => json))
    const related = objectOf<Related>(yield* relatedTo(organization, { candidate: id }))
    const whole = [
      ...[candidate, ...profiles, ...notes, ...applications, ...files].map(({ json }) => json),
      related.bytes
    ]
    const fitted = new Map<string, Fitting>()
    let room = roomBeside(whole)
    for (const [name, list] of Object.entries(lists)) {
      const one = fitting(yield* list(organization, id, room), room)
      fitted.set(name, one)
      room = one.room
    }
    const document = objectOf<CandidateExport>({
      candidate: new Encoded(candidate.json),
      ai_profiles: listOf<AiProfileDetail>(profiles.map(({ json }) => json)),
      notes: listOf<Note>(notes.map(({ json }) => json)),
      attachments: attachmentsOf(null),
      applications: listOf<typeof ExportedApplication.Type>(
        applications.map(({ id, json }) => withField(json, "attachments", attachmentsOf(id)))
      ),
      related,
      ...Object.fromEntries([...fitted].map(([name, { parts }]) => [name, listOf(parts)])) as {
        readonly [Name in BoundedList]: Encoded<CandidateExport[Name]>
      },
      is_complete: [...fitted.values()].every(({ is_complete }) => is_complete)
    })
    return new EncodedExport(document, new Map(files.map((file) => [file.json, file])))
  })

  return CandidateExports.of({
    exportOf: (organization, id) => orSurvivor(organization, id, (id) => read(organization, id))
  })
})

export const layer = Layer.effect(CandidateExports, make)
