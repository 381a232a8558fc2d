/** The port to the careers boards of organizations. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { OrganizationId } from "../Id.ts"
import type { BoardNotFound, BoardState, LoadedBoard } from "./Board.ts"
import type { ImageContent, ImageKind } from "./BoardImage.ts"

/** What a change needs to know, and stores, beside the board itself. */
export interface BoardChange {
  /** The address that the board is to get. */
  readonly slug?: string | undefined
  /** The image that the board gets; null removes it. */
  readonly image?: { readonly kind: ImageKind; readonly content: Uint8Array | null }
}

export class Boards extends Context.Service<Boards, {
  /** The board of an organization, also of one that has not changed it yet: its version is 0 then. */
  readonly get: (organization: OrganizationId) => Effect.Effect<BoardState>
  /** The organization whose board has this address, or had it once, whether the board is open or not. */
  readonly find: (slug: string) => Effect.Effect<OrganizationId, BoardNotFound>
  /** An image of the board with its bytes; null where there is none. */
  readonly image: (organization: OrganizationId, kind: ImageKind) => Effect.Effect<ImageContent | null>
  /** Stores the board that `decide` returns; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    change: BoardChange,
    decide: (loaded: LoadedBoard, context: DecisionContext) => Decision<BoardState, Failure>
  ) => Effect.Effect<BoardState, Failure>
}>()("@candor/domain/Boards") {}
