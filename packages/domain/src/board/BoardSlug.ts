/** The readable part of a careers board's address, which no two organizations share. */
import { Schema } from "effect"
import { base } from "../job/Slug.ts"
import type { Limit } from "../Limit.ts"
import { converted, shownAs } from "../Text.ts"
import { because } from "../IssueReason.ts"

const format = { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 80 }

/** Addresses that a board keeps, the earlier ones included: links to them lead to it, and nobody else gets them. */
export const maxAddresses: Limit = { what: "addresses of a careers board", limit: 20 }

/** Addresses of pages beside the boards (`/careers/applications/…`). */
export const reservedSlugs: ReadonlySet<string> = new Set(["applications"])

/** A slug in a response. */
export const ShownBoardSlug = shownAs(format)

/** A slug in a request. Decoding makes one of any text: `Harbor Analytics` is `harbor-analytics`. */
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
