/** Applications with their answers and their history. */
import { later, Timestamp } from "@candor/domain/Timestamp"
import { type Conversion, Leftovers, unknownTime } from "../Conversion.ts"
import { fitted, type Foreign } from "../Foreign.ts"
import type { Candidates } from "./Candidates.ts"
import { addTo } from "./CustomFields.ts"
import type { Job, Jobs, Stage } from "./Jobs.ts"
import type { Moves } from "./Moves.ts"
import type { Reasons } from "./Reasons.ts"
import type { Users } from "./Users.ts"

/** The facts of an application that its parts need. */
export interface Application {
  readonly key: string
  readonly id: string
  readonly candidate: string
  readonly created_at: string
}

/** How far an application has come, compared with others of the same candidate on the same job. */
interface Rank {
  readonly key: string
  readonly rank: string
}

/** What a candidate applied for. */
interface Applied {
  /** The time of the first application; null if all are prospects. */
  readonly first: string | null
  readonly jobs: ReadonlyArray<string | null>
}

const ranks: ReadonlyMap<string, string> = new Map([["hired", "3"], ["active", "2"], ["in_process", "2"]])

const endOfTime = "9999"

/** The most characters of a question, and of an answer. */
const [maxQuestion, maxAnswer] = [2000, 20_000]

const jobOf = (record: Foreign) => {
  const jobs = record.parts("jobs").map((one) => ({ key: one.text("id"), name: one.line("name") }))
  return { jobs, job: jobs[0]?.key ?? record.text("job_id"), name: jobs[0]?.name ?? null }
}

const stageOf = (record: Foreign) => {
  const stage = record.part("current_stage")
  return { key: stage?.text("id") ?? record.text("stage_id"), name: stage?.line("name") ?? null }
}

const timesOf = (record: Foreign) => {
  const applied = record.time("applied_at") ?? record.time("created_at")
  const [rejected, active] = [record.time("rejected_at"), record.time("last_activity_at")]
  return { created_at: applied ?? rejected ?? active ?? unknownTime, rejected, active }
}

export class Applications {
  private readonly made = new Map<string, Application>()
  private readonly applied = new Map<string, Applied>()
  private readonly best = new Map<string, Rank>()

  private readonly conversion: Conversion
  private readonly jobs: Jobs
  private readonly candidates: Candidates
  private readonly users: Users
  private readonly reasons: Reasons
  private readonly moves: Moves

  constructor(
    conversion: Conversion,
    jobs: Jobs,
    candidates: Candidates,
    users: Users,
    reasons: Reasons,
    moves: Moves
  ) {
    this.conversion = conversion
    this.jobs = jobs
    this.candidates = candidates
    this.users = users
    this.reasons = reasons
    this.moves = moves
  }

  /**
   * Examines a record before any is added: which stages are in use, which application of a candidate on a job has come
   * furthest, and what a candidate applied for.
   */
  look(record: Foreign): void {
    const [key, candidate] = [record.text("id"), record.text("candidate_id")]
    const { job, jobs } = jobOf(record)
    if (key === null || candidate === null) return
    const isProspect = job === null || record.is("prospect")
    const { first, jobs: others } = this.applied.get(candidate) ?? { first: null, jobs: [] }
    const { created_at } = timesOf(record)
    this.applied.set(candidate, {
      first: isProspect || (first !== null && first < created_at) ? first : created_at,
      jobs: [...others, job, ...isProspect ? jobs.map(({ key }) => key) : []]
    })
    if (isProspect) return
    const stage = stageOf(record)
    if (stage.key !== null) this.jobs.use(job, stage.key, stage.name)
    const rank = `${ranks.get(record.text("status") ?? "") ?? "1"} ${record.time("applied_at") ?? ""} ${key}`
    const one = `${job} ${candidate}`
    if ((this.best.get(one)?.rank ?? "") < rank) this.best.set(one, { key, rank })
  }

  /**
   * Returns the time of the first application of a candidate who applied for confidential jobs alone; null for others.
   * A candidate who was added at the time of a hidden application is hidden with it (decision 0083).
   */
  hiddenSince(candidate: string): string | null {
    const { first, jobs } = this.applied.get(candidate) ?? { first: null, jobs: [] }
    return jobs.every((job) => this.jobs.isConfidential(job)) ? first : null
  }

