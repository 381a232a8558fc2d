import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import * as Board from "@candor/domain/board/Board"
import { Boards } from "@candor/domain/board/Boards"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = HttpApiBuilder.group(Api, "Boards", Effect.fnUntraced(function*(handlers) {
  const boards = yield* Boards
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
    setLogo: ({ payload }) => setLogo(payload.content),
    // Only an image can be refused.
    deleteLogo: () => setLogo(null).pipe(Effect.orDie, Effect.as({ deleted: true })),
    logo: Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return { logo: yield* boards.logo(actor.organization_id) }
    })
  })
}))
