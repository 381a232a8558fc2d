/** The page of a careers board, without a server: what a phone shows first, and when jobs can be searched. */
import type { PublicJob } from "@candor/domain/board/PublicBoard"
import { DepartmentId } from "@candor/domain/department/Departments"
import { later, Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { type BoardPage, boardPage, choicesOf, searchedFrom } from "../../src/careers/BoardPage.ts"
import { leadOf } from "../../src/careers/Markdown.ts"
import { postingPage } from "../../src/careers/PostingPage.ts"
import { wordsFor } from "../../src/careers/Words.ts"
import { board, plain } from "./Sample.ts"

const now = Timestamp.make("2026-12-01T12:00:00.000Z")
const daysAgo = (days: number): Timestamp => later(now, -days * 86_400_000)
const job = (title: string, more: Partial<PublicJob> = {}): PublicJob => ({
  ...plain,
  title,
  url: `${board.url}/${title.toLowerCase()}`,
  ...more
})

const jobsOf = (count: number): ReadonlyArray<PublicJob> =>
  Array.from({ length: count }, (_, index) => job(`Job ${index}`))

const pageOf = (jobs: ReadonlyArray<PublicJob>, more: Partial<BoardPage> = {}): string =>
  boardPage({
    board,
    words: wordsFor(null),
    jobs,
    search: {},
    total: jobs.length,
    found: jobs.length,
    choices: { departments: ["Fleet", "Labs"].map((name) => ({ name, depth: 0 })), locations: ["Bern", "Rome"] },
    now,
    number: 1,
    hasMore: false,
    ...more
  })

describe("a board's page", () => {
  test.each([
    ["few jobs", jobsOf(searchedFrom - 1), {}, false],
    ["many jobs", jobsOf(searchedFrom), {}, true],
    ["few jobs that are searched by an earlier link", jobsOf(1), { search: { q: "job" } }, true],
    ["few found of many", jobsOf(1), { total: searchedFrom, search: { location: "Bern" } }, true]
  ])("with %s: whether it has a search", (_, jobs, more, isSearched) => {
    const html = pageOf(jobs, more)
    expect(html.includes("role=\"search\"")).toBe(isSearched)
    expect(["q", "department", "location", "workplace_type"].filter((name) => html.includes(`name="${name}"`)))
      .toHaveLength(isSearched ? 4 : 0)
  })

  test("counts the jobs that a search finds, and says what to try where it finds none", () => {
    const html = pageOf([], { total: searchedFrom, found: 0, search: { q: "robtoics" } })
    expect(html).toContain("<span class=\"count\">0</span>")
    expect(html).toContain("Check the spelling")
  })

  test("has its filters behind a click, unless one is chosen", () => {
    expect(pageOf(jobsOf(searchedFrom), { search: { q: "job" } })).toContain("<details><summary>Filter jobs")
    expect(pageOf(jobsOf(searchedFrom), { search: { location: "Rome" } })).toMatch(
      /<details open>[^]*<option value="Rome" selected>/
    )
  })

  test("has few jobs below their departments, by name, and those without one last; the lists do not repeat the name", () => {
    const html = pageOf([
      job("Cook", { department: null }),
      job("Pilot", { department: "Fleet" }),
      job("Chemist", { department: "Labs" }),
      job("Diver", { department: "Fleet" })
    ])
    expect(
      [...html.matchAll(/<h3>(.*?)<\/h3>|<a href="\/careers\/harbor\/\w+" lang="en">(.*?)<\/a>/g)].map((
        [, department, title]
      ) => department ?? title)
    ).toEqual([
      "Fleet",
      "Pilot",
      "Diver",
      "Labs",
      "Chemist",
      "More jobs",
      "Cook"
    ])
    expect(html).not.toContain("<li>Fleet</li>")
    expect(pageOf([job("Pilot", { department: "Fleet" }), job("Diver", { department: "Fleet" })])).not.toContain("<h3>")
    expect(pageOf(jobsOf(searchedFrom))).toContain("<li>Engineering</li>")
  })

  test("says which jobs are new, for a week", () => {
    const titles = [job("Old", { published_at: daysAgo(7) }), job("Fresh", { published_at: daysAgo(6.9) })]
    expect([...pageOf(titles).matchAll(/>(\w+)<\/a> <span class="new">New</g)].map(([, title]) => title)).toEqual([
      "Fresh"
    ])
  })

  test("has its first paragraph before the jobs and the rest after them; a long one is cut, and is there whole", () => {
    const order = (introduction: string) =>
      [
        ...pageOf(jobsOf(1), { board: { ...board, introduction } }).matchAll(
          /<div class="lead">(.*?)<\/div>|(<ul class="jobs">)|<section class="about">[^]*?<\/h2>\s*([^]*?)<\/section>/g
        )
      ]
        .map(([, lead, jobs, rest]) => lead ?? (jobs === undefined ? rest : "jobs"))
    expect(order("We build *arms*.\n\n## Benefits\n\nMany.")).toEqual([
      "<p>We build <em>arms</em>.</p>",
      "jobs",
      "<h3>Benefits</h3>\n<p>Many.</p>"
    ])
    expect(order("We build arms.")).toEqual(["<p>We build arms.</p>", "jobs"])
    const long = "word ".repeat(100).trim()
    const [lead, , rest] = order(long)
    expect([lead!.length < 200, lead!.endsWith("…</p>"), rest]).toEqual([true, true, `<p>${long}</p>`])
    expect(order("## Hello\n\nWe build.")).toEqual([
      "<p>Hello We build.</p>",
      "jobs",
      "<h3>Hello</h3>\n<p>We build.</p>"
    ])
    expect(leadOf(null)).toMatchObject({ rest: null })
  })

  test("has its cover picture with what it shows, also for other programs, on its first page alone", () => {
    const pictured = { ...board, cover: { url: `${board.url}/cover/1`, width: 1600, height: 600, text: "A \"crane\"" } }
    const html = pageOf(jobsOf(1), { board: pictured })
    expect(html).toContain(
      `<img class="cover" src="${board.url}/cover/1" alt="A &quot;crane&quot;" width="1600" height="600">`
    )
    expect(html).toContain(`<meta property="og:image" content="${board.url}/cover/1">`)
    expect(pageOf(jobsOf(1), { board: { ...pictured, cover: { ...pictured.cover, text: null } } })).toContain(
      " alt=\"\" "
    )
    expect(pageOf(jobsOf(1), { board: pictured, number: 2 })).not.toContain("class=\"cover\"")
  })
})

test("jobs can be chosen by the departments above theirs, as a tree, and by their places, each once", () => {
  const [labs, optics] = ["01a0e749-bc2a-7c31-9b4d-5e80f2a6c711", "01a0e749-bc2a-7c31-9b4d-5e80f2a6c712"].map((id) =>
    DepartmentId.make(id)
  )
  const departments = [{ id: labs!, parent_id: null, name: "Labs" }, { id: optics!, parent_id: labs!, name: "Optics" }]
  const place = { street: null, postal_code: null, country: null, region: "Ticino" }
  const of = (
    department: string,
    location: string | null,
    city: string | null = null,
    department_id: DepartmentId | null = null
  ) => ({ department_id, department, location, locations: [{ ...place, city }] })
  const jobs = [of("Optics", "Bern", null, optics), of("Fleet", null, "Lugano"), of("Fleet", null), of("Fleet", "Bern")]
  expect(choicesOf(jobs, { departments })).toEqual({
    departments: [{ name: "Fleet", depth: 0 }, { name: "Labs", depth: 0 }, { name: "Optics", depth: 1 }],
    locations: ["Bern", "Lugano", "Ticino"]
  })
})

test("a job's page has facts and the way to its form before its text, and other jobs of the department at its end", () => {
  const html = postingPage({ board, job: plain, others: { jobs: [job("Tester")], now } })
  const parts = [
    "class=\"facts\"",
    "class=\"button\" href=\"#apply\"",
    "<h2>What you do",
    "id=\"apply\"",
    "More jobs in Engineering",
    "Tester",
    "All jobs"
  ]
  expect(parts.toSorted((one, other) => html.indexOf(one) - html.indexOf(other))).toEqual(parts)
  expect(parts.filter((part) => !html.includes(part))).toEqual([])
  expect(postingPage({ board, job: plain, others: { jobs: [], now } })).not.toContain("More jobs in")
})
