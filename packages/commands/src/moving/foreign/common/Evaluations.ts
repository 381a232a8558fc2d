/** Converts scorecards and interviews. */
import { WebAddress } from "@candor/domain/Text"
import { maxMinutes, minMinutes } from "@candor/domain/interview/InterviewTime"
import { maxInterviewers } from "@candor/domain/interview/Interviewer"
import { localTimeAt } from "@candor/domain/time/LocalTime"
import type { Zone } from "@candor/domain/time/Zone"
import type { ZoneName } from "@candor/domain/time/ZoneName"
import { later, millisBetween, type Timestamp } from "@candor/domain/Timestamp"
import { Option, Schema } from "effect"
import { type Conversion, unknownTime } from "../Conversion.ts"
import { fitted, type Foreign } from "../Foreign.ts"
import type { Applications } from "./Applications.ts"
import * as Ratings from "./Ratings.ts"
import type { Users } from "./Users.ts"

const responses: ReadonlySet<string> = new Set(["needs_action", "accepted", "declined", "tentative"])
const decodeAddress = Schema.decodeUnknownOption(WebAddress)

/** The most characters of feedback, and the name of answers that not everybody sees in the other system. */
const [maxBody, privateNotes] = [50_000, "Private Notes"]

const minute = 60_000

/** Rounds a time down to a whole minute. */
const wholeMinute = (time: Timestamp): Timestamp =>
  later(time, -millisBetween("1970-01-01T00:00:00.000Z" as Timestamp, time) % minute)

export class Evaluations {
  private readonly conversion: Conversion
  private readonly users: Users
  private readonly applications: Applications
  private readonly zone: { readonly name: ZoneName; readonly zone: Zone }

  constructor(
    conversion: Conversion,
    users: Users,
    applications: Applications,
    zone: { readonly name: ZoneName; readonly zone: Zone }
  ) {
    this.conversion = conversion
    this.users = users
    this.applications = applications
    this.zone = zone
  }

  /** Reads a record of `scorecards`. */
  readScorecard(record: Foreign): void {
    const { conversion } = this
    const key = record.text("id")
    const application = this.applications.get(record.text("application_id"))
    const step = record.part("interview_step")
    const interview_type = record.line("interview", 100) ?? step?.line("name", 100) ?? "Scorecard"
    step?.skip("id", "name")
    const [interviewer, submitter] = [
      this.users.named(record.part("interviewer")),
      this.users.named(record.part("submitted_by"))
    ]
    const author_id = interviewer ?? submitter ?? conversion.importer
    const given = record.text("overall_recommendation") ?? "no_decision"
    const guess = Ratings.guessed(given)
    const chosen = conversion.choices.choose("ratings", given, guess ?? "mixed")
    const rating = guess === null && chosen === "mixed" ? undefined : chosen
    const submitted_at = record.time("submitted_at") ?? record.time("interviewed_at") ?? record.time("created_at") ??
      unknownTime
    const created_at = record.time("created_at") ?? submitted_at
    const questions = record.parts("questions").map((one) => {
      one.skip("id")
      return { question: one.markdown("question") ?? "?", answer: one.markdown("answer") }
    }).filter(({ answer }) => answer !== null)
    const attributes = record.parts("attributes").map((one) => {
      const [name, type, vote, text] = [one.text("name"), one.text("type"), one.text("rating"), one.markdown("note")]
      return { name, type, vote: vote === "no_decision" ? null : vote, text }
    }).filter(({ text, vote }) => text !== null || vote !== null)
    record.skip("candidate_id", "ratings", "updated_at", "interviewed_at")
    if (key === null) return conversion.left.add(`${record.place}: it has no id`)
    if (application === undefined) return conversion.left.add("Scorecards of applications that are not there")
    if (rating === undefined)
      conversion.left.add(`Scorecards with the recommendation ${given}: they are “mixed”, and say so`)
    const open = questions.filter(({ question }) => question !== privateNotes)
    const body = [
      ...rating === undefined ? [`Overall recommendation: ${given.replaceAll("_", " ")}`] : [],
      ...open.map(({ answer, question }) => `**${question}**\n\n${answer}`),
      ...attributes.length === 0 ? [] : [
        attributes.map(({ name, text, type, vote }) => {
          const said = [vote?.replaceAll("_", " "), text].filter(Boolean).join("; ")
          return `- ${name ?? "?"}${type === null ? "" : ` (${type})`}: ${said}`
        }).join("\n")
      ]
    ].join("\n\n")
    const [shown] = fitted(body, maxBody)
    conversion.add("interview_feedback", key, {
      application_id: application.id,
      id: conversion.id("interview_feedback", key),
      author_id,
      interview_type,
      rating: rating ?? "mixed",
      body: shown || "The scorecard has no text.",
      created_at,
      submitted_at,
      updated_at: submitted_at,
      ...conversion.externalIds(key)
    })
    const owner = { application_id: application.id }
    if (shown.length < body.length)
      conversion.note(owner, `scorecard ${key} rest`, body.slice(shown.length), { author: author_id, created_at })
    for (const { answer } of questions.filter(({ question }) => question === privateNotes)) {
      conversion.note(owner, `scorecard ${key} private`, answer!, { author: author_id, created_at, isForTeam: true })
    }
  }