  /** Adds the application of a record, and returns it. A prospect becomes a note on the candidate instead. */
  add(record: Foreign): {
    readonly candidate: string
    readonly owner: { readonly application_id: string } | { readonly candidate_id: string }
    readonly created_at: string
  } | null {
    const { conversion } = this
    const [key, candidate] = [record.text("id"), record.text("candidate_id")]
    if (key === null || candidate === null) {
      conversion.left.add(`${record.place}: it names no ${key === null ? "id" : "candidate"}`)
      record.drop()
      return null
    }
    if (this.made.has(key)) return null
    if (!this.candidates.has(candidate)) {
      conversion.left.add("Candidates whom applications name, and `candidates` does not have")
      this.candidates.add(conversion.foreign("candidates", { id: candidate }), this.hiddenSince(candidate))
    }
    const candidate_id = conversion.id("candidate", candidate)
    const { job, jobs, name } = jobOf(record)
    const { created_at, ...times } = timesOf(record)
    const note = new Leftovers()
    const source = record.part("source")
    const channel = source?.line("public_name") ?? source?.line("name") ?? conversion.system
    const source_type = conversion.choices.choose("sources", channel, channel)
    source?.skip("id", "type")
    for (
      const [label, field] of [["Credited to", "credited_to"], ["Recruiter", "recruiter"], [
        "Coordinator",
        "coordinator"
      ]] as const
    ) {
      const user = record.part(field)
      note.add(label, user?.line("name") ?? null)
      this.users.named(user)
    }
    note.add("Location", record.part("location")?.text("address") ?? null)
    addTo(note, record)
    const owner = record.is("prospect") || job === null
      ? this.prospect(
        record,
        {
          candidate_id,
          created_at,
          source_type,
          jobs: jobs.flatMap(({ key, name }) => name === null || this.jobs.isConfidential(key) ? [] : [name])
        },
        note
      )
      : this.application(
        record,
        { key, candidate, candidate_id, created_at, source_type, times },
        this.jobs.get(job, name),
        `${job} ${candidate}`,
        note
      )
    const text = note.note(conversion.title)
    if (text !== null) conversion.note(owner, `application ${key}`, text, { created_at })
    record.skip("job_post_id")
    return { candidate, owner, created_at }
  }

  private prospect(
    record: Foreign,
    { candidate_id, created_at, jobs, source_type }: {
      readonly candidate_id: string
      readonly created_at: string
      readonly source_type: string
      readonly jobs: ReadonlyArray<string>
    },
    note: Leftovers
  ) {
    this.conversion.left.add("Prospects: a note on the candidate says so")
    const detail = record.part("prospect_detail")
    const nameOf = (field: string, of: Foreign | null = detail) => {
      const one = of?.part(field) ?? null
      one?.skip("id")
      return one?.line("name") ?? null
    }
    note.add("Prospect since", created_at)
    note.add("Prospect for", jobs.join(", "))
    note.add("Pool", nameOf("prospect_pool"))
    note.add("Stage", nameOf("prospect_stage") ?? stageOf(record).name)
    note.add("Source", source_type)
    note.add("Status", record.text("status"))
    note.add("Rejection reason", nameOf("rejection_reason", record))
    const ownerOf = detail?.part("prospect_owner") ?? null
    note.add("Owner", ownerOf?.line("name") ?? null)
    this.users.named(ownerOf)
    return { candidate_id }
  }

