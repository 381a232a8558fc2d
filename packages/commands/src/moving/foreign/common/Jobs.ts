/** Converts jobs with their stages, posts and teams. */
import { isCurrency } from "@candor/domain/job/Currency"
import { noun } from "@candor/domain/job/Job"
import { JobStatus } from "@candor/domain/job/JobStatus"
import * as Slug from "@candor/domain/job/Slug"
import { guessedType, StageType } from "@candor/domain/job/StageType"
import { Option, Schema } from "effect"
import { type Conversion, unknownTime } from "../Conversion.ts"
import { fitted, type Foreign } from "../Foreign.ts"
import { valuesOf } from "./CustomFields.ts"
import type { Places } from "./Places.ts"
import type { Users } from "./Users.ts"

export interface Stage {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly type: StageType
}

export interface Job {
  readonly id: string
  readonly name: string
  readonly isConfidential: boolean
  readonly stages: ReadonlyArray<Stage>
  /** The stage of hired applications. */
  readonly hired: Stage
}

interface GivenStage {
  readonly key: string
  readonly name: string
  readonly position: number
  readonly isActive: boolean
  /** Whether the stage is deleted in the other system, but has an application. */
  readonly isUsed?: boolean
  /** The type according to the other system. */
  readonly type?: StageType | null
}

interface Post {
  readonly title: string | null
  readonly content: string | null
  readonly location: string | null
  readonly isPublic: boolean
}

const maxDescription = 100_000

const decodeType = Schema.decodeUnknownOption(StageType)
const decodeStatus = Schema.decodeUnknownOption(JobStatus)
const decodeEmployment = Schema.decodeUnknownOption(noun.create.fields.employment_type)
const Range = Schema.Struct({ min_value: Schema.Unknown, max_value: Schema.Unknown, unit: Schema.String })
const decodeRange = Schema.decodeUnknownOption(Range)

const statuses: ReadonlyMap<string, JobStatus> = new Map([["open", "published"], ["closed", "closed"], [
  "draft",
  "draft"
]])
const teams = [["hiring_managers", "hiring_manager"], ["recruiters", "recruiter"], ["coordinators", "coordinator"], [
  "sourcers",
  "sourcer"
]] as const

const amount = (value: unknown): number | null => {
  const number = typeof value === "string" ? Number.parseFloat(value) : value
  return typeof number === "number" && number >= 0 && number <= 1e12 ? number : null
}

export class Jobs {
  private readonly made = new Map<string, Job>()
  private readonly stages = new Map<string, Map<string, GivenStage>>()
  private readonly posts = new Map<string, Post>()
  /** When a job's opening was filled, by application. */
  readonly filled = new Map<string, string>()

  private readonly conversion: Conversion
  private readonly users: Users
  private readonly departments: Places
  private readonly offices: Places

  constructor(conversion: Conversion, users: Users, departments: Places, offices: Places) {
    this.conversion = conversion
    this.users = users
    this.departments = departments
    this.offices = offices
  }

  /** Reads a record of `job_stages`. */
  readStage(record: Foreign): void {
    const [job, key, name] = [record.text("job_id"), record.text("id"), record.line("name")]
    const position = record.number("priority") ?? record.number("sort_order") ?? 0
    const isActive = record.take("active") !== false
    record.skip("created_at", "updated_at")
    // The planned interviews of a stage, with their interview kits.
    record.take("interviews")
    const type = Option.getOrNull(decodeType(record.text("stage_type")))
    if (job !== null && key !== null)
      this.addStage(job, { key, name: name ?? `Stage ${key}`, position, isActive, type })
    else this.conversion.left.add(`${record.place}: it names no ${key === null ? "id" : "job"}`)
    record.end()
  }

  private addStage(job: string, stage: GivenStage): void {
    const all = this.stages.get(job) ?? new Map<string, GivenStage>()
    if (!all.has(stage.key)) all.set(stage.key, stage)
    this.stages.set(job, all)
  }

