/**
 * Entity tags and the conditions on them (RFC 9110, sections 8.8.3 and 13.1). A representation that is compressed has a
 * tag of its own: that of the other one with `-gzip` at its end. Either names the same state of a resource. So does its
 * weak form, which nginx and other proxies make of it where they compress, and its text, where a client leaves out the
 * quotes.
 */
import { hash } from "node:crypto"

/** Characters of the text of a tag. */
const tagLength = 22

const tagForm = new RegExp(`^[\\w-]{${tagLength}}$`)

/** Returns the strong tag of a representation: its bytes, or the text of its bytes. */
export const entityTag = (representation: Uint8Array | string): string =>
  `"${hash("sha256", representation, "base64url").slice(0, tagLength)}"`

/** Returns the tag of a representation that is compressed with gzip. */
export const encodedTag = (tag: string): string => `${tag.slice(0, -1)}-gzip"`

const tagsOf = (header: string): ReadonlyArray<string> => header.split(",").map((tag) => tag.trim())

/** The tags in a header, without what marks them as weak. */
const weakTagsOf = (header: string) => tagsOf(header).map((one) => one.replace(/^W\//, ""))

const names = (tag: string) => (given: string): boolean => given === tag || given === encodedTag(tag)

/** Tells whether `If-None-Match` has the tag of a representation, compared weakly (section 13.1.2). */
export const matchesWeakly = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === "*" || weakTagsOf(header).includes(tag))

/**
 * Returns the tag in `If-None-Match` that names the same state of a resource as this one; undefined where none does.
 */
export const sameState = (header: string | undefined, tag: string): string | undefined => {
  if (header === undefined) return undefined
  return header.trim() === "*" ? tag : weakTagsOf(header).find(names(tag))
}

/**
 * The text of a tag, however it is written: weak or not, in quotes of any kind, escaped by a shell, or without them.
 */
const textOf = (tag: string): string =>
  tag.trim().replace(/^W\//i, "").replace(/^[\\"'“”„]+|[\\"'“”„]+$/g, "").replace(/[-;]gzip$/, "")

/** The texts of the tags in `If-Match`. */
export const textsIn = (header: string): ReadonlyArray<string> =>
  header.split(",").map(textOf).filter((text) => text !== "")

/** Whether a text may be that of a tag of ours. */
export const isTag = (text: string): boolean => text === "*" || tagForm.test(text)

/**
 * Tells whether `If-Match` is true of a resource. The text is compared, which is a hash of all of the representation: a
 * weak form of it names no other state. Without a resource it is false.
 */
export const matches = (header: string, tag: string | undefined): boolean =>
  tag !== undefined && textsIn(header).some((text) => text === "*" || text === textOf(tag))
