/** Reads all data that is stored about a candidate. */
import type { AiProfileDetail } from "@candor/domain/candidate/AiProfile"
import { noun } from "@candor/domain/candidate/Candidate"
import { Encoded, listOf, objectOf, withField } from "@candor/domain/Encoded"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import type { Interview } from "@candor/domain/interview/Interview"
import type { ExportedMessage } from "@candor/domain/mail/Message"
import type { Note } from "@candor/domain/note/Note"
import {
  bytesOfApplication,
  bytesOfPart,
  type CandidateExport,
  EncodedExport,
  type ExportedApplication,
  type ExportedAssessment,
  type ExportedAttachment,
  type ExportedEvent,
  type ExportedHistoryEntry,
  type ExportedMerge,
  type ExportedSignal,
  fitting,
  roomBeside,
  withinExport
} from "@candor/domain/person/CandidateExport"
import { CandidateExports } from "@candor/domain/person/CandidateExports"
import type { Related } from "@candor/domain/person/Related"
import type { FeedbackRequest } from "@candor/domain/request/FeedbackRequest"
import type { Scorecard } from "@candor/domain/scorecard/Scorecard"
import type { SchedulingLink } from "@candor/domain/scheduling/SchedulingLink"
import type { Submission } from "@candor/domain/submission/Submission"
import type { Prospect } from "@candor/domain/sourcing/Prospect"
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

  const lists = exportedLists(sql)
  const relatedTo = relatedRecords(sql)

  const read = Effect.fnUntraced(function*(organization: OrganizationId, id: CandidateId) {
    const candidate = yield* candidateOf(organization, id)
    yield* Effect.fromResult(withinExport(candidate.bytes))
    const profiles = yield* Effect.orDie(profilesOf(organization, id))
    const applications = yield* Effect.orDie(applicationsOf(organization, id))
    const notes = yield* Effect.orDie(notesOf(organization, id))
    const files = yield* lists.files(organization, id)
    const filesOf = Map.groupBy(files, ({ application_id }) => application_id)
    const attachmentsOf = (application: string | null) =>
      listOf<typeof ExportedAttachment.Type>((filesOf.get(application) ?? []).map(({ json }) => json))
    const related = objectOf<Related>(yield* relatedTo(organization, { candidate: id }))
    const whole = [
      ...[candidate, ...profiles, ...notes, ...applications, ...files].map(({ json }) => json),
      related.bytes
    ]
    const prospects = fitting(yield* lists.prospects(organization, id), roomBeside(whole))
    const merged = fitting(yield* lists.mergedCandidates(organization, id), prospects.room)
    const history = fitting(yield* lists.history(organization, id), merged.room)
    const submissions = fitting(yield* lists.submissions(organization, id), history.room)
    const signals = fitting(yield* lists.signals(organization, id), submissions.room)
    const requests = fitting(yield* lists.feedbackRequests(organization, id), signals.room)
    const interviews = fitting(yield* lists.interviews(organization, id), requests.room)
    const scorecards = fitting(yield* lists.scorecards(organization, id), interviews.room)
    const assessments = fitting(yield* lists.assessments(organization, id), scorecards.room)
    const links = fitting(yield* lists.schedulingLinks(organization, id), assessments.room)
    const messages = fitting(yield* lists.messages(organization, id), links.room)
    const events = fitting(yield* lists.events(organization, id, messages.room), messages.room)
    const document = objectOf<CandidateExport>({
      candidate: new Encoded(candidate.json),
      ai_profiles: listOf<AiProfileDetail>(profiles.map(({ json }) => json)),
      notes: listOf<Note>(notes.map(({ json }) => json)),
      attachments: attachmentsOf(null),
      applications: listOf<typeof ExportedApplication.Type>(
        applications.map(({ id, json }) => withField(json, "attachments", attachmentsOf(id)))
      ),
      prospects: listOf<Prospect>(prospects.parts),
      merged_candidates: listOf<typeof ExportedMerge.Type>(merged.parts),
      history: listOf<typeof ExportedHistoryEntry.Type>(history.parts),
      signals: listOf<typeof ExportedSignal.Type>(signals.parts),
      submissions: listOf<Submission>(submissions.parts),
      feedback_requests: listOf<FeedbackRequest>(requests.parts),
      interviews: listOf<Interview>(interviews.parts),
      scorecards: listOf<Scorecard>(scorecards.parts),
      assessments: listOf<typeof ExportedAssessment.Type>(assessments.parts),
      scheduling_links: listOf<SchedulingLink>(links.parts),
      messages: listOf<ExportedMessage>(messages.parts),
      related,
      events: listOf<typeof ExportedEvent.Type>(events.parts),
      is_complete: [
        prospects,
        merged,
        history,
        signals,
        submissions,
        requests,
        interviews,
        scorecards,
        assessments,
        links,
        messages,
        events
      ]
        .every(({ is_complete }) => is_complete)
    })
    return new EncodedExport(document, new Map(files.map((file) => [file.json, file])))
  })

  return CandidateExports.of({
    exportOf: (organization, id) => orSurvivor(organization, id, (id) => read(organization, id))
  })
})

export const layer = Layer.effect(CandidateExports, make)
