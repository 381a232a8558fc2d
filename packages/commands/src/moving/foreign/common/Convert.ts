/**
 * Converts records of the common form (Form.ts) to rows of an export. Data without a counterpart here becomes a note,
 * or is counted.
 */
import { CurrentZones } from "@candor/domain/time/Zones"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { Effect, Stream } from "effect"
import type { Conversion } from "../Conversion.ts"
import { damaged } from "../Damaged.ts"
import type { Folder, Read } from "../Folder.ts"
import { Foreign } from "../Foreign.ts"
import { Left } from "../Left.ts"
import type { Rows } from "../Rows.ts"
import { Applications } from "./Applications.ts"
import { Candidates } from "./Candidates.ts"
import { Evaluations } from "./Evaluations.ts"
import { Files } from "./Files.ts"
import type { Form } from "./Form.ts"
import { Jobs } from "./Jobs.ts"
import { Moves } from "./Moves.ts"
import { Places } from "./Places.ts"
import { Reasons } from "./Reasons.ts"
import { Remarks } from "./Remarks.ts"
import { Users } from "./Users.ts"

/** A source of records in the common form. */
export interface Source {
  readonly has: (form: Form) => boolean
  readonly read: (form: Form) => Stream.Stream<Read>
}

/**
 * Returns the candidate of an activity feed, which may be only in the file's path: `activity_feed/4000.json`,
 * `candidates/4000/activity_feed.json`.
 */
const candidateOf = (record: Foreign, file: string): string =>
  record.text("candidate_id") ?? /(\d+)[^\d]*$/.exec(file)?.[1] ?? ""

/** Converts the records of a folder. Returns the rejection reasons that they use. */
export const convert = Effect.fnUntraced(function*(source: Source, folder: Folder, conversion: Conversion, rows: Rows) {
  const zones = yield* CurrentZones
  const zone = conversion.choices.given.time_zone ?? ZoneName.make("UTC")
  const users = new Users(conversion)
  const [departments, offices] = [new Places(conversion, "department"), new Places(conversion, "office")]
  const reasons = new Reasons(conversion)
  const jobs = new Jobs(conversion, users, departments, offices)
  const moves = new Moves(users)
  const candidates = new Candidates(conversion, users)
  const applications = new Applications(conversion, jobs, candidates, users, reasons, moves)
  const evaluations = new Evaluations(conversion, users, applications, { name: zone, zone: zones.zone(zone) })
  const files = new Files(conversion, folder, rows)
  const remarks = new Remarks(conversion, users, candidates, applications, moves)

  /** Calls `use` with the records of a form, and writes the resulting rows. */
  const each = <E = never, R = never>(
    form: Form,
    use: (record: Foreign, file: string) => Effect.Effect<void, E, R> | void
  ) =>
    Stream.runForEach(source.read(form), ({ file, place, record }) => {
      if (record === undefined) {
        conversion.left.add(damaged(place))
        return Effect.void
      }
      return Effect.andThen(use(conversion.foreign(form, record, place), file) ?? Effect.void, rows.flush)
    })
  /** The same for examining records before any is added. It does not count unread fields, which are counted later. */
  const look = (form: Form, use: (record: Foreign, file: string) => void) =>
    Stream.runForEach(
      source.read(form),
      ({ file, record }) =>
        Effect.sync(() => record === undefined ? undefined : use(new Foreign(form, record, new Left()), file))
    )
  /** Reads all fields of records. */
  const whole = (form: Form, use: (record: Foreign) => void) =>
    each(form, (record) => {
      use(record)
      record.end()
    })

  // Candidates may contain their applications.
  const hasApplications = source.has("applications")
  const lookAtApplication = (record: Foreign) => {
    applications.look(record)
    files.look(record.text("candidate_id") ?? "", record.parts("attachments"), true)
  }
  const addApplication = (record: Foreign) => {
    const added = applications.add(record)
    const attachments = record.parts("attachments")
    const key = record.text("id") ?? ""
    return added === null
      ? Effect.void
      : files.add(added.owner, added.candidate, [added.candidate, key], attachments, added.created_at)
  }

  yield* each("users", (record) => users.read(record))
  yield* whole("departments", (record) => departments.read(record))
  yield* whole("offices", (record) => offices.read(record))
  yield* whole("rejection_reasons", (record) => void reasons.of(record))
  yield* each("sources", (record) => {
    const name = record.line("name")
    if (name !== null) conversion.choices.choose("sources", name, name)
  })
  yield* each("job_stages", (record) => jobs.readStage(record))
  yield* look("applications", lookAtApplication)
  yield* look("candidates", (record) => {
    files.look(record.text("id") ?? "", record.parts("attachments"), false)
    if (!hasApplications) record.parts("applications").forEach(lookAtApplication)
  })
  yield* whole("job_posts", (record) => jobs.readPost(record))
  yield* each("jobs", (record) => jobs.read(record))
  yield* whole("moves", (record) => moves.enter(record))
  yield* each("activity_feed", (record, file) => remarks.look(record, candidateOf(record, file)))
  yield* each("candidates", (record) => {
    const added = candidates.add(record, applications.hiddenSince(record.text("id") ?? ""))
    const [attachments, own] = [record.parts("attachments"), hasApplications ? [] : record.parts("applications")]
    return added === null ? Effect.void : Effect.all([
      files.add({ candidate_id: added.id }, added.key, [added.key], attachments, added.created_at),
      Effect.forEach(own, addApplication, { discard: true }),
      Effect.sync(() => record.end())
    ], { discard: true })
  })
  yield* each("applications", (record) => Effect.andThen(addApplication(record), Effect.sync(() => record.end())))
  yield* whole("scorecards", (record) => evaluations.readScorecard(record))
  yield* whole("scheduled_interviews", (record) => evaluations.readInterview(record))
  yield* whole("offers", (record) => remarks.readOffer(record))
  yield* each("activity_feed", (record, file) => {
    remarks.readFeed(record, candidateOf(record, file))
    record.end()
  })
  yield* Stream.runForEach(
    folder.others,
    ({ file }) => Effect.sync(() => conversion.left.add(`${file}: records that are not read`))
  )
  folder.unread.forEach((file) => conversion.left.add(`${file}: not read, it is neither JSON nor CSV`))
  files.end()
  departments.end()
  offices.end()
  yield* rows.flush
  return reasons.names
})
