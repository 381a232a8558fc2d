/** The page of a job with its application form. */
import type { Posting, PublicBoard, PublicJob, PublicJobDetail, PublicJobForm } from "@candor/domain/board/PublicBoard"
import type { Timestamp } from "@candor/domain/Timestamp"
import { applicationForm, type Problem, type Sources, type Values } from "./ApplicationForm.ts"
import { facts, jobList, withSources } from "./BoardPage.ts"
import { filled } from "./InterviewTimes.ts"
import { jobPosting } from "./JobPosting.ts"
import { excerptOf, htmlOf } from "./Markdown.ts"
import { json, markup } from "./Markup.ts"
import { page, shared } from "./Page.ts"
import { proofScript } from "./ProofScript.ts"
import { day, factsOf, lastDay, wordsFor } from "./Words.ts"

export interface PostingPage {
  readonly board: PublicBoard
  readonly job: PublicJobDetail
  readonly form?: PublicJobForm
  /** The reader's language, used for a job without a language. */
  readonly reader?: string
  /** Whether the board lists the job: search engines keep those pages alone. */
  readonly isListed?: boolean
  /** Where the candidate came from, to be sent with the form. */
  readonly sources?: Sources
  /** The typed values, to be shown again. */
  readonly values?: Values
  /** Why the application cannot be sent. */
  readonly problems?: ReadonlyArray<Problem>
  readonly isPreview?: boolean
  /** Other open jobs of its department, and the current time, by which some of them are new. */
  readonly others?: { readonly jobs: ReadonlyArray<PublicJob>; readonly now: Timestamp }
}

/** Maximum number of other jobs of the department on the page of a job. */
const maxOthers = 5

/** Returns the other jobs of a job's department, the latest first. */
export const othersOf = (job: Posting, all: ReadonlyArray<Posting>): ReadonlyArray<Posting> =>
  job.department === null
    ? []
    : all.filter(({ department, id }) => department === job.department && id !== job.id).slice(0, maxOthers)

/** Returns the page of a job. */
export const postingPage = (
  { board, form, isListed = true, isPreview, job, others, problems = [], reader, sources = {}, values = {} }:
    PostingPage
): string => {
  const words = wordsFor(job.language, reader)
  const language = job.language === null || job.language === words.language ? "" : markup` lang="${job.language}"`
  const told = factsOf(words, job)
  return page(
    {
      board,
      words,
      title: `${problems.length > 0 ? `${words.problems} – ` : ""}${job.title} – ${board.title}`,
      description: excerptOf(job.description_md, 160) || [job.title, ...told].join(", "),
      url: isListed ? job.url : null,
      more: isListed ? markup`\n<script type="application/ld+json">${json(jobPosting(board, job))}</script>` : markup``,
      script: `${shared}/${proofScript.name}`,
      isPreview
    },
    markup`
<article>
<h1${language}>${job.title}</h1>
${facts(told)}
${problems.length > 0 ? "" : markup`<p><a class="button" href="#apply">${words.apply}</a></p>`}
<p class="quiet">${words.published} <time datetime="${job.published_at.slice(0, 10)}">${
      day(words, job.published_at)
    }</time>${
      job.valid_through === null
        ? ""
        : markup` · ${words.until} <time datetime="${lastDay(job.valid_through)}">${
          day(words, lastDay(job.valid_through))
        }</time>`
    }</p>
<div${language}>${htmlOf(job.description_md)}</div>
</article>
<section aria-labelledby="apply">
<h2 id="apply" tabindex="-1">${words.apply}</h2>${
      applicationForm({
        action: new URL(job.url).pathname,
        board,
        form: form ?? job.form,
        problems,
        sources,
        values,
        words
      })
    }
</section>${
      others === undefined || others.jobs.length === 0 ? null : markup`
<section><h2>${filled(words.moreIn, { department: job.department ?? "" })}</h2>${
        jobList(others.jobs, { now: others.now, sources, words, hasDepartment: false })
      }</section>`
    }
<p><a href="${withSources(new URL(board.url).pathname, sources)}">${words.allJobs}</a></p>`
  )
}
