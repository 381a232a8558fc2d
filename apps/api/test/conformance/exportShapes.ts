/** The fields of a candidate's export. */
import { boolean, dateTime, list, nullable, object, type Shape, text, uuid } from "../harness/Shapes.ts"
import { applicationDetail, candidate, historyEntry } from "./applicationShapes.ts"
import { candidateDetail, related } from "./candidateShapes.ts"

type Fields = Readonly<Record<string, Shape>>

const { ai_profiles: _profiles, candidate: _candidate, ...ofApplication } = applicationDetail
const { left_at: _left, seconds: _seconds, ...ofEntry } = historyEntry

/** The export, with the shapes of what others show too. */
export const candidateExport = ({ aiProfileDetail, attachment, event: { request_id: _, sequence: __, ...event }, prospect }: {
  readonly aiProfileDetail: Fields
  readonly attachment: Fields
  readonly event: Fields
  readonly prospect: Fields
}) =>
  object({
    candidate: object(candidateDetail),
    ai_profiles: list(object(aiProfileDetail)),
    notes: ofApplication.notes,
    attachments: list(object({ ...attachment, content: nullable(text) })),
    applications: list(object({ ...ofApplication, attachments: list(object({ ...attachment, content: nullable(text) })) })),
    prospects: list(object(prospect)),
    merged_candidates: list(object({
      candidate_id: uuid,
      merged_at: dateTime,
      candidate: nullable(object({ ...candidate, tags: list(text) }))
    })),
    history: list(object({ application_id: uuid, ...ofEntry })),
    related,
    events: list(object(event)),
    is_complete: boolean
  })
