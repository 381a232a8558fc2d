/** Tags: words by which an organization groups its candidates. */
import { Schema, SchemaTransformation } from "effect"
import { cleanLine } from "../CleanText.ts"
import { described, named } from "../Described.ts"
import type { Limit } from "../Limit.ts"
import { line, shown } from "../Text.ts"

/** The most tags of a candidate. */
export const maxTags = 20

export const tagsOfCandidate: Limit = { what: "tags of a candidate", limit: maxTags }

/**
 * Returns the beginning of a text, which is still too long for a tag if the whole is. Normalizing the whole would take
 * quadratic time.
 */
const beginning = (text: string): string => text.slice(0, 1000)

/** Returns the normal form of a tag: in lower case, composed (NFC), with single spaces between its words. */
const normalize = (text: string): string =>
  beginning(cleanLine(text)).normalize("NFC").toLowerCase().replace(/\p{Zs}+/gu, " ")

/** A tag of one line, 1 to 50 characters. Decoding normalizes it: `" Senior  Engineer"` becomes `senior engineer`. */
export const Tag = line(50, normalize)

/** The filter of lists by a tag. */
export const tagFilter = {
  tag: Schema.optionalKey(Tag).pipe(described("Only candidates with this tag; case is ignored", "backend"))
}

/** The most tags that the list of an organization's tags has. */
export const maxListedTags = 1000

/**
 * The most candidates with tags that the list counts: once among those with few tags, and once among those with many.
 */
export const maxTagged = 500_000

/** A tag with the number of the candidates that have it. */
export const TagCount = Schema.Struct({
  name: Schema.String.pipe(described("The tag", "backend")),
  candidate_count: Schema.Int.pipe(described("The number of candidates with the tag", 41))
}).pipe(named("TagCount", "A tag with its number of candidates"))
export interface TagCount extends Schema.Schema.Type<typeof TagCount> {}

const maxTagsCheck = Schema.isMaxLength(maxTags, { expected: `at most ${maxTags} tags` })

/** The tags of a candidate in a response. */
export const ShownTags = Schema.Array(shown(50)).check(maxTagsCheck)

/** The tags of a candidate in a request. Decoding removes duplicates and sorts them by code units. */
export const Tags = Schema.Array(Tag).check(maxTagsCheck).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.String),
    SchemaTransformation.transform({
      decode: (tags: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(tags)].toSorted(),
      encode: (tags: ReadonlyArray<string>): ReadonlyArray<string> => tags
    })
  )
)
