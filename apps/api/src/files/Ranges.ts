/** Range requests (RFC 9110, section 14). */
import type { ByteRange } from "@candor/domain/attachment/AttachmentStore"

/**
 * The requested bytes of a content: one range; the whole content, if no range or several are requested; or a range
 * outside of it.
 */
export type Requested = ByteRange | "whole" | "unsatisfiable"

/**
 * Returns what a `Range` header requests of a content with this size. A header that is malformed, in another unit or
 * with several ranges is ignored (RFC 9110, section 14.2).
 */
export const requestedRange = (header: string | undefined, size: number): Requested => {
  const [, first, last] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? "") ?? []
  if (first === undefined || last === undefined || (first === "" && last === "")) return "whole"
  if (first === "") {
    const suffix = Math.min(Number(last), size)
    return suffix === 0 ? "unsatisfiable" : { start: size - suffix, end: size }
  }
  const start = Number(first)
  const end = last === "" ? size : Math.min(Number(last) + 1, size)
  if (last !== "" && Number(last) < start) return "whole"
  return start < size ? { start, end } : "unsatisfiable"
}
