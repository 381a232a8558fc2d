/**
 * Entity tags and the conditions on them (RFC 9110, sections 8.8.3 and 13.1). A compressed representation has its own
 * tag, which ends with `-gzip`; both tags name the same state of a resource. So do the tag's weak form, which nginx and
 * other proxies send when they compress, and its text without quotes, which some clients send.
 */
import { withoutEnd } from "@candor/domain/CleanText"
import { hash } from "node:crypto"

/** Characters of a tag, without quotes. */
const tagLength = 22

const tagForm = new RegExp(`^[\\w-]{${tagLength}}$`)

/** Returns the strong tag of a representation, given as bytes or text. */
export const entityTag = (representation: Uint8Array | string): string =>
  `"${hash("sha256", representation, "base64url").slice(0, tagLength)}"`

/** Returns the tag of the gzip-compressed representation. */
export const encodedTag = (tag: string): string => `${tag.slice(0, -1)}-gzip"`

const tagsOf = (header: string): ReadonlyArray<string> => header.split(",").map((tag) => tag.trim())

/** The tags in a header, without their mark as weak. */
const weakTagsOf = (header: string) => tagsOf(header).map((one) => one.replace(/^W\//, ""))

const names = (tag: string) => (given: string): boolean => given === tag || given === encodedTag(tag)

/** Tells whether `If-None-Match` contains the tag of a representation, by weak comparison (section 13.1.2). */
export const matchesWeakly = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === "*" || weakTagsOf(header).includes(tag))

/**
 * Returns the tag in `If-None-Match` that names the same state of a resource as this tag; undefined if there is none.
 */
export const sameState = (header: string | undefined, tag: string): string | undefined => {
  if (header === undefined) return undefined
  return header.trim() === "*" ? tag : weakTagsOf(header).find(names(tag))
}

/**
 * The text of a tag, however it is written: weak or strong, in any kind of quotes, escaped by a shell, or without
 * quotes.
 */
const textOf = (tag: string): string =>
  withoutEnd(tag.trim().replace(/^W\//i, "").replace(/^[\\"'“”„]+/, ""), "\\\"'“”„").replace(/[-;]gzip$/, "")

/** The texts of the tags in `If-Match`. */
export const textsIn = (header: string): ReadonlyArray<string> =>
  header.split(",").map(textOf).filter((text) => text !== "")

/** Whether a text has the form of our tags. */
export const isTag = (text: string): boolean => text === "*" || tagForm.test(text)

/**
 * Tells whether `If-Match` holds for a resource; false without a resource. Compares the tags' texts: they are hashes of
 * the whole representation, so the weak form of a tag names the same state.
 */
export const matches = (header: string, tag: string | undefined): boolean =>
  tag !== undefined && textsIn(header).some((text) => text === "*" || text === textOf(tag))
