/** The careers board of an organization: its appearance and texts for candidates. */
import { Result, Schema } from "effect"
import { type Decision, decided, type DecisionContext, differences, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { addedLater, defaulted, embedded, id, labelled, managed, nullable, time, version } from "../Field.ts"
import { markdown } from "../HtmlInMarkdown.ts"
import { OrganizationId } from "../Id.ts"
import { slugFor } from "../job/Slug.ts"
import { type LimitReached, withinLimit } from "../Limit.ts"
import { absent, declare } from "../Noun.ts"
import type { OrganizationDetail } from "../organization/Organization.ts"
import { Email, Line, orNull, shown, ShownEmail, ShownLine, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { BoardSlug, BoardSlugTaken, maxAddresses, reservedSlugs, ShownBoardSlug } from "./BoardSlug.ts"
import { Color, Contrast, contrastOf, ShownColor } from "./Color.ts"
import { Cover, type ImageKind, type ImageRefused, inspect, Logo } from "./BoardImage.ts"

const inMarkdown = (max: number, description: string, example: string) =>
  nullable(shown(max, 0), orNull(markdown(max)), {
    description: `${description}, in Markdown; null if there is none`,
    example,
    privacy: "kept"
  })

export const noun = declare({
  subject: "board",
  label: ["Careers site", "Karriereseite"],
  description: "The careers board of the organization",
  table: "boards",
  sees: "all",
  fields: {
    id: id(OrganizationId),
    slug: defaulted(ShownBoardSlug, BoardSlug, {
      description:
        "The unique, readable part of the board's address; by default made from the organization's name. Other " +
        "texts are converted to this form. Earlier addresses keep leading to the board",
      example: "harbor-analytics",
      privacy: "kept"
    }).pipe(labelled("Site URL", "URL der Seite")),
    title: defaulted(ShownLine, Line, {
      description: "The title of the board; by default the organization's name",
      example: example.organization.name,
      privacy: "kept"
    }),
    introduction: inMarkdown(20_000, "The text above the jobs", "We tell ports when ships arrive."),
    logo: managed(Schema.NullOr(Logo), {
      description: "The logo; null if there is none. `PUT /organization/board/logo` sets it",
      example: {
        content_type: "image/png",
        size_bytes: 18_204,
        width: 512,
        height: 128,
        updated_at: example.time.keyCreated
      },
      privacy: "kept"
    }),
    cover: managed(Schema.NullOr(Cover), {
      description: "The picture above the jobs; null if there is none. `PUT /organization/board/cover` sets it",
      example: {
        content_type: "image/webp",
        size_bytes: 143_020,
        width: 1600,
        height: 600,
        updated_at: example.time.keyCreated
      },
      privacy: "kept"
    }).pipe(addedLater),
    cover_text: nullable(ShownLine, orNull(Line), {
      description: "The alternative text of the cover picture; null if it is only decorative",
      example: "Two colleagues at the harbor",
      privacy: "kept"
    }).pipe(labelled("Description of the cover picture", "Beschreibung des Titelbilds"), addedLater),
    color: nullable(ShownColor, orNull(Color), {
      description: "The colour of links and buttons; null if not set",
      example: "#0f5e8c",
      privacy: "kept"
    }).pipe(labelled("Color", "Farbe")),
    color_contrast: embedded(
      Schema.NullOr(Contrast).pipe(
        described("The contrast of the colour; null if no colour is set", contrastOf("#0f5e8c"))
      )
    ),
    privacy_notice: inMarkdown(
      50_000,
      "How the organization handles applicants' data",
      "We keep your application for six months."
    ),
    consent_text: nullable(shown(5_000, 0), orNull(text(5_000)), {
      description: "What applicants agree to; null asks for no consent",
      example: "I agree that Harbor Analytics keeps my application for six months.",
      privacy: "kept"
    }).pipe(labelled("Consent", "Einwilligung")),
    consent_version: managed(Schema.Int, {
      description: "Increases by one when `consent_text` or `privacy_notice` changes; 0 before the first change",
      example: 1,
      privacy: "kept"
    }),
    contact_email: nullable(ShownEmail, orNull(Email), {
      description: "Where applicants can ask questions; null if not set",
      example: "jobs@harbor-analytics.example",
      privacy: "kept"
    }).pipe(labelled("Contact email", "Kontakt-E-Mail")),
    is_open: defaulted(Schema.Boolean, Schema.Boolean, {
      description: "Whether the board is open to everybody; false by default",
      example: true,
      privacy: "kept"
    }),
    updated_at: time(Timestamp, "When the board was last changed", example.time.keyCreated),
    version
  },
  events: {
    updated: { summary: "The careers board was changed" },
    opened: { summary: "The careers board was opened to everybody" },
    closed: { summary: "The careers board was closed", example: { is_open: false } },
    logo_changed: { summary: "The logo of the careers board was set or removed" },
    cover_changed: { summary: "The cover picture of the careers board was set or removed" }
  }
})

/** A board as the interface shows it. */
export const Board = noun.json
export interface Board extends Schema.Schema.Type<typeof Board> {}

export const BoardState = noun.row
export interface BoardState extends Schema.Schema.Type<typeof BoardState> {}

/** A request to change the board: every field is optional. */
export const BoardPatch = noun.update.pipe(named(
  "BoardPatch",
  "Changes to the careers board. Omitted fields keep their values; null clears a field",
  { introduction: "We tell ports when ships arrive.", is_open: true }
))
export interface BoardPatch extends Schema.Schema.Type<typeof BoardPatch> {}

/** No board has this address. */
export class BoardNotFound extends Schema.TaggedError<BoardNotFound>()("BoardNotFound", { slug: Schema.String }) {}

/** A board with the addresses that matter for changing its own. */
export interface LoadedBoard {
  readonly board: BoardState
  /** The organization's own addresses, and those of others with the same beginning as the requested one. */
  readonly own: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
}

/** Returns the default board of an organization that has not changed it. */
export const initial = (
  { created_at, id, name }: Pick<OrganizationDetail, "created_at" | "id" | "name">,
  taken: ReadonlySet<string>
): BoardState => ({
  ...absent(noun),
  id,
  slug: slugFor(name, taken.union(reservedSlugs), "careers"),
  title: name,
  logo: null,
  cover: null,
  consent_version: 0,
  is_open: false,
  updated_at: created_at,
  version: 0
})

/** Returns the board as the interface shows it. */
export const shownOf = ({ version: _, ...board }: BoardState): Board => ({
  ...board,
  color_contrast: board.color === null ? null : contrastOf(board.color)
})

const saved = (board: BoardState, changes: Partial<BoardState>, now: Timestamp): BoardState => ({
  ...board,
  ...changes,
  updated_at: now,
  version: board.version + 1
})

/**
 * Applies a patch. A changed consent text or privacy notice gets a new version: candidates agree to a specific version.
 */
export const update = (
  { board, own, taken }: LoadedBoard,
  { is_open = board.is_open, ...fields }: BoardPatch,
  { now }: DecisionContext
): Decision<BoardState, BoardSlugTaken | LimitReached> =>
  Result.gen(function*() {
    const changes: Partial<BoardState> = differences(board, fields)
    const moved = is_open !== board.is_open
    const rewritten = Object.keys(changes).length > 0
    if (!rewritten && !moved) return yield* unchanged(board)
    const slug = changes.slug ?? board.slug
    if (taken.has(slug)) return yield* Result.fail(new BoardSlugTaken({ slug }))
    yield* withinLimit(maxAddresses, own.size, own.has(slug) ? 0 : 1)
    const consents = "consent_text" in changes || "privacy_notice" in changes
    const after = saved(
      board,
      { ...changes, is_open, consent_version: board.consent_version + (consents ? 1 : 0) },
      now
    )
    return yield* decided(
      after,
      ...(rewritten ? [noun.event("updated", after)] : []),
      ...(moved ? [noun.event(is_open ? "opened" : "closed", after)] : [])
    )
  })

/** Sets the logo or the cover picture to this image, or removes it. */
export const setImage = (
  { board }: LoadedBoard,
  kind: ImageKind,
  image: Uint8Array | null,
  { now }: DecisionContext
): Decision<BoardState, ImageRefused> =>
  Result.gen(function*() {
    if (image === null && board[kind] === null) return yield* unchanged(board)
    const after = saved(board, { [kind]: image === null ? null : yield* inspect(kind, image, now) }, now)
    return yield* decided(after, noun.event(kind === "logo" ? "logo_changed" : "cover_changed", after))
  })