  /** Notes that an application is in a stage, which may be deleted in the other system. */
  use(job: string, key: string, name: string | null): void {
    const known = this.stages.get(job)?.get(key)
    if (known === undefined)
      this.addStage(job, { key, name: name ?? `Stage ${key}`, position: Number.MAX_SAFE_INTEGER, isActive: true })
    else if (!known.isActive) this.stages.get(job)!.set(key, { ...known, isUsed: true })
  }

  /** Reads a record of `job_posts`. Only one post of a job is kept, preferably a public one. */
  readPost(record: Foreign): void {
    const job = record.text("job_id")
    const isInternal = record.is("internal")
    const isPublic = record.is("live") && !isInternal
    const content = record.markdown("content")
    const place = record.part("location")
    const location = place?.line("name") ?? null
    place?.skip("id", "office_id", "job_post_custom_location_id", "job_post_location_type")
    const title = record.line("title")
    record.skip(
      "id",
      "created_at",
      "updated_at",
      "external",
      "active",
      "first_published_at",
      "demographic_question_set_id",
      "job_board_id"
    )
    if (record.take("questions") !== undefined) this.conversion.left.add("job_posts.questions")
    const known = job === null ? undefined : this.posts.get(job)
    if (known !== undefined) this.conversion.left.add("Job posts beside the one that a job has with us")
    if (job !== null && (known === undefined || isPublic && !known.isPublic))
      this.posts.set(job, { title, content, location, isPublic })
  }

  private stagesOf(job: string): ReadonlyArray<Stage> {
    const given: ReadonlyArray<Pick<GivenStage, "key" | "name" | "type">> = [...this.stages.get(job)?.values() ?? []]
      .filter(({ isActive, isUsed }) => isActive || isUsed === true)
      .toSorted((one, other) => one.position - other.position || Number(other.isActive) - Number(one.isActive))
    let before: StageType | undefined
    const stages = (given.length === 0 ? [{ key: `${job} first`, name: "Application Review" }] : given).map(
      ({ key, name, type = null }): Stage => {
        before = this.conversion.choices.choose("stages", name, type ?? guessedType(name, before))
        return { id: this.conversion.id("stage", key), key, name, type: before }
      }
    )
    const hired: Stage = {
      id: this.conversion.id("stage", `${job} hired`),
      key: `${job} hired`,
      name: "Hired",
      type: "hired"
    }
    return stages.some(({ type }) => type === "hired") ? stages : [...stages, hired]
  }

  private team(key: string, job: string, record: Foreign, created_at: string): void {
    const given = record.part("hiring_team")
    for (const [list, role] of teams) {
      for (const entry of given?.parts(list) ?? []) {
        const member = this.users.named(entry)
        if (member !== null) {
          this.conversion.add("team_member", `${key} ${member}`, {
            id: this.conversion.id("team_member", `${key} ${member}`),
            job_id: job,
            member_id: member,
            role,
            created_at
          })
        }
      }
    }
  }

