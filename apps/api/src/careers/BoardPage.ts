/**
 * The page of a careers board: its introduction, a search, and the pages of jobs; also the page shown in place of a job
 * that is gone.
 */
import { departmentsOf, type JobSearch } from "@candor/domain/board/JobSearch"
import type { Posting, PublicBoard, PublicJob, Site } from "@candor/domain/board/PublicBoard"
import { millisBetween, type Timestamp } from "@candor/domain/Timestamp"
import type { Sources } from "./ApplicationForm.ts"
import { filled } from "./InterviewTimes.ts"
import { excerptOf, leadOf } from "./Markdown.ts"
import { type Markup, markup } from "./Markup.ts"
import { page } from "./Page.ts"
import { factsOf, type Words } from "./Words.ts"

/** Jobs on a page. */
export const jobsOnPage = 50

/** The number of jobs from which the search is shown. Fewer are seen at a glance, below their departments. */
export const searchedFrom = 15

/** Milliseconds for which a job is new. */
const newMillis = 7 * 86_400_000

/** The options of the search. */
interface Choices {
  /** Departments in the order of a tree, each followed by its children. */
  readonly departments: ReadonlyArray<{ readonly name: string; readonly depth: number }>
  readonly locations: ReadonlyArray<string>
}

export interface BoardPage {
  readonly board: PublicBoard
  readonly words: Words
  /** The jobs of this page. */
  readonly jobs: ReadonlyArray<PublicJob>
  readonly search: JobSearch
  /** The number of jobs that the board lists, and how many of them match the search. */
  readonly total: number
  readonly found: number
  readonly choices: Choices
  readonly now: Timestamp
  /** The number of this page, starting at 1. */
  readonly number: number
  readonly hasMore: boolean
  readonly isPreview?: boolean
  /** Where the person came from. Links and the search pass it on to the form. */
  readonly sources?: Sources
}

/** Returns the address of a page of the site, including where the person came from. */
export const withSources = (path: string, sources: Sources = {}): string => {
  const query = new URLSearchParams(Object.entries(sources).filter(([name]) => name !== "referrer"))
  return query.size === 0 ? path : `${path}?${query}`
}

const sorted = (names: Iterable<string>): ReadonlyArray<string> =>
  [...new Set(names)].toSorted((one, other) => one.localeCompare(other))

/** Returns the departments of jobs, and their ancestors, as a tree. */
const treeOf = (
  jobs: ReadonlyArray<Pick<Posting, "department" | "department_id">>,
  site: Pick<Site, "departments">
): Choices["departments"] => {
  const namesOf = departmentsOf(site)
  const used = new Set(jobs.flatMap(namesOf))
  const rows = site.departments.filter(({ name }) => used.has(name))
  // A job may have a department that is not in the organization's list.
  const others = [...used].filter((used) => rows.every(({ name }) => name !== used))
  const below = (parent: string | null, depth: number): Choices["departments"] =>
    [
      ...rows.filter(({ parent_id }) => parent_id === parent),
      ...(parent === null ? others : []).map((name) => ({ id: undefined, name }))
    ]
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .flatMap(({ id, name }) => [{ name, depth }, ...(id === undefined ? [] : below(id, depth + 1))])
  return [...new Map(below(null, 0).map((one) => [one.name, one])).values()]
}

/**
 * Returns the options of the search: the jobs' departments with their ancestors, and the distinct places, sorted by
 * name.
 */
export const choicesOf = (
  jobs: ReadonlyArray<Pick<Posting, "department" | "department_id" | "location" | "locations">>,
  site: Pick<Site, "departments">
): Choices => ({
  departments: treeOf(jobs, site),
  locations: sorted(
    jobs.flatMap(({ location, locations }) => location ?? locations.flatMap(({ city, region }) => city ?? region ?? []))
  )
})

/** Whether a job was published within `newMillis`. */
const isNew = ({ published_at }: PublicJob, now: Timestamp): boolean => millisBetween(published_at, now) < newMillis

