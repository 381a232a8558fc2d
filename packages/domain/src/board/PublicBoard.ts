/** The public data of an open careers board and of its jobs. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import * as JobForm from "../form/JobForm.ts"
import type { JobFormState } from "../form/JobForm.ts"
import { GoogleProblem, problemsForGoogle } from "../job/GoogleProblems.ts"
import * as Job from "../job/Job.ts"
import type { JobState } from "../job/Job.ts"
import { isOpen } from "../job/Posting.ts"
import type { OrganizationDetail } from "../organization/Organization.ts"
import { Timestamp } from "../Timestamp.ts"
import type { Branch } from "../Tree.ts"
import * as Board from "./Board.ts"
import type { BoardState } from "./Board.ts"
import { Cover, type ImageKind } from "./BoardImage.ts"

/** The fields of a job in its posting, except its text. */
const posted = [
  "id",
  "public_slug",
  "title",
  "department_id",
  "department",
  "location",
  "employment_type",
  "workplace_type",
  "locations",
  "remote_countries",
  "remote_regions",
  "valid_through",
  "language",
  "listing",
  "show_salary",
  "salary_currency",
  "salary_timeframe",
  "salary_min",
  "salary_max",
  "created_at",
  "updated_at",
  "published_at"
] as const satisfies ReadonlyArray<keyof JobState>

/** The columns of a posting. */
export const postingColumns: ReadonlyArray<keyof JobState> = posted

/** A job as the board lists it. */
export interface Posting extends Pick<JobState, typeof posted[number]> {
  readonly public_slug: string
}

/** A job with everything that its page shows. */
export interface PostingDetail extends Posting, Pick<JobState, "description_md"> {
  /** Whether a model looks for criteria in its applications. */
  readonly uses_criteria?: boolean
}

/** A careers board with all its public jobs, unlisted ones included, latest first. */
export interface Site {
  readonly organization: Pick<OrganizationDetail, "id" | "language" | "name">
  readonly board: BoardState
  readonly jobs: ReadonlyArray<Posting>
  /** The departments of the organization. */
  readonly departments: ReadonlyArray<Branch & { readonly name: string }>
}

/** Returns the jobs that a board lists, without those that can be opened by their address only. */
export const listedJobs = ({ jobs }: Site): ReadonlyArray<Posting> => jobs.filter(({ listing }) => listing === "public")

const { fields: board } = Board.noun.json
const { fields: job } = Job.noun.json
const { fields: form } = JobForm.noun.json
const slug = Schema.String.pipe(described("The readable part of the job's address", example.job.public_slug))
const url = (description: string, path: string) =>
  Schema.String.pipe(described(description, `https://candor.example/careers/harbor-analytics${path}`))

export const PublicBoard = Schema.Struct({
  slug: board.slug,
  title: board.title,
  organization_name: Schema.String.pipe(described("The name of the organization", example.organization.name)),
  introduction: board.introduction,
  logo_url: Schema.NullOr(
    url(
      "The URL of the logo, which changes with the logo; null if there is none",
      "/logo/mjsh9y2o"
    )
  ),
  cover: Schema.NullOr(Schema.Struct({
    url: url("The URL of the picture, which changes with the picture", "/cover/mjsh9y2o"),
    width: Cover.fields.width,
    height: Cover.fields.height,
    text: board.cover_text
  })).pipe(described("The picture above the jobs; null where there is none", {
    url: "https://candor.example/careers/harbor-analytics/cover/mjsh9y2o",
    width: 1600,
    height: 600,
    text: "Two colleagues at the harbor"
  })),
  color: board.color,
  privacy_notice: board.privacy_notice,
  consent_text: board.consent_text,
  consent_version: board.consent_version,
  contact_email: board.contact_email,
  url: url("The page of the board", "")
}).pipe(named("PublicBoard", "An open careers board"))
export interface PublicBoard extends Schema.Schema.Type<typeof PublicBoard> {}

const salary = "null if the posting does not show it"

export const PublicJob = Schema.Struct({
  public_slug: slug,
  title: job.title,
  department: job.department,
  location: job.location,
  employment_type: job.employment_type,
  workplace_type: job.workplace_type,
  locations: job.locations,
  remote_countries: job.remote_countries,
  remote_regions: job.remote_regions,
  salary_currency: job.salary_currency.pipe(
    described(`The currency of the salary, as an ISO 4217 code; ${salary}`, example.job.salary_currency)
  ),
  salary_timeframe: job.salary_timeframe.pipe(
    described(`The pay period of the salary; ${salary}`, example.job.salary_timeframe)
  ),
  salary_min: job.salary_min.pipe(described(`The lowest salary; ${salary}`, example.job.salary_min)),
  salary_max: job.salary_max.pipe(described(`The highest salary; ${salary}`, example.job.salary_max)),
  valid_through: job.valid_through,
  language: job.language,
  published_at: Timestamp.pipe(described("When the job was last published", example.time.jobCreated)),
  updated_at: job.updated_at,
  url: url("The page of the job, with its form", `/${example.job.public_slug}`)
}).pipe(named("PublicJob", "A published job as its board lists it"))
export interface PublicJob extends Schema.Schema.Type<typeof PublicJob> {}

