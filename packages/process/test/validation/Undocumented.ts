/**
 * What the server answers and its OpenAPI document leaves out, with the reason. Everything else is held against the
 * document.
 */

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

/** Whether the document leaves out a path, or an answer of this status to any path, on purpose. */
export const isUndocumented = (target: string, status: number): boolean =>
  statuses.has(status) || paths.some(({ path }) => path.test(target))

/**
 * Whether the request has the console's session in the place of a key, which the document leaves out as it does the
 * console.
 */
export const isOfConsole = (headers: Headers): boolean => headers.has("x-candor-console") && headers.has("cookie")
