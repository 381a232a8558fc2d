/** The path of a request's URL. */

/** Returns the path, also where the request has no valid `Host`. */
export const pathOf = (url: string): string => /^(?:[a-z]+:\/\/[^/]*)?(\/[^?#]*)/.exec(url)?.[1] ?? ""

/** Characters of a path. The longest of an operation, with two ids, has 120. */
const maxPathLength = 1024

/** Characters of a segment, of which ids have 36. */
const maxSegmentLength = 200

/** A segment in the place of a longer one: an id of it addresses nothing either. */
const tooLong = "too-long"

/**
 * Returns the request, or one with a shorter path that leads nowhere as well: the router takes the square of a path's percent signs in
 * time, before anybody is known to have sent it.
 */
export const withBoundedPath = (request: Request): Request => {
  const { url } = request
  const path = pathOf(url)
  if (path.length <= maxPathLength) return request
  const shorter = path.split("/").map((segment) => segment.length > maxSegmentLength ? tooLong : segment).join("/")
  return new Request(`${url.slice(0, url.indexOf(path))}${shorter.length > maxPathLength ? `/${tooLong}` : shorter}`, request)
}
