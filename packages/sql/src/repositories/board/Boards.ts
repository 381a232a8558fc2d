/** Stored careers boards. An organization that has not changed its board has no row. */
import type { Actor } from "@candor/domain/access/Actor"
import { BoardNotFound, type BoardState, initial, type LoadedBoard, noun } from "@candor/domain/board/Board"
import { type BoardChange, Boards } from "@candor/domain/board/Boards"
import type { BoardImage, ImageContent, ImageKind } from "@candor/domain/board/BoardImage"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { OrganizationId } from "@candor/domain/Id"
import * as Slug from "@candor/domain/job/Slug"
import type { OrganizationDetail } from "@candor/domain/organization/Organization"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { insertRows } from "../../statements/Inserts.ts"
import { changedColumns, columns } from "../../statements/Nouns.ts"
import { setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

const changed = [...changedColumns(noun), "updated_at", "version"]

/** The tables of images, apart from boards, whose rows stay short. */
const tables: Readonly<Record<ImageKind, string>> = { logo: "board_logos", cover: "board_covers" }

type Row = BoardState | { readonly version: null }

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /** Reads the slugs of an organization, and those of others that begin with `begin`. */
  const addresses = (organization: OrganizationId, begin: string) =>
    sql<{ readonly slug: string; readonly owner_id: OrganizationId }>`
      SELECT slug, owner_id FROM board_slugs WHERE slug >= ${begin} AND slug < ${`${begin}~`} OR owner_id = ${organization}
    `.pipe(
      Effect.orDie,
      Effect.map((rows): Omit<LoadedBoard, "board"> => {
        const slugs = (isOwn: boolean) =>
          new Set(rows.filter(({ owner_id }) => (owner_id === organization) === isOwn).map(({ slug }) => slug))
        return { own: slugs(true), taken: slugs(false) }
      })
    )

  const read = (organization: OrganizationId) =>
    sql<Row & Pick<OrganizationDetail, "name" | "created_at">>`
      SELECT o.name, o.created_at, ${sql.literal(columns(noun, "b", "row", { id: "b.organization_id" }))}
      FROM organizations o LEFT JOIN boards b ON b.organization_id = ${organization} WHERE o.id = ${organization}
    `.pipe(Effect.orDie, Effect.map(([row]) => row!))

  const load = Effect.fnUntraced(function*(organization: OrganizationId, slug?: string) {
    const { created_at, name, ...board } = yield* read(organization)
    if (board.version !== null) return { ...yield* addresses(organization, slug ?? board.slug), board }
    const known = yield* addresses(organization, slug ?? Slug.base(name, "careers"))
    return { ...known, board: initial({ id: organization, name, created_at }, known.taken) }
  })

  const get = Effect.fnUntraced(function*(organization: OrganizationId) {
    const { created_at: _, name: __, ...board } = yield* read(organization)
    return board.version === null ? (yield* load(organization)).board : board
  })

  const find = (slug: string) =>
    sql<{ readonly owner_id: OrganizationId }>`SELECT owner_id FROM board_slugs WHERE slug = ${slug}`.pipe(
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new BoardNotFound({ slug }) : Effect.succeed(row.owner_id))
    )

  const image = (organization: OrganizationId, kind: ImageKind) =>
    sql<{ readonly image: BoardImage; readonly content: Uint8Array }>`
      SELECT b.${sql.literal(kind)} AS image, i.content FROM boards b JOIN ${
      sql.literal(tables[kind])
    } i ON i.organization_id = ${organization}
      WHERE b.organization_id = ${organization} AND b.${sql.literal(kind)} IS NOT NULL
    `.pipe(
      Effect.orDie,
      Effect.map(([row]): ImageContent | null => row === undefined ? null : { ...row.image, content: row.content })
    )

  /** Claims a slug; returns a row unless another organization has it. */
  const claim = (organization: OrganizationId, slug: string) =>
    sql`
      INSERT INTO board_slugs AS known (slug, owner_id) VALUES (${slug}, ${organization})
      ON CONFLICT (slug) DO UPDATE SET owner_id = excluded.owner_id WHERE known.owner_id = excluded.owner_id RETURNING slug
    `

  /** A common table expression that sets this image of the saved board; null removes it. */
  const imageSaved = (organization: OrganizationId, { content, kind }: NonNullable<BoardChange["image"]>) => {
    const table = sql.literal(tables[kind])
    return content === null
      ? sql`image AS (DELETE FROM ${table} i USING saved WHERE i.organization_id = ${organization})`
      : sql`image AS (
        INSERT INTO ${table} (organization_id, content) SELECT saved.organization_id, ${
        PgTypes.bytea(content)
      } FROM saved
        ON CONFLICT (organization_id) DO UPDATE SET content = excluded.content
      )`
  }

  const saveRow = (change: Change<LoadedBoard, BoardState>, image: BoardChange["image"]) => {
    const { before: { board: { version } }, decided: { entity }, organization_id } = change
    const { id: _, ...row } = entity
    return save(sql, change, {
      saved: version === 0
        ? sql`${insertRows(sql, noun.table, [{ organization_id, ...row }])} RETURNING organization_id`
        : sql`
          UPDATE boards b SET ${setFrom(sql, noun.table, changed, entity)}
          WHERE b.organization_id = ${organization_id} AND b.version = ${version} RETURNING b.organization_id`,
      after: image === undefined ? [] : [imageSaved(organization_id, image)]
    })
  }

  const modify = <Failure>(
    actor: Actor,
    { image, slug }: BoardChange,
    decide: (loaded: LoadedBoard, context: DecisionContext) => Decision<BoardState, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, slug),
      decide,
      save: (change) => {
        const { before: { own }, decided: { entity }, organization_id } = change
        if (own.has(entity.slug)) return saveRow(change, image)
        return sql.withTransaction(Effect.flatMap(claim(organization_id, entity.slug), (claimed) =>
          claimed.length === 0 ? Effect.succeed([]) : saveRow(change, image)))
      },
      races: ["boards_pkey"]
    })

  return Boards.of({ get, find, image, modify })
})

export const layer = Layer.effect(Boards, make)
