/** The path of a request's URL. */

/** Returns the path, also where the request has no valid `Host`. */
export const pathOf = (url: string): string => /^(?:[a-z]+:\/\/[^/]*)?(\/[^?#]*)/.exec(url)?.[1] ?? ""

/** Characters of a path. The longest of an operation, with two ids, has 120. */
const maxPathLength = 1024

/** Where a longer path leads to: nowhere, as it does. */
const nowhere = "/too-long"

/**
 * Returns the request, or one for a path that does not exist in place of a longer one than any: the router takes the square of a path's
 * percent signs in time, before anybody is known to have sent it.
 */
export const withBoundedPath = (request: Request): Request => {
  const { url } = request
  const path = pathOf(url)
  return path.length <= maxPathLength ? request : new Request(`${url.slice(0, url.indexOf(path))}${nowhere}`, request)
}
