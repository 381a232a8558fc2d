/**
 * Data of Greenhouse, as its interface Harvest answers it, as rows of an export: versions 1 and 2
 * (https://developers.greenhouse.io/harvest.html, which were turned off in August 2026) and version 3
 * (https://harvestdocs.greenhouse.io, Flat.ts). What is not there with us becomes a note, or is counted.
 */
import { CurrentZones } from "@candor/domain/time/Zones"
import { ZoneName } from "@candor/domain/time/ZoneName"
import type { Row } from "@candor/domain/moving/Moves"
import { Effect, Stream } from "effect"
import type { Conversion } from "../Conversion.ts"
import type { Folder } from "../Folder.ts"
import { Foreign } from "../Foreign.ts"
import { Left } from "../Left.ts"
import type { Rows } from "../Rows.ts"
import { Applications } from "./Applications.ts"
import { Candidates } from "./Candidates.ts"
import { Evaluations } from "./Evaluations.ts"
import * as Flat from "./Flat.ts"
import { Files } from "./Files.ts"
import { Jobs } from "./Jobs.ts"
import { Moves } from "./Moves.ts"
import { names } from "./Names.ts"
import { Places } from "./Places.ts"
import { Reasons } from "./Reasons.ts"
import { Remarks } from "./Remarks.ts"
import { Users } from "./Users.ts"

type Name = keyof typeof names

/**
 * The candidate of an activity feed, which the address of its request has: `activity_feed/4000.json`,
 * `candidates/4000/activity_feed.json`.
 */
const candidateOf = (record: Foreign, file: string): string =>
  record.text("candidate_id") ?? /(\d+)[^\d]*$/.exec(file)?.[1] ?? ""

/** Converts a folder. Returns the rejection reasons that it has. */
export const convert = Effect.fnUntraced(function*(folder: Folder, conversion: Conversion, rows: Rows) {
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

  const flat = yield* Flat.load(folder)
  flat.entered((record) => moves.enter(new Foreign("application_stages", record, new Left())))
  const readAs = (name: Name | "notes") =>
    Stream.map(
      folder.read(name),
      ({ file, record }) => ({ file, record: record === undefined ? undefined : flat.nested(name, record) })
    )
  const read = (name: Name) => name === "activity_feed" ? Stream.concat(readAs(name), readAs("notes")) : readAs(name)

  /** Calls `use` with the records of a name, and writes the rows of each. */
  const each = <E = never, R = never>(
    name: Name,
    use: (record: Foreign, file: string, values: Row) => Effect.Effect<void, E, R> | void
  ) =>
    Stream.runForEach(read(name), ({ file, record }) => {
      if (record === undefined) {
        conversion.left.add(`${file}: records that are no JSON, or too long`)
        return Effect.void
      }
      return Effect.andThen(use(conversion.foreign(name, record), file, record) ?? Effect.void, rows.flush)
    })
  /** The same before anything is added, so that nothing is counted twice. */
  const look = (name: Name, use: (record: Foreign, file: string) => void) =>
    Stream.runForEach(
      read(name),
      ({ file, record }) =>
        Effect.sync(() => record === undefined ? undefined : use(new Foreign(name, record, new Left()), file))
    )

  // Candidates have their applications in them.
  const hasApplications = folder.has("applications")
  const lookAtApplication = (record: Foreign) => {
    applications.look(record)
    files.look(record.text("candidate_id") ?? "", record.parts("attachments"), true)
  }
  const addApplication = (record: Foreign) => {
    const added = applications.add(record)
    const attachments = record.parts("attachments")
    const key = record.text("id") ?? ""
    return added === null ? Effect.void : files.add(added.owner, added.candidate, [added.candidate, key], attachments)
  }

  yield* each("users", (record) => users.read(record))
  yield* each("departments", (record) => {
    departments.read(record)
    record.end()
  })
  yield* each("offices", (record) => {
    offices.read(record)
    record.end()
  })
  yield* each("rejection_reasons", (record) => {
    reasons.of(record)
    record.end()
  })
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
  yield* each("job_posts", (record) => {
    jobs.readPost(record)
    record.end()
  })
  yield* each("jobs", (record) => jobs.read(record))
  yield* each("activity_feed", (record, file) => remarks.look(record, candidateOf(record, file)))
  yield* each("candidates", (record) => {
    const added = candidates.add(record)
    const [attachments, own] = [record.parts("attachments"), hasApplications ? [] : record.parts("applications")]
    return added === null ? Effect.void : Effect.all([
      files.add({ candidate_id: added.id }, added.key, [added.key], attachments),
      Effect.forEach(own, addApplication, { discard: true }),
      Effect.sync(() => record.end())
    ], { discard: true })
  })
  yield* each("applications", (record) => Effect.andThen(addApplication(record), Effect.sync(() => record.end())))
  yield* each("scorecards", (record) => {
    evaluations.readScorecard(record)
    record.end()
  })
  yield* each("scheduled_interviews", (record) => {
    evaluations.readInterview(record)
    record.end()
  })
  yield* each("offers", (record) => {
    remarks.readOffer(record)
    record.end()
  })
  yield* each("activity_feed", (record, file) => {
    remarks.readFeed(record, candidateOf(record, file))
    record.end()
  })
  yield* Stream.runForEach(
    folder.others,
    ({ file }) => Effect.sync(() => conversion.left.add(`${file}: records that are not read`))
  )
  departments.end()
  offices.end()
  yield* rows.flush
  return reasons.names
})
