/** The port to the careers boards of organizations. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { OrganizationId } from "../Id.ts"
import type { BoardNotFound, BoardState, LoadedBoard } from "./Board.ts"
import type { ImageContent, ImageKind } from "./BoardImage.ts"

/** Further data of a change besides the board itself. */
export interface BoardChange {
  /** The requested slug. */
  readonly slug?: string | undefined
  /** The image that the board gets; null removes it. */
  readonly image?: { readonly kind: ImageKind; readonly content: Uint8Array | null }
}

export class Boards extends Context.Service<Boards, {
  /** Returns the organization's board; its default with version 0 if it was never changed. */
  readonly get: (organization: OrganizationId) => Effect.Effect<BoardState>
  /** Returns the organization whose board has or had this address, open or not. */
  readonly find: (slug: string) => Effect.Effect<OrganizationId, BoardNotFound>
  /** Returns an image of the board with its bytes; null if there is none. */
  readonly image: (organization: OrganizationId, kind: ImageKind) => Effect.Effect<ImageContent | null>
  /** Stores the board that `decide` returns; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    change: BoardChange,
    decide: (loaded: LoadedBoard, context: DecisionContext) => Decision<BoardState, Failure>
  ) => Effect.Effect<BoardState, Failure>
}>()("@candor/domain/Boards") {}