  /** Reads a record of `scheduled_interviews`. */
  readInterview(record: Foreign): void {
    const { conversion } = this
    const key = record.text("id")
    const application = this.applications.get(record.text("application_id"))
    const [start, end, kind] = [record.part("start"), record.part("end"), record.part("interview")]
    const [from, to] = [start?.time("date_time") ?? null, end?.time("date_time") ?? null]
    const day = start?.text("date") ?? null
    end?.skip("date")
    const title = kind?.line("name") ?? "Interview"
    kind?.skip("id")
    const author_id = this.users.named(record.part("organizer")) ?? conversion.importer
    const interviewers = new Map<string, string>()
    for (const one of record.parts("interviewers")) {
      const response = one.text("response_status") ?? ""
      one.skip("scorecard_id")
      const member = this.users.named(one)
      if (member !== null) interviewers.set(member, responses.has(response) ? response : "needs_action")
    }
    const [location, address] = [record.line("location", 500), record.text("video_conferencing_url")]
    const link = Option.getOrNull(decodeAddress(address))
    const created_at = record.time("created_at") ?? from ?? application?.created_at ?? unknownTime
    const updated_at = record.time("updated_at") ?? created_at
    const given = record.text("status")
    record.skip("external_event_id")
    if (key === null) return conversion.left.add(`${record.place}: it has no id`)
    if (application === undefined) return conversion.left.add("Interviews of applications that are not there")
    if (interviewers.size > maxInterviewers)
      conversion.left.add("Interviewers above the limit of an interview", interviewers.size - maxInterviewers)
    const starts_at = from === null ? null : wholeMinute(from)
    const length = starts_at === null || to === null ? 60 : Math.round(millisBetween(starts_at, to) / minute)
    const minutes = Math.max(minMinutes, Math.min(maxMinutes, length))
    const isComplete = given === "complete"
    const id = conversion.id("interview", key)
    const ends_at = starts_at === null ? null : later(starts_at, minutes * minute)
    const instructions = [
      day === null ? null : `On ${day}, all day`,
      link === null ? address : null,
      record.text("note")
    ]
    const held = [...interviewers].slice(0, maxInterviewers)
    conversion.add("interview", key, {
      id,
      application_id: application.id,
      title,
      kind: link === null ? "other" : "video",
      minutes,
      starts_at,
      ends_at,
      author_id,
      created_at,
      updated_at,
      location,
      link,
      status: given === "cancelled"
        ? "cancelled"
        : isComplete
        ? "complete"
        : starts_at === null
        ? "to_schedule"
        : "scheduled",
      time_zone: starts_at === null ? null : this.zone.name,
      local_start: starts_at === null ? null : localTimeAt(this.zone.zone, starts_at),
      interviewer_instructions: instructions.filter((text) => text !== null).join("\n") || null,
      interviewers: held.map(([member_id, response]) => ({ member_id, response })),
      // The other system has already sent the invitations.
      tells_candidate: false,
      candidate_response: "needs_action",
      invitations: [],
      declined_proposals: [],
      ...conversion.externalIds(key)
    })
    for (const [member_id, response] of held) {
      conversion.add("interviewer_time", `${key} ${member_id}`, {
        interview_id: id,
        member_id,
        during: starts_at === null || response === "declined" || given === "cancelled"
          ? null
          : `[${starts_at},${ends_at})`,
        // Interviews of the other system may overlap.
        overrides: true
      })
    }
  }
}