  private application(
    record: Foreign,
    { candidate, candidate_id, created_at, key, source_type, times }: {
      readonly key: string
      readonly candidate: string
      readonly candidate_id: string
      readonly created_at: string
      readonly source_type: string
      readonly times: { readonly rejected: string | null; readonly active: string | null }
    },
    job: Job,
    place: string,
    note: Leftovers
  ) {
    const { conversion } = this
    const id = conversion.id("application", key)
    const given = record.text("status")
    const hired_at = record.time("hired_at")
    const reason = this.reasons.of(record.part("rejection_reason"))
    addTo(note, record.part("rejection_details"))
    const status = given === "rejected"
      ? reason === null ? "rejected" as const : reason.becomes
      : given === "hired" || given === "withdrawn"
      ? given
      : "active" as const
    if (!["active", "in_process", "rejected", "hired", "withdrawn"].includes(given ?? ""))
      conversion.left.add(`Applications with the status ${given}: they are active`)
    if (reason !== null && status !== "rejected") note.add("Rejection reason", reason.name)
    const current = stageOf(record)
    const isIn = job.stages.find((stage) => stage.key === current.key) ?? job.stages[0]!
    const stage = status === "hired" ? job.hired : isIn.type === "hired" ? job.stages[0]! : isIn
    const latest = [created_at, times.active ?? "", times.rejected ?? ""].toSorted().at(-1)!
    const closed_at = status === "active"
      ? null
      : (status === "hired" ? hired_at ?? this.jobs.filled.get(key) : times.rejected) ?? latest
    if (status === "hired" && hired_at === null && !this.jobs.filled.has(key))
      conversion.left.add("Hires whose time is that of the last activity")
    const best = this.best.get(place)
    conversion.add("application", key, {
      id,
      candidate_id,
      created_at,
      closed_at,
      status,
      source_type,
      job_id: job.id,
      stage_id: stage.id,
      updated_at: [latest, closed_at ?? ""].toSorted().at(-1)!,
      rejection_reason: status === "rejected" ? reason?.name ?? null : null,
      duplicate_of: best === undefined || best.key === key ? null : conversion.id("application", best.key),
      ...conversion.externalIds(key)
    })
    if (best !== undefined && best.key !== key) {
      conversion.left.add(
        "Further applications of a candidate on the same job: they refer to the one that is furthest on"
      )
    }
    record.parts("answers").forEach((answer, order_index) => this.answer(id, key, answer, order_index))
    const named = status === "rejected" ? reason?.name ?? null : null
    this.history({ id, key, candidate, created_at }, job, { isIn, stage, status, closed_at, latest, reason: named })
    record.skip("prospect_detail", "prospective_office", "prospective_department")
    this.made.set(key, { key, id, candidate, created_at })
    return { application_id: id }
  }

  private answer(application_id: string, key: string, record: Foreign, order_index: number): void {
    const [question_text, isCut] = fitted(record.text("question") ?? "?", maxQuestion)
    const [answer_text, isLong] = fitted(record.text("answer") ?? "", maxAnswer)
    if (isCut || isLong) this.conversion.left.add("Answers that were shortened")
    const one = `${key} ${order_index}`
    const id = this.conversion.id("application_answer", one)
    this.conversion.add("application_answer", one, { application_id, id, question_text, answer_text, order_index })
  }

  /**
   * Adds the history, from the activities in the folder. Without any, adds one move at the time of the last activity.
   */
  private history(
    application: Application,
    job: Job,
    { closed_at, isIn, latest, reason, stage, status }: {
      readonly isIn: Stage
      readonly stage: Stage
      readonly status: "active" | "hired" | "rejected" | "withdrawn"
      readonly closed_at: string | null
      readonly latest: string
      readonly reason: string | null
    }
  ): void {
    const { conversion } = this
    const first = job.stages[0]!
    const add = (change: string, entered_at: string, one: Stage, more: object = {}) =>
      conversion.add("history_entry", `${application.key} ${change} ${entered_at} ${one.id}`, {
        application_id: application.id,
        id: conversion.id("history_entry", `${application.key} ${change} ${entered_at} ${one.id}`),
        change,
        entered_at,
        stage_id: one.id,
        stage_name: one.name,
        status: "active",
        ...more
      })
    const until = closed_at ?? latest
    const moves = this.moves.of(application, job, application.created_at, closed_at ?? endOfTime)
    const last = moves.at(-1) ?? { at: application.created_at, stage: first }
    // Entries with the same time have no order.
    const moved = closed_at === null ? until : later(Timestamp.make(until), -1)
    // The stage of hired applications is entered by being hired, without a move.
    const isMoved = last.stage.id !== isIn.id && !(status === "hired" && isIn.type === "hired")
    add("applied", application.created_at, isMoved && moved <= last.at && moves.length === 0 ? isIn : first)
    moves.forEach(({ at, stage, user_id }) => add("moved", at, stage, { user_id }))
    if (isMoved && moved > last.at) {
      conversion.left.add("Moves whose time is that of the last activity")
      add("moved", moved, isIn)
    }
    if (closed_at !== null) add(status, closed_at, stage, { status, rejection_reason: reason })
  }

  get(key: string | null): Application | undefined {
    return key === null ? undefined : this.made.get(key)
  }
}
