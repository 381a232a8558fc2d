/** Entity tags and the conditions on them (RFC 9110, sections 8.8.3 and 13.1). */
import { hash } from "node:crypto"

/** Returns the strong tag of a representation: its bytes, or the text of its bytes. */
export const entityTag = (representation: Uint8Array | string): string =>
  `"${hash("sha256", representation, "base64url").slice(0, 22)}"`

const tagsOf = (header: string): ReadonlyArray<string> => header.split(",").map((tag) => tag.trim())

/** Tells whether `If-None-Match` names the tag, compared weakly (section 13.1.2). */
export const matchesWeakly = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === "*" || tagsOf(header).some((one) => one.replace(/^W\//, "") === tag))

/** Tells whether `If-Match` is true of a resource, compared strongly (section 13.1.1). Without a resource it is false. */
export const matchesStrongly = (header: string, tag: string | undefined): boolean =>
  tag !== undefined && (header.trim() === "*" || tagsOf(header).includes(tag))
