/** Pages of the careers site for those who make them, by the same templates: of a board that is offline or not saved, and of a draft. */
import type { BoardPatch } from "@candor/domain/board/Board"
import type { LogoContent } from "@candor/domain/board/Logo"
import { listedJobs, publicBoard, publicJob, publicJobDetail, type Site } from "@candor/domain/board/PublicBoard"
import type { JobFormState } from "@candor/domain/form/JobForm"
import type { JobState } from "@candor/domain/job/Job"
import type { Timestamp } from "@candor/domain/Timestamp"
import { boardPage, departmentsIn, jobsOnPage } from "./BoardPage.ts"
import { postingPage } from "./PostingPage.ts"
import { wordsFor } from "./Words.ts"

interface Shown {
  readonly site: Site
  /** The logo, which the page contains: no address has it while the board is closed. */
  readonly logo: LogoContent | null
  /** Scheme and host of the server. */
  readonly origin: string
  /** `Accept-Language` of the browser. */
  readonly accepted: string | undefined
}

const boardOf = ({ logo, origin, site }: Shown) => ({
  ...publicBoard(site, origin),
  logo_url: logo === null ? null : `data:${logo.content_type};base64,${logo.content.toBase64()}`
})

/** Returns the page of a board as it would be after these changes. */
export const previewOfBoard = ({ site: present, ...shown }: Shown, { is_open: _, ...changes }: BoardPatch): string => {
  const site = { ...present, board: { ...present.board, ...changes } }
  const all = listedJobs(site)
  const jobs = all.slice(0, jobsOnPage).map((job) => publicJob(site.board, job, shown.origin))
  const hasMore = all.length > jobsOnPage
  return boardPage({
    board: boardOf({ ...shown, site }), words: wordsFor(null, shown.accepted), jobs, search: {}, departments: departmentsIn(all, site), number: 1, hasMore, isPreview: true
  })
}

/** Returns the page of a job as everybody would see it if it was published now. */
export const previewOfJob = (shown: Shown, job: JobState, form: JobFormState, now: Timestamp): string => {
  const posting = { ...job, public_slug: job.public_slug ?? "", published_at: job.status === "published" ? job.published_at : now }
  return postingPage({
    board: boardOf(shown), job: publicJobDetail(shown.site.board, posting, form, shown.origin), accepted: shown.accepted, isPreview: true
  })
}