interface Listed extends Pick<BoardPage, "now" | "sources" | "words"> {
  readonly hasDepartment?: boolean
}

/** Returns a list of jobs, each with a link to its page. */
export const jobList = (
  jobs: ReadonlyArray<PublicJob>,
  { hasDepartment = true, now, sources, words }: Listed
): Markup =>
  markup`
<ul class="jobs">${
    jobs.map((job) =>
      markup`
<li><a href="${withSources(new URL(job.url).pathname, sources)}"${
        job.language === null ? "" : markup` lang="${job.language}"`
      }>${job.title}</a>${isNew(job, now) ? markup` <span class="new">${words.isNew}</span>` : ""}
${facts(factsOf(words, job, { hasDepartment }))}</li>`
    )
  }
</ul>`

/**
 * Returns the jobs below their departments, in the departments' order; as one list if there are fewer than two
 * departments.
 */
const groupedList = (jobs: ReadonlyArray<PublicJob>, listed: Listed): Markup => {
  const groups = Map.groupBy(jobs, ({ department }) => department)
  const names = sorted([...groups.keys()].filter((name) => name !== null))
  if (groups.size < 2) return jobList(jobs, listed)
  const rest = groups.get(null) ?? []
  return markup`${
    names.map((name) =>
      markup`
<h3>${name}</h3>${jobList(groups.get(name)!, { ...listed, hasDepartment: false })}`
    )
  }${
    rest.length === 0 ? null : markup`
<h3>${listed.words.moreJobs}</h3>${jobList(rest, listed)}`
  }`
}

/** Returns the key facts of a job as a list. */
export const facts = (some: ReadonlyArray<string>): Markup =>
  some.length === 0 ? markup`` : markup`<ul class="facts">${some.map((fact) => markup`<li>${fact}</li>`)}</ul>`

const option = (value: string, label: string, chosen: string | null | undefined): Markup =>
  markup`<option value="${value}"${value === (chosen ?? "") ? markup` selected` : ""}>${label}</option>`

/** A menu for a field; null if there is nothing to choose from. */
const choice = (
  words: Words,
  name: "department" | "location",
  values: Choices["departments"],
  chosen: string | undefined
): Markup | null =>
  values.length < 2 ? null : markup`<p><label for="${name}">${words[name]}</label><select id="${name}" name="${name}">
${option("", words.all, chosen)}${
    values.map(({ depth, name }) => option(name, `${"\u00a0\u00a0".repeat(depth)}${name}`, chosen))
  }</select></p>
`

/** The search in one line, with further fields behind a click, so that a phone shows the first job below it. */
const searchForm = ({ board, choices: { departments, locations }, search, sources = {}, words }: BoardPage): Markup => {
  const { department, location, workplace_type } = search
  const isFiltered = [department, location, workplace_type].some((value) => value !== undefined)
  return markup`
<form class="search" role="search" action="${new URL(board.url).pathname}">
<p class="words"><label for="q">${words.search}</label><input id="q" name="q" type="search" value="${search.q}"></p>
${
    Object.entries(sources).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)
  }<p><button type="submit">${words.find}</button></p>
<details${isFiltered ? markup` open` : null}><summary>${words.filter}</summary>
${choice(words, "department", departments, department)}${
    choice(words, "location", locations.map((name) => ({ name, depth: 0 })), location)
  }<p><label for="workplace_type">${words.workplace}</label><select id="workplace_type" name="workplace_type">
${option("", words.all, workplace_type)}${
    (["onsite", "hybrid", "remote"] as const).map((type) => option(type, words[type], workplace_type))
  }</select></p>
</details>
</form>`
}

const addressOf = ({ board, search, sources }: BoardPage, number: number): string => {
  const query = new URLSearchParams(
    Object.entries<string | null | undefined>({ ...search, ...sources }).filter((one): one is [string, string] =>
      typeof one[1] === "string"
    )
  )
  if (number > 1) query.set("page", String(number))
  return `${new URL(board.url).pathname}${query.size === 0 ? "" : `?${query}`}`
}

