/** The readable part of a careers board's address, which no two organizations share. */
import { Schema } from "effect"
import { base } from "../job/Slug.ts"
import type { Limit } from "../Limit.ts"
import { converted, shownAs } from "../Text.ts"
import { because } from "../IssueReason.ts"

const format = { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 80 }

/**
 * The most addresses of a board, earlier ones included: those still lead to it, and other organizations cannot take
 * them.
 */
export const maxAddresses: Limit = { what: "addresses of a careers board", limit: 20 }

/** Slugs that are taken by other pages at the same level (`/careers/applications/…`). */
export const reservedSlugs: ReadonlySet<string> = new Set(["applications"])

/** A slug in a response. */
export const ShownBoardSlug = shownAs(format)

/** A slug in a request. Decoding converts any text: `Harbor Analytics` becomes `harbor-analytics`. */
export const BoardSlug = converted(
  format,
  (text) => base(text, ""),
  Schema.String.check(Schema.makeFilter<string>((slug) => slug !== "" && !reservedSlugs.has(slug), {
    expected: "letters or digits, for example harbor-analytics",
    ...because("not_slug")
  }))
)

/** The board's slug belongs to another organization. */
export class BoardSlugTaken extends Schema.TaggedError<BoardSlugTaken>()("BoardSlugTaken", { slug: Schema.String }) {}