  /** Reads a record of `jobs`. */
  read(record: Foreign): void {
    const { choices, left } = this.conversion
    const key = record.text("id")
    if (key === null) return this.conversion.left.add(`${record.place}: it has no id`)
    if (this.made.has(key)) return
    const id = this.conversion.id("job", key)
    const title = record.line("name") ?? `Job ${key}`
    const post = this.posts.get(key)
    if (post !== undefined && post.title !== title) left.add("Titles of job posts, where the job has another one")
    const given = record.text("status") ?? "closed"
    const isTemplate = record.is("is_template")
    const told = Option.getOrUndefined(decodeStatus(record.text("becomes"))) ?? statuses.get(given)
    const status = isTemplate ? "draft" : choices.choose("jobs", given, told ?? "closed")
    if (told === undefined) left.add(`Jobs with the status ${given}: they are ${status}`)
    const created_at = record.time("created_at") ?? record.time("opened_at") ?? unknownTime
    const opened = record.time("opened_at")
    const updated = record.time("updated_at") ?? created_at
    const [departments, offices] = [record.parts("departments"), record.parts("offices")]
    departments.forEach((one) => this.departments.read(one))
    offices.forEach((one) => this.offices.read(one))
    const department = this.departments.get(departments[0]?.text("id") ?? record.text("department_id"))
    const office = this.offices.get(offices[0]?.text("id") ?? null)
    if (departments.length > 1) left.add("Departments of a job beside its first", departments.length - 1)
    if (offices.length > 1) left.add("Offices of a job beside its first", offices.length - 1)
    const pay = this.pay(record)
    const isConfidential = record.is("confidential")
    const [description, isCut] = fitted(post?.content ?? "", maxDescription)
    if (isCut) left.add("job_posts.content, shortened")
    this.conversion.add("job", key, {
      id,
      title,
      status,
      created_at,
      updated_at: updated,
      ...pay,
      department: department?.name ?? null,
      department_id: department?.id ?? null,
      location: post?.location ?? office?.location ?? office?.name ?? null,
      office_id: office?.id ?? null,
      public_slug: `${Slug.base(title)}-${key}`,
      description_md: description === "" ? null : description,
      is_confidential: isConfidential,
      // A job that was not public in the other system stays off the careers site here.
      listing: post?.isPublic === true ? "public" : "unlisted",
      published_at: status === "published" ? opened ?? created_at : null,
      code: record.line("requisition_id"),
      ...this.conversion.externalIds(key)
    })
    const stages = this.stagesOf(key)
    stages.forEach((stage, order_index) =>
      this.conversion.add("stage", stage.id, {
        job_id: id,
        id: stage.id,
        name: stage.name,
        type: stage.type,
        order_index
      })
    )
    this.team(key, id, record, created_at)
    for (const opening of record.parts("openings")) {
      const [application, closed] = [opening.text("application_id"), opening.time("closed_at")]
      if (application !== null && closed !== null) this.filled.set(application, closed)
      opening.skip(
        "id",
        "job_id",
        "opening_id",
        "status",
        "open",
        "opened_at",
        "close_reason",
        "close_reason_id",
        "created_at",
        "updated_at",
        "sort_order"
      )
      left.add("Openings of jobs")
    }
    record.skip("copied_from_id")
    this.made.set(key, { id, name: title, isConfidential, stages, hired: stages.find(({ type }) => type === "hired")! })
    record.end()
  }

  /**
   * Reads the employment type and the pay, which are custom fields in the other system. Other custom fields are
   * counted.
   */
  private pay(record: Foreign) {
    const { left } = this.conversion
    let employment_type: string | null = null
    let salary: object = {}
    for (const [key, { name, value }] of valuesOf(record)) {
      const range = Option.getOrUndefined(decodeRange(value))
      const kind = key === "employment_type" ? Option.getOrNull(decodeEmployment(value)) ?? null : null
      if (kind !== null) employment_type = kind
      else if (range !== undefined && key.startsWith("salary") && isCurrency(range.unit)) {
        const [low, high] = [amount(range.min_value), amount(range.max_value)]
        salary = {
          salary_currency: range.unit,
          salary_min: low,
          salary_max: high !== null && low !== null && high < low ? low : high
        }
      } else if (value !== null && value !== "") left.add(`Custom field of jobs: ${name}`)
    }
    return { employment_type, ...salary }
  }

  /** Whether the job is known, and confidential. */
  isConfidential(key: string | null): boolean {
    return key !== null && this.made.get(key)?.isConfidential === true
  }

  /** Returns a job, even if `jobs` does not have it. */
  get(key: string, name: string | null): Job {
    if (!this.made.has(key)) {
      this.conversion.left.add("Jobs that applications name, and `jobs` does not have: they are closed")
      this.read(this.conversion.foreign("jobs", { id: key, name: name ?? `Job ${key}`, status: "closed" }))
    }
    return this.made.get(key)!
  }
}
