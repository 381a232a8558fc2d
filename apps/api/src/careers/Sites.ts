/** Serves the public data of careers boards from the database, or from a cache of a few seconds. */
import { BoardNotFound } from "@candor/domain/board/Board"
import { Boards } from "@candor/domain/board/Boards"
import type { ImageContent, ImageKind } from "@candor/domain/board/BoardImage"
import { Postings } from "@candor/domain/board/Postings"
import { type PostingDetail, type Site } from "@candor/domain/board/PublicBoard"
import type { JobFormState } from "@candor/domain/form/JobForm"
import { JobNotFound } from "@candor/domain/job/Job"
import { fromMillis } from "@candor/domain/Timestamp"
import { Wakeups } from "@candor/sql/database/Wakeups"
import { Clock, Context, Effect, Layer } from "effect"
import { type Freshness, Recent } from "./Recent.ts"
import { maxFeedBytes } from "./Feeds.ts"

/**
 * Milliseconds for which cached data is served: where changes by other processes are reported to this one, and where
 * they are not.
 */
const [heardMillis, unheardMillis] = [10_000, 750]

/** Maximum approximate bytes of cached boards with their jobs, and of cached jobs with their forms. */
const maxBytes = 64 * 1024 * 1024

/** Approximate bytes of a job in memory. */
const jobBytes = 2000

/** The form of a slug: other addresses are not looked up. */
const slugPattern = /^[a-z0-9-]{1,100}$/

export interface OpenPosting {
  readonly site: Site
  readonly posting: PostingDetail
  readonly form: JobFormState
}

export class Sites extends Context.Service<Sites, {
  /** Tells whether cached data is still current. */
  readonly freshness: Freshness
  /** An open board with its jobs, by its present or a former address, ignoring case. */
  readonly find: (slug: string) => Effect.Effect<Site, BoardNotFound>
  /** A job of a board, by its address, ignoring case. */
  readonly posting: (site: Site, slug: string) => Effect.Effect<OpenPosting, JobNotFound>
  /** The latest jobs of a board, with their texts. */
  readonly texts: (site: Site) => Effect.Effect<ReadonlyArray<PostingDetail>>
  readonly image: (site: Site, kind: ImageKind) => Effect.Effect<ImageContent | null>
}>()("@candor/api/careers/Sites") {
  static readonly layer = Layer.effect(
    Sites,
    Effect.gen(function*() {
      const boards = yield* Boards
      const postings = yield* Postings
      const { changesOf, hearsAll } = yield* Wakeups
      const changes = yield* changesOf("boards")
      /** The earliest end of a cached job, and the number of ends that have passed. */
      let nextEnd = Infinity
      let ends = 0
      const freshness: Freshness = {
        changes: (now) => {
          if (now > nextEnd) {
            ends++
            nextEnd = Infinity
          }
          return ends + changes()
        },
        maxMillis: () => hearsAll() ? heardMillis : unheardMillis
      }
      const now = Effect.map(Clock.currentTimeMillis, fromMillis)

      const sites = new Recent<Site, BoardNotFound>(
        freshness,
        maxBytes,
        ({ departments, jobs }) => jobBytes * (jobs.length + departments.length + 10)
      )

      const details = new Recent<Omit<OpenPosting, "site">, JobNotFound>(
        freshness,
        maxBytes,
        (detail) => 2 * JSON.stringify(detail).length
      )

      const read = Effect.fnUntraced(function*(slug: string) {
        const site = yield* postings.site(yield* boards.find(slug), yield* now)
        for (const { valid_through } of site.jobs)
          if (valid_through !== null) nextEnd = Math.min(nextEnd, Date.parse(valid_through))
        return site.board.is_open ? site : yield* new BoardNotFound({ slug })
      })

      const posting = Effect.fnUntraced(function*(site: Site, slug: string) {
        const known = site.jobs.find(({ public_slug }) => public_slug === slug)
        if (known === undefined) return yield* new JobNotFound({ id: slug })
        const { id: organization } = site.organization
        return {
          site,
          ...yield* details.get(
            `${organization}/${known.id}`,
            Effect.flatMap(now, (now) => postings.get(organization, known.id, now))
          )
        }
      })

      return Sites.of({
        freshness,
        find: (given) => {
          const slug = given.toLowerCase()
          return slugPattern.test(slug) ? sites.get(slug, read(slug)) : new BoardNotFound({ slug: given })
        },
        posting: (site, slug) => posting(site, slug.toLowerCase()),
        texts: (site) => Effect.flatMap(now, (now) => postings.texts(site.organization.id, maxFeedBytes, now)),
        image: ({ organization: { id } }, kind) => boards.image(id, kind)
      })
    })
  )
}
