/** The careers site: pages that the server renders, and data of boards for other programs. */
import type { PublicBoard, PublicJob, Site } from "@candor/domain/board/PublicBoard"
import {
  boardPath,
  imageVersion,
  listedJobs,
  publicBoard,
  publicJob,
  publicJobDetail
} from "@candor/domain/board/PublicBoard"
import * as Errors from "@candor/contract/Errors"
import { permanentRedirect } from "@candor/contract/Postings"
import type { ImageKind } from "@candor/domain/board/BoardImage"
import { matching } from "@candor/domain/board/JobSearch"
import { spokenOf } from "@candor/domain/SpokenLanguage"
import { now as currentTime, type Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { type Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { trustedProxies } from "../auth/ClientAddress.ts"
import type { FixedDocument } from "../public/FixedDocument.ts"
import * as Responses from "../response/Responses.ts"
import type { Sources } from "./ApplicationForm.ts"
import { boardPage, choicesOf, gonePage, jobsOnPage, noBoardPage, otherJobs } from "./BoardPage.ts"
import { embedScript, feed, jobsInFeed, jobsInScript, portalFeed, sitemap } from "./Feeds.ts"
import { pageHeaders } from "./Page.ts"
import { othersOf, postingPage } from "./PostingPage.ts"
import { proofScript } from "./ProofScript.ts"
import { keeping, type Made } from "./Responses.ts"
import { kitScript } from "../kit/KitScript.ts"
import { zoneScript } from "./SchedulePage.ts"
import { Sites } from "./Sites.ts"
import { styleOf } from "./Styles.ts"
import { type Words, wordsFor } from "./Words.ts"

const immutable = "public, max-age=31536000, immutable"

const html = (text: string, headers: Readonly<Record<string, string>> = pageHeaders()): FixedDocument => ({
  text,
  contentType: "text/html; charset=utf-8",
  headers
})

/** A 404 page. */
const gone = (text: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(text, {
    status: Errors.status.NotFound,
    contentType: "text/html; charset=utf-8",
    headers: pageHeaders({ isIndexed: false })
  })

/** Headers of resources that other sites may load. */
const forOthers = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }

/** Maximum length of a parameter that says where a candidate came from. */
const maxSource = 200

/** Returns the parameters of an address that say where a candidate came from. */
const sourcesIn = (query: URLSearchParams): Sources =>
  Object.fromEntries(
    [...query].filter(([name]) => /^(?:source|utm_(?:source|medium|campaign|term|content))$/.test(name))
      .map(([name, value]) => [name, value.slice(0, maxSource)])
  )

/** The host of the page that linked here, if it is another site. */
const referrerOf = ({ host, referer = "" }: Headers.Headers): string | undefined =>
  URL.canParse(referer) && new URL(referer).host !== host ? new URL(referer).host.slice(0, maxSource) : undefined

const workplaces = ["onsite", "hybrid", "remote"] as const

/** The search in an address, without parameters that are empty or unknown. */
const searchIn = (query: URLSearchParams) => {
  const text = (name: string) => query.get(name)?.trim().slice(0, 200) || undefined
  return {
    q: text("q"),
    department: text("department"),
    location: text("location"),
    workplace_type: workplaces.find((type) => type === query.get("workplace_type"))
  }
}

interface Asked {
  readonly site: Site
  readonly origin: string
  readonly board: PublicBoard
  /** The latest jobs that the board lists, `max` at most. */
  readonly jobs: (max?: number) => ReadonlyArray<PublicJob>
  readonly now: Timestamp
  readonly words: Words
  readonly query: URLSearchParams
  readonly referrer: string | undefined
  readonly params: Readonly<Record<string, string | undefined>>
}

const make = Effect.gen(function*() {
  const sites = yield* Sites
  const respond = keeping<never>(sites.freshness, yield* trustedProxies)

  /** Adds a route below an open board. A former address redirects to the present one. */
  const route = (
    path: `/${string}`,
    make: (asked: Asked) => Effect.Effect<Made>,
    { hasForm = false, isPage = false } = {}
  ) =>
    HttpRouter.add(
      "GET",
      `/careers/:board${path === "/" ? "" : path}`,
      Effect.gen(function*() {
        const request = yield* HttpServerRequest.HttpServerRequest
        const params = yield* HttpRouter.params
        const spoken = spokenOf(request.headers["accept-language"])
        const { board: slug = "", job = "" } = params
        const referrer = hasForm ? referrerOf(request.headers) : undefined
        const now = yield* currentTime
        return yield* respond(request, `${spoken ?? ""} ${referrer ?? ""}`, (origin) =>
          Effect.matchEffect(sites.find(slug), {
            onFailure: () =>
              Effect.succeed(isPage ? gone(noBoardPage(wordsFor(spoken))) : Responses.routeNotFound),
            onSuccess: (site): Effect.Effect<Made> =>
              site.board.slug === slug && job === job.toLowerCase()
                ? make({
                  site,
                  origin,
                  board: publicBoard(site, origin),
                  jobs: (max) =>
                    listedJobs(site).slice(0, max).map((job) => publicJob(site.board, job, origin)),
                  now,
                  words: wordsFor(spoken, site.organization.language),
                  query: new URLSearchParams(request.url.split(/\?(.*)/s, 2)[1]),
                  referrer,
                  params
                })
                : Effect.succeed(HttpServerResponse.empty({
                  status: permanentRedirect,
                  headers: {
                    location: request.url.replace(
                      /^\/careers\/[^/?#]*(?:\/([^/?#]*))?/,
                      (_, below?: string) =>
                        boardPath(site.board) +
                        (below === undefined ? "" : `/${job === "" ? below : encodeURIComponent(job.toLowerCase())}`)
                    )
                  }
                }))
          }))
      })
    )

  const listing = ({ board, now, origin, query, site, words }: Asked): FixedDocument => {
    const search = searchIn(query)
    const all = listedJobs(site)
    const found = all.filter(matching(search, site))
    const number = Math.max(1, Math.min(1000, Math.floor(Number(query.get("page"))) || 1))
    const jobs = found.slice((number - 1) * jobsOnPage, number * jobsOnPage).map((job) =>
      publicJob(site.board, job, origin)
    )
    const hasMore = found.length > number * jobsOnPage
    const total = all.length
    return html(
      boardPage({
        board,
        words,
        jobs,
        search,
        total,
        found: found.length,
        choices: choicesOf(all, site),
        now,
        number,
        hasMore,
        sources: sourcesIn(query)
      })
    )
  }

  const posting = (
    { board, jobs, now, origin, params, query, referrer, site, words }: Asked
  ): Effect.Effect<Made> =>
    Effect.match(sites.posting(site, params["job"] ?? ""), {
      onFailure: () => gone(gonePage(board, jobs(otherJobs), now, words, sourcesIn(query))),
      onSuccess: ({ form, posting }) => {
        const isListed = posting.listing === "public"
        const job = publicJobDetail(site.board, posting, form, origin)
        const others = {
          now,
          jobs: othersOf(posting, listedJobs(site)).map((one) => publicJob(site.board, one, origin))
        }
        const sources = { ...sourcesIn(query), ...(referrer === undefined ? {} : { referrer }) }
        return html(postingPage({ board, job, reader: words.language, isListed, others, sources }), {
          ...pageHeaders({ isIndexed: isListed, runsScript: true }),
          vary: "Accept-Encoding, Accept-Language, Referer"
        })
      }
    })

  const image = (kind: ImageKind) => ({ params, site }: Asked): Effect.Effect<Made> => {
    const known = site.board[kind]
    return known === null || params["version"] !== imageVersion(known)
      ? Effect.succeed(Responses.routeNotFound)
      : Effect.map(sites.image(site, kind), (found) =>
        found === null
          ? Responses.routeNotFound
          : HttpServerResponse.uint8Array(found.content, {
            contentType: found.content_type,
            headers: { ...forOthers, "cache-control": immutable, "content-security-policy": "default-src 'none'" }
          }))
  }

  const xml = (contentType: string, make: (asked: Asked) => string) => (asked: Asked) =>
    Effect.succeed({
      text: make(asked),
      contentType: `${contentType}; charset=utf-8`,
      headers: { ...forOthers, vary: "Accept-Encoding, Accept-Language" }
    })

  const portals = (asked: Asked) =>
    Effect.flatMap(
      sites.texts(asked.site),
      (postings) =>
        xml("application/xml", ({ board, origin, site }) =>
          portalFeed(
            board,
            postings.map((posting) => ({
              ...publicJob(site.board, posting, origin),
              description_md: posting.description_md
            }))
          ))(asked)
    )

  return Layer.mergeAll(
    route("/", (asked) => Effect.succeed(listing(asked)), { isPage: true }),
    route("/:job", posting, { hasForm: true, isPage: true }),
    route("/logo/:version", image("logo")),
    route("/cover/:version", image("cover")),
    route("/sitemap.xml", xml("application/xml", ({ board, jobs }) => sitemap(board, jobs()))),
    route("/feed.xml", xml("application/rss+xml", ({ board, jobs, words }) => feed(board, jobs(jobsInFeed), words))),
    route("/jobs.xml", portals),
    route(
      "/embed.js",
      xml("text/javascript", ({ board, jobs, words }) => embedScript(board, jobs(jobsInScript + 1), words))
    )
  )
})

/** Serves the files that all boards share: styles, and the scripts of pages. */
const shared = HttpRouter.add(
  "GET",
  "/careers/-/:file",
  Effect.gen(function*() {
    const { file = "" } = yield* HttpRouter.params
    const script = [proofScript, zoneScript, kitScript].find(({ name }) => name === file)
    const text = script?.text ?? styleOf(file)
    return text === undefined
      ? Responses.routeNotFound
      : HttpServerResponse.text(text, {
        contentType: `text/${script === undefined ? "css" : "javascript"}; charset=utf-8`,
        headers: { "cache-control": immutable }
      })
  })
)

/** There is no page that lists all boards. */
const withoutBoard = HttpRouter.add(
  "GET",
  "/careers",
  ({ headers }) => Effect.succeed(gone(noBoardPage(wordsFor(headers["accept-language"]))))
)

/** Search engines may read the careers site, and nothing else. */
const robots = HttpRouter.add(
  "GET",
  "/robots.txt",
  HttpServerResponse.text("User-agent: *\nAllow: /careers/\nDisallow: /\n")
)

export const layer = Layer.mergeAll(Layer.unwrap(make), shared, withoutBoard, robots)
