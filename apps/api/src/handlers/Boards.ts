import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import * as Board from "@candor/domain/board/Board"
import type { ImageKind } from "@candor/domain/board/BoardImage"
import { Boards } from "@candor/domain/board/Boards"
import { Postings } from "@candor/domain/board/Postings"
import { now } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { imagesOf, previewOfBoard } from "../careers/Preview.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Boards",
  Effect.fnUntraced(function*(handlers) {
    const boards = yield* Boards
    const postings = yield* Postings
    const proxies = yield* trustedProxies
    const setImage = Effect.fnUntraced(function*(kind: ImageKind, content: Uint8Array | null) {
      const { actor } = yield* Caller
      const board = yield* boards.modify(
        actor,
        { image: { kind, content } },
        (loaded, context) => Board.setImage(loaded, kind, content, context)
      )
      return { board: Board.shownOf(board) }
    }, Effect.mapError(toError))

    const imageOf = Effect.fnUntraced(function*(kind: ImageKind) {
      const { actor } = yield* Caller
      return yield* boards.image(actor.organization_id, kind)
    })

    // Only an image can be refused.
    const remove = (kind: ImageKind) => setImage(kind, null).pipe(Effect.orDie, Effect.as({ deleted: true }))

    return handlers.handleAll({
      get: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        return { board: Board.shownOf(yield* boards.get(actor.organization_id)) }
      }),
      update: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        const board = yield* boards.modify(
          actor,
          { slug: payload.slug },
          (loaded, context) => Board.update(loaded, payload, context)
        )
        return { board: Board.shownOf(board) }
      }, Effect.mapError(toError)),
      preview: Effect.fnUntraced(function*({ payload, request: { headers } }) {
        const { actor: { organization_id } } = yield* Caller
        const at = yield* now
        const site = yield* postings.site(organization_id, at)
        const images = yield* imagesOf(boards, organization_id)
        const shown = { site, images, origin: ownOrigin(headers, proxies), accepted: headers["accept-language"] }
        return { preview: { html: previewOfBoard(shown, payload, at) } }
      }),
      setLogo: ({ payload }) => setImage("logo", payload.content),
      setCover: ({ payload }) => setImage("cover", payload.content),
      deleteLogo: () => remove("logo"),
      deleteCover: () => remove("cover"),
      logo: () => Effect.map(imageOf("logo"), (logo) => ({ logo })),
      cover: () => Effect.map(imageOf("cover"), (cover) => ({ cover }))
    })
  })
)