const others = (shown: BoardPage): Markup =>
  markup`
<nav class="pages" aria-label="${shown.words.jobs}">${
    shown.number === 1
      ? ""
      : markup`<a rel="prev" href="${addressOf(shown, shown.number - 1)}">${shown.words.previous}</a>`
  }
${
    shown.hasMore
      ? markup`<a rel="next" href="${addressOf(shown, shown.number + 1)}">${shown.words.next}</a>`
      : ""
  }</nav>`

/** Whether it is the first page of all jobs, which introduces the organization. */
const isFirst = ({ number, search }: BoardPage): boolean =>
  number === 1 && Object.values(search).every((value) => value === undefined)

const cover = ({ cover }: PublicBoard): Markup | null =>
  cover === null ? null : markup`
<img class="cover" src="${cover.url}" alt="${cover.text}" width="${cover.width}" height="${cover.height}">`

const list = (shown: BoardPage): Markup => {
  const { board, jobs, sources, total, words } = shown
  if (jobs.length > 0) return isFirst(shown) && total < searchedFrom ? groupedList(jobs, shown) : jobList(jobs, shown)
  return isFirst(shown) || total === 0 ?
    markup`
<p>${words.noJobs}</p>` :
    markup`
<p>${words.nothingFound}</p>
<p><a href="${withSources(new URL(board.url).pathname, sources)}">${words.allJobs}</a></p>`
}

/**
 * Returns the page of a board. A long introduction is shortened above the jobs, so that a phone shows the first one.
 */
export const boardPage = (shown: BoardPage): string => {
  const { board, found, isPreview, number, search, total, words } = shown
  const isSearch = Object.values(search).some((value) => value !== undefined)
  const { lead, rest } = isFirst(shown) ? leadOf(board.introduction) : { lead: null, rest: null }
  return page(
    {
      board,
      words,
      title: board.title,
      description: excerptOf(board.introduction, 160) || `${words.jobs}: ${board.title}`,
      url: isSearch ? null : number === 1 ? board.url : `${board.url}?page=${number}`,
      isPreview
    },
    markup`${isFirst(shown) ? cover(board) : null}
<h1>${board.title}</h1>
${lead === null ? null : markup`<div class="lead">${lead}</div>`}
<h2>${words.jobs}${total === 0 ? null : markup` <span class="count">${found}</span>`}</h2>${
      total < searchedFrom && !isSearch ? null : searchForm(shown)
    }
${list(shown)}${shown.hasMore || number > 1 ? others(shown) : ""}${
      rest === null ? null : markup`
<section class="about"><h2>${filled(words.about, { organization: board.organization_name })}</h2>
${rest}</section>`
    }`
  )
}

/** Number of other jobs on the page of a job that is gone. */
export const otherJobs = 20

/** Returns the page in place of a job that is not open, or does not exist. It is the same in both cases. */
export const gonePage = (
  board: PublicBoard,
  jobs: ReadonlyArray<PublicJob>,
  now: Timestamp,
  words: Words,
  sources?: Sources
): string =>
  page(
    { board, words, title: `${words.gone} – ${board.title}`, description: words.goneText, url: null },
    markup`
<h1>${words.gone}</h1>
<p>${words.goneText}</p>
${
      jobs.length === 0 ?
        markup`<p>${words.noJobs}</p>` :
        markup`<h2>${words.otherJobs}</h2>${
          jobList(jobs, { now, words, ...(sources === undefined ? {} : { sources }) })
        }
<p><a href="${withSources(new URL(board.url).pathname, sources)}">${words.allJobs}</a></p>`
    }`
  )

/** Returns the page in place of a board that is closed or does not exist. */
export const noBoardPage = (words: Words): string =>
  page(
    { board: null, words, title: words.noBoard, description: words.noBoardText, url: null },
    markup`
<h1>${words.noBoard}</h1>
<p>${words.noBoardText}</p>`
  )
