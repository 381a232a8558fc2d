/** Open careers boards and their jobs, for the public. */
import { Api } from "@candor/contract/Api"
import { NotFound } from "@candor/contract/Errors"
import { toPageRequest } from "@candor/contract/PageQuery"
import { permanentRedirect } from "@candor/contract/Postings"
import { matching } from "@candor/domain/board/JobSearch"
import {
  listedJobs,
  type Posting,
  publicBoard,
  publicJob,
  publicJobDetail,
  publishedAt,
  type Site
} from "@candor/domain/board/PublicBoard"
import { type PageRequest, fromRows } from "@candor/domain/Pagination"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { Sites } from "../careers/Sites.ts"
import { withNextLink } from "../response/NextLink.ts"

const noBoard = new NotFound({ error: { message: "There is no open board with this address." } })
const noJob = new NotFound({ error: { message: "The board has no open job with this address." } })

/** Returns a page of the jobs, with one more if there are more. */
const rowsOf = (jobs: ReadonlyArray<Posting>, { after, limit, offset }: PageRequest): ReadonlyArray<Posting> => {
  const isAfter = (job: Posting) =>
    after === undefined || publishedAt(job) < after.created_at ||
    (publishedAt(job) === after.created_at && job.id < after.id)
  return jobs.filter(isAfter).slice(offset, offset + limit + 1)
}

export const layer = HttpApiBuilder.group(
  Api,
  "Postings",
  Effect.fnUntraced(function*(handlers) {
    const sites = yield* Sites
    const proxies = yield* trustedProxies

    /** Handles a request with its board. A former address of the board redirects to the present one. */
    const withSite = <Body, E>(
      { params, request }: {
        readonly params: { readonly board: string }
        readonly request: HttpServerRequest.HttpServerRequest
      },
      handle: (site: Site, origin: string) => Effect.Effect<Body, E>
    ) =>
      Effect.flatMap(
        Effect.mapError(sites.find(params.board), () => noBoard),
        (site): Effect.Effect<Body | HttpServerResponse.HttpServerResponse, E> =>
          site.board.slug === params.board
            ? handle(site, ownOrigin(request.headers, proxies))
            : Effect.succeed(HttpServerResponse.empty({
              status: permanentRedirect,
              headers: { location: request.url.replace(/\/boards\/[^/?#]*/, `/boards/${site.board.slug}`) }
            }))
      )

    return handlers.handleAll({
      board: (input) => withSite(input, (site, origin) => Effect.succeed({ board: publicBoard(site, origin) })),
      jobs: ({ query, ...input }) =>
        withSite(
          input,
          Effect.fnUntraced(function*(site, origin) {
            const request = toPageRequest(query)
            const rows = rowsOf(listedJobs(site).filter(matching(query, site)), request)
            const page = fromRows(request, rows.map((job) => ({ ...job, created_at: publishedAt(job) })))
            const next_cursor = yield* withNextLink(input.request, page)
            return {
              jobs: page.items.map((job) => publicJob(site.board, job, origin)),
              pagination: page.pagination,
              next_cursor
            }
          })
        ),
      job: (input) =>
        withSite(input, (site, origin) =>
          sites.posting(site, input.params.public_slug).pipe(
            Effect.mapError(() => noJob),
            Effect.map(({ form, posting }) => ({ job: publicJobDetail(site.board, posting, form, origin) }))
          ))
    })
  })
)
