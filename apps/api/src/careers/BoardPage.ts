/** The page of a careers board: its introduction, a search, and the jobs, page by page; and what stands for a job that is gone. */
import { departmentsOf, type JobSearch } from "@candor/domain/board/JobSearch"
import type { Posting, PublicBoard, PublicJob, Site } from "@candor/domain/board/PublicBoard"
import type { Sources } from "./ApplicationForm.ts"
import { excerptOf, htmlOf } from "./Markdown.ts"
import { type Markup, markup } from "./Markup.ts"
import { page } from "./Page.ts"
import { factsOf, type Words } from "./Words.ts"

/** Jobs on a page. */
export const jobsOnPage = 50

export interface BoardPage {
  readonly board: PublicBoard
  readonly words: Words
  /** The jobs of this page. */
  readonly jobs: ReadonlyArray<PublicJob>
  readonly search: JobSearch
  /** The departments of all jobs, which can be chosen. */
  readonly departments: ReadonlyArray<string>
  /** The number of this page, from 1. */
  readonly number: number
  readonly hasMore: boolean
  readonly isPreview?: boolean
  /** Where the person came from, which links and the search take along to the form. */
  readonly sources?: Sources
}

/** Returns the address of a page of the site, with where the person came from. */
export const withSources = (path: string, sources: Sources = {}): string => {
  const query = new URLSearchParams(Object.entries(sources).filter(([name]) => name !== "referrer"))
  return query.size === 0 ? path : `${path}?${query}`
}

/** Returns the departments of jobs and those above them, each once, in the order of their names. */
export const departmentsIn = (jobs: ReadonlyArray<Posting>, site: Site): ReadonlyArray<string> =>
  [...new Set(jobs.flatMap(departmentsOf(site)))].toSorted((one, other) => one.localeCompare(other))

/** Returns a list of jobs, each with a link to its page. */
export const jobList = (words: Words, jobs: ReadonlyArray<PublicJob>, sources?: Sources): Markup => markup`
<ul class="jobs">${jobs.map((job) => markup`
<li><a href="${withSources(new URL(job.url).pathname, sources)}"${job.language === null ? "" : markup` lang="${job.language}"`}>${job.title}</a>
${facts(factsOf(words, job))}</li>`)}
</ul>`

/** Returns what is told of a job in short. */
export const facts = (some: ReadonlyArray<string>): Markup =>
  some.length === 0 ? markup`` : markup`<ul class="facts">${some.map((fact) => markup`<li>${fact}</li>`)}</ul>`

const option = (value: string, label: string, chosen: string | null | undefined): Markup =>
  markup`<option value="${value}"${value === (chosen ?? "") ? markup` selected` : ""}>${label}</option>`

const searchForm = ({ board, departments, search, sources = {}, words }: BoardPage): Markup => markup`
<form class="search" role="search" action="${new URL(board.url).pathname}">
<p><label for="q">${words.search}</label><input id="q" name="q" type="search" value="${search.q}"></p>
${departments.length < 2 ? "" : markup`<p><label for="department">${words.department}</label><select id="department" name="department">
${option("", words.all, search.department)}${departments.map((name) => option(name, name, search.department))}</select></p>`}
<p><label for="workplace_type">${words.workplace}</label><select id="workplace_type" name="workplace_type">
${option("", words.all, search.workplace_type)}${(["onsite", "hybrid", "remote"] as const).map((type) => option(type, words[type], search.workplace_type))}</select></p>
${Object.entries(sources).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}<p><button type="submit">${words.find}</button></p>
</form>`

const addressOf = ({ board, search, sources }: BoardPage, number: number): string => {
  const query = new URLSearchParams(Object.entries<string | null | undefined>({ ...search, ...sources }).filter((one): one is [string, string] => typeof one[1] === "string"))
  if (number > 1) query.set("page", String(number))
  return `${new URL(board.url).pathname}${query.size === 0 ? "" : `?${query}`}`
}

const others = (shown: BoardPage): Markup => markup`
<nav class="pages" aria-label="${shown.words.jobs}">${shown.number === 1 ? "" : markup`<a rel="prev" href="${addressOf(shown, shown.number - 1)}">${shown.words.previous}</a>`}
${shown.hasMore ? markup`<a rel="next" href="${addressOf(shown, shown.number + 1)}">${shown.words.next}</a>` : ""}</nav>`

/** Returns the page of a board. */
export const boardPage = (shown: BoardPage): string => {
  const { board, isPreview, jobs, number, search, sources, words } = shown
  const isSearch = Object.values(search).some((value) => value !== undefined)
  return page({
    board,
    words,
    title: board.title,
    description: excerptOf(board.introduction, 160) || `${words.jobs}: ${board.title}`,
    url: isSearch ? null : number === 1 ? board.url : `${board.url}?page=${number}`,
    isPreview
  }, markup`
<h1>${board.title}</h1>
${isSearch || number > 1 ? "" : htmlOf(board.introduction)}
<h2>${words.jobs}</h2>${jobs.length === 0 && !isSearch ? "" : searchForm(shown)}
${jobs.length === 0 ? markup`<p>${isSearch ? words.nothingFound : words.noJobs}</p>${isSearch ? markup`
<p><a href="${withSources(new URL(board.url).pathname, sources)}">${words.allJobs}</a></p>` : ""}` : jobList(words, jobs, sources)}
${shown.hasMore || number > 1 ? others(shown) : ""}`)
}

/** Other jobs on the page of a job that is gone. */
export const otherJobs = 20

/** Returns the page in the place of a job that is not, or no longer, open: it is the same for every such address. */
export const gonePage = (board: PublicBoard, jobs: ReadonlyArray<PublicJob>, words: Words, sources?: Sources): string =>
  page({ board, words, title: `${words.gone} – ${board.title}`, description: words.goneText, url: null }, markup`
<h1>${words.gone}</h1>
<p>${words.goneText}</p>
${jobs.length === 0 ? markup`<p>${words.noJobs}</p>` : markup`<h2>${words.otherJobs}</h2>${jobList(words, jobs, sources)}
<p><a href="${withSources(new URL(board.url).pathname, sources)}">${words.allJobs}</a></p>`}`)

/** Returns the page in the place of a board that there is not, or that is closed. */
export const noBoardPage = (words: Words): string =>
  page({ board: null, words, title: words.noBoard, description: words.noBoardText, url: null }, markup`
<h1>${words.noBoard}</h1>
<p>${words.noBoardText}</p>`)
