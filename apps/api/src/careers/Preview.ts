/**
 * Previews of careers pages for the people who edit them, by the same templates: of a board that is offline or not
 * saved, and of a draft.
 */
import type { BoardPatch } from "@candor/domain/board/Board"
import type { ImageContent, ImageKind } from "@candor/domain/board/BoardImage"
import type { Boards } from "@candor/domain/board/Boards"
import {
  listedJobs,
  type PublicBoard,
  publicBoard,
  publicJob,
  publicJobDetail,
  type Site
} from "@candor/domain/board/PublicBoard"
import type { JobCriteriaState } from "@candor/domain/criteria/JobCriteria"
import type { JobFormState } from "@candor/domain/form/JobForm"
import type { OrganizationId } from "@candor/domain/Id"
import type { JobState } from "@candor/domain/job/Job"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import { boardPage, choicesOf, jobsOnPage } from "./BoardPage.ts"
import { othersOf, postingPage } from "./PostingPage.ts"
import { wordsFor } from "./Words.ts"

interface Shown {
  readonly site: Site
  /** The images, embedded in the page: they have no address while the board is closed. */
  readonly images: Readonly<Record<ImageKind, ImageContent | null>>
  /** Scheme and host of the server. */
  readonly origin: string
  /** `Accept-Language` of the browser. */
  readonly accepted: string | undefined
}

/** Reads the images of a board. */
export const imagesOf = (boards: Boards["Service"], organization: OrganizationId) =>
  Effect.all({ logo: boards.image(organization, "logo"), cover: boards.image(organization, "cover") })

const wordsOf = ({ accepted, site }: Shown) => wordsFor(accepted, site.organization.language)

const inPage = ({ content, content_type }: ImageContent): string => `data:${content_type};base64,${content.toBase64()}`

const boardOf = ({ images: { cover, logo }, origin, site }: Shown): PublicBoard => {
  const board = publicBoard(site, origin)
  return {
    ...board,
    logo_url: logo === null ? null : inPage(logo),
    cover: cover === null || board.cover === null ? null : { ...board.cover, url: inPage(cover) }
  }
}

/** Returns the page of a board as it would be after these changes. */
export const previewOfBoard = (
  { site: present, ...shown }: Shown,
  { is_open: _, ...changes }: BoardPatch,
  now: Timestamp
): string => {
  const site = { ...present, board: { ...present.board, ...changes } }
  const all = listedJobs(site)
  const jobs = all.slice(0, jobsOnPage).map((job) => publicJob(site.board, job, shown.origin))
  const hasMore = all.length > jobsOnPage
  return boardPage({
    board: boardOf({ ...shown, site }),
    words: wordsOf({ ...shown, site }),
    jobs,
    search: {},
    total: all.length,
    found: all.length,
    choices: choicesOf(all, site),
    now,
    number: 1,
    hasMore,
    isPreview: true
  })
}

/** Returns the page of a job as the public would see it if it were published now. */
export const previewOfJob = (
  shown: Shown,
  job: JobState,
  form: JobFormState,
  { criteria, is_on }: Pick<JobCriteriaState, "criteria" | "is_on">,
  now: Timestamp
): string => {
  const posting = {
    ...job,
    uses_criteria: is_on && criteria.length > 0,
    public_slug: job.public_slug ?? "",
    published_at: job.status === "published" ? job.published_at : now
  }
  const others = othersOf(posting, listedJobs(shown.site)).map((one) => publicJob(shown.site.board, one, shown.origin))
  return postingPage({
    board: boardOf(shown),
    job: publicJobDetail(shown.site.board, posting, form, shown.origin),
    reader: wordsOf(shown).language,
    others: { jobs: others, now },
    isPreview: true
  })
}
