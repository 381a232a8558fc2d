/** The deliberate omissions of the OpenAPI document, with the reasons. Everything else is validated. */

const paths: ReadonlyArray<{ readonly path: RegExp; readonly reason: string }> = [
  { path: /^\/api\/v1\/openapi\.json$/, reason: "it is the document" },
  { path: /^\/(docs)?$/, reason: "the page shows the document to people" },
  { path: /^\/(docs\/.+\.md|llms\.txt)$/, reason: "the manual, as files of Markdown" },
  {
    path: /^\/console(\/|$)/,
    reason: "the page and its sign-in are no part of the interface; what it does there is (decision 0053)"
  },
  { path: /^\/calendars\//, reason: "calendars that members subscribe to by a private address (decision 0090)" },
  {
    path: /^\/(careers(\/|$)|robots\.txt$)/,
    reason: "pages and feeds for people, search engines and job portals (decision 0085)"
  },
  {
    path: /^\/(oauth\/|\.well-known\/oauth-)/,
    reason: "OAuth's endpoints, whose form its documents say and its clients try (decision 0104)"
  },
  {
    path: /^\/mcp$/,
    reason:
      "its messages are those of the Model Context Protocol, whose official client is in the tests (decision 0055)"
  },
  {
    path: /^\/(health\/live|health\/ready|metrics)$/,
    reason: "an operator asks there, and Prometheus, whose format is text"
  }
]

const statuses = new Map([[431, "the head is too long to be read, so no operation is known (docs/limits.md)"]])

/** Returns whether the document deliberately omits a path, or an answer of this status to any path. */
export const isUndocumented = (target: string, status: number): boolean =>
  statuses.has(status) || paths.some(({ path }) => path.test(target))

/**
 * Returns whether the request uses the console's session instead of a key, which the document omits like the console.
 */
export const isOfConsole = (headers: Headers): boolean => headers.has("x-candor-console") && headers.has("cookie")