export const PublicJobForm = Schema.Struct({
  phone: form.phone,
  linkedin_url: form.linkedin_url,
  website_url: form.website_url,
  resume: form.resume,
  cover_letter: form.cover_letter,
  questions: form.questions,
  uses_criteria: Schema.Boolean.pipe(
    described(
      "Whether software looks for the job's criteria in applications and shows quotations to the people who read them",
      false
    )
  )
}).pipe(named("PublicJobForm", "The form's fields besides name and email address"))
export interface PublicJobForm extends Schema.Schema.Type<typeof PublicJobForm> {}

export const PublicJobDetail = Schema.Struct({
  ...PublicJob.fields,
  description_md: job.description_md,
  form: PublicJobForm
})
  .pipe(named("PublicJobDetail", "A published job with its text and its form"))
export interface PublicJobDetail extends Schema.Schema.Type<typeof PublicJobDetail> {}

/** Whether and where a job is public, for those who edit it. */
export const PostingStatus = Schema.Struct({
  path: Schema.NullOr(Schema.String).pipe(
    described(
      "The path of the job's page, which exists while it is public; null if the job has no address",
      `/careers/harbor-analytics/${example.job.public_slug}`
    )
  ),
  is_seen: Schema.Boolean.pipe(
    described(
      "Whether the page is public: the board is open, and the job is published, has not ended, and is not only for members",
      true
    )
  ),
  google_problems: Schema.Array(GoogleProblem).pipe(
    described("What the job lacks for Google, most important first; empty if nothing", [])
  )
}).pipe(named("PostingStatus", "How the public sees a job"))
export interface PostingStatus extends Schema.Schema.Type<typeof PostingStatus> {}

/** The path of a board's page, and of one below it. */
export const boardPath = ({ slug }: Pick<BoardState, "slug">, below = ""): string => `/careers/${slug}${below}`

/** Returns the path of a board's image, which changes with the image; null if there is none. */
const imagePath = (board: Pick<BoardState, "slug" | ImageKind>, kind: ImageKind): string | null => {
  const image = board[kind]
  return image === null ? null : boardPath(board, `/${kind}/${imageVersion(image)}`)
}

/** Returns the version of an image, for its address. */
export const imageVersion = ({ updated_at }: { readonly updated_at: Timestamp }): string =>
  updated_at.replace(/\D/g, "")

/** Returns when a job was published; for jobs from before this was recorded, when it was created. */
export const publishedAt = ({ created_at, published_at }: Pick<Posting, "created_at" | "published_at">): Timestamp =>
  published_at ?? created_at

/** Returns the public form of a board, with addresses that begin with this origin. */
export const publicBoard = ({ board, organization }: Site, origin: string): PublicBoard => {
  const [logo, cover] = [imagePath(board, "logo"), imagePath(board, "cover")]
  return {
    slug: board.slug,
    title: board.title,
    organization_name: organization.name,
    introduction: board.introduction,
    logo_url: logo === null ? null : origin + logo,
    cover: cover === null || board.cover === null
      ? null
      : { url: origin + cover, width: board.cover.width, height: board.cover.height, text: board.cover_text },
    color: board.color,
    privacy_notice: board.privacy_notice,
    consent_text: board.consent_text,
    consent_version: board.consent_version,
    contact_email: board.contact_email,
    url: origin + boardPath(board)
  }
}

/** Returns a posting without its salary, unless candidates may see it. */
const withoutHiddenSalary = <P extends Posting>(posting: P): P =>
  posting.show_salary
    ? posting
    : { ...posting, salary_currency: null, salary_timeframe: null, salary_min: null, salary_max: null }

/** Returns the public form of a job. */
export const publicJob = (board: Pick<BoardState, "slug">, posting: Posting, origin: string): PublicJob => {
  const { created_at: _, department_id: _____, id: __, listing: ___, show_salary: ____, ...shown } =
    withoutHiddenSalary(posting)
  return { ...shown, published_at: publishedAt(posting), url: origin + boardPath(board, `/${posting.public_slug}`) }
}

/** Returns the public form of a job with its text and its form. */
export const publicJobDetail = (
  board: Pick<BoardState, "slug">,
  { description_md, uses_criteria = false, ...posting }: PostingDetail,
  { cover_letter, linkedin_url, phone, questions, resume, website_url }: JobFormState,
  origin: string
): PublicJobDetail => ({
  ...publicJob(board, posting, origin),
  description_md,
  form: { phone, linkedin_url, website_url, resume, cover_letter, questions, uses_criteria }
})

/** Returns whether and where a job is public. */
export const postingStatus = (
  board: Pick<BoardState, "slug" | "is_open">,
  job: JobState,
  now: Timestamp
): PostingStatus => ({
  path: job.public_slug === null ? null : boardPath(board, `/${job.public_slug}`),
  is_seen: board.is_open && isOpen(job, now) && job.listing !== "internal" && !job.is_confidential,
  google_problems: problemsForGoogle(job)
})
