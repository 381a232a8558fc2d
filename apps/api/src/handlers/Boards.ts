import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import * as Board from "@candor/domain/board/Board"
import { Boards } from "@candor/domain/board/Boards"
import { Postings } from "@candor/domain/board/Postings"
import { now } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { previewOfBoard } from "../careers/Preview.ts"

export const layer = HttpApiBuilder.group(Api, "Boards", Effect.fnUntraced(function*(handlers) {
  const boards = yield* Boards
  const postings = yield* Postings
  const proxies = yield* trustedProxies
  const setLogo = Effect.fnUntraced(function*(image: Uint8Array | null) {
    const { actor } = yield* Caller
    const board = yield* boards.modify(actor, { image }, (loaded, context) => Board.setLogo(loaded, image, context))
    return { board: Board.shownOf(board) }
  }, Effect.mapError(toError))

  return handlers.handleAll({
    get: Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return { board: Board.shownOf(yield* boards.get(actor.organization_id)) }
    }),
    update: Effect.fnUntraced(function*({ payload }) {
      const { actor } = yield* Caller
      const board = yield* boards.modify(actor, { slug: payload.slug }, (loaded, context) => Board.update(loaded, payload, context))
      return { board: Board.shownOf(board) }
    }, Effect.mapError(toError)),
    preview: Effect.fnUntraced(function*({ payload, request: { headers } }) {
      const { actor: { organization_id } } = yield* Caller
      const site = yield* postings.site(organization_id, yield* now)
      const logo = yield* boards.logo(organization_id)
      const shown = { site, logo, origin: ownOrigin(headers, proxies), accepted: headers["accept-language"] }
      return { preview: { html: previewOfBoard(shown, payload) } }
    }),
    setLogo: ({ payload }) => setLogo(payload.content),
    // Only an image can be refused.
    deleteLogo: () => setLogo(null).pipe(Effect.orDie, Effect.as({ deleted: true })),
    logo: Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return { logo: yield* boards.logo(actor.organization_id) }
    })
  })
}))
