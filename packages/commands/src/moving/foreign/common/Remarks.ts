/** Converts offers, and the notes and mails of activity feeds. All become notes here. */
import { type Conversion, Leftovers, unknownTime } from "../Conversion.ts"
import type { Foreign } from "../Foreign.ts"
import type { Applications } from "./Applications.ts"
import type { Candidates } from "./Candidates.ts"
import { addTo } from "./CustomFields.ts"
import type { Moves } from "./Moves.ts"
import type { Users } from "./Users.ts"

export class Remarks {
  private readonly conversion: Conversion
  private readonly users: Users
  private readonly candidates: Candidates
  private readonly applications: Applications
  private readonly moves: Moves

  constructor(
    conversion: Conversion,
    users: Users,
    candidates: Candidates,
    applications: Applications,
    moves: Moves
  ) {
    this.conversion = conversion
    this.users = users
    this.candidates = candidates
    this.applications = applications
    this.moves = moves
  }

  /** Reads a record of `offers`. Only the job's team sees the note. */
  readOffer(record: Foreign): void {
    const { conversion } = this
    const key = record.text("id")
    const application = this.applications.get(record.text("application_id"))
    const note = new Leftovers()
    for (
      const [name, field] of [["Offer", "status"], ["Version", "version"], ["Sent", "sent_at"], [
        "Resolved",
        "resolved_at"
      ], ["Starts", "starts_at"]] as const
    ) {
      note.add(name, record.text(field))
    }
    addTo(note, record)
    const created_at = record.time("created_at") ?? application?.created_at ?? unknownTime
    record.skip("job_id", "candidate_id", "updated_at")
    record.take("opening")
    if (key === null) return conversion.left.add(`${record.place}: it has no id`)
    if (application === undefined) return conversion.left.add("Offers of applications that are not there")
    conversion.left.add("Offers: a note on the application has them")
    conversion.note({ application_id: application.id }, `offer ${key}`, note.note(conversion.title)!, {
      created_at,
      isForTeam: true
    })
  }

  /** Examines a candidate's activity feed before the applications are added, because it contains their moves. */
  look(record: Foreign, candidate: string): void {
    for (const activity of record.parts("activities")) {
      if (!this.moves.read(candidate, activity))
        this.conversion.left.add("activity_feed.activities, of other kinds than moves")
    }
  }

  /** Reads the notes and mails of a candidate's activity feed. */
  readFeed(record: Foreign, candidate: string): void {
    const { conversion, users } = this
    const candidate_id = conversion.id("candidate", candidate)
    const isThere = this.candidates.has(candidate)
    record.skip("activities", "candidate_id")
    for (const note of record.parts("notes")) {
      const [key, body] = [note.text("id"), note.markdown("body")]
      const created_at = note.time("created_at") ?? unknownTime
      const author = users.named(note.part("user")) ?? undefined
      const isForTeam = [note.is("private"), (note.text("visibility") ?? "public") !== "public"].includes(true)
      note.skip("visiblity")
      const application = this.applications.get(note.text("application_id"))
      const owner = application === undefined ? { candidate_id } : { application_id: application.id }
      if (isThere && key !== null && body !== null)
        conversion.note(owner, key, body, { author, created_at, isForTeam, isTheirs: true })
      else conversion.left.add("Notes without a text or a candidate")
    }
    for (const mail of record.parts("emails")) {
      const [key, body] = [mail.text("id"), mail.markdown("body")]
      const created_at = mail.time("created_at") ?? unknownTime
      const author = users.named(mail.part("user")) ?? undefined
      const head = (["from", "to", "cc", "subject"] as const).map((field) => [field, mail.text(field)] as const).filter(
        ([, text]) => text !== null
      )
      const text = `Email, from ${conversion.title}\n\n${
        head.map(([field, text]) => `- ${field}: ${text}`).join("\n")
      }\n\n${body ?? ""}`.trim()
      if (isThere && key !== null) conversion.note({ candidate_id }, `mail ${key}`, text, { author, created_at })
      else conversion.left.add("Mails without a candidate")
    }
  }
}
