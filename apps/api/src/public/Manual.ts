/**
 * The manual: the pages of `docs` as they are written, except for some links, for programs and for people who read
 * Markdown. A built program has no such folder: scripts/build.ts replaces the module that reads it by the pages.
 */
import { posix } from "node:path"
import { pages as written } from "./ManualPages.ts"

/** Relative links: to other pages, to folders, and to other files of the repository. */
const links = /!?\[([^\]]+)\]\((?![a-z]+:|[/#])([^)\s#]+)(#[^)\s]*)?\)/g

/**
 * Makes the links of a page work on this server: a link to a page that is not served becomes the path in the
 * repository.
 */
const asServed = (page: string, text: string): string =>
  text.replace(links, (link, label: string, target: string, part = "") => {
    const path = posix.join("docs", posix.dirname(page), target)
    const [name, folder] = [path, posix.join(path, "README.md")].map((path) => path.replace(/^docs\//, ""))
    if (Object.hasOwn(written, name!)) return link
    if (Object.hasOwn(written, folder!)) return `[${label}](${posix.join(target, "README.md")}${part})`
    return path === "docs/openapi.json" ? `[${label}](/api/v1/openapi.json)` : `${label} (\`${path}\`)`
  })

const pages: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(written).map(([page, text]) => [page, asServed(page, text)])
)

export { pages as all }

/** The address of a page on this server. */
export const addressOf = (page: string): string => `/docs/${page}`

/** Returns the text of a page; undefined if there is none. */
export const pageOf = (page: string): string | undefined => Object.hasOwn(pages, page) ? pages[page] : undefined

/** The title of a page: its first heading. */
export const titleOf = (page: string): string => /^# (.+)$/m.exec(pages[page] ?? "")?.[1] ?? page

/** The first sentence below the title of a page, without its links; empty if something else comes first. */
const aboutOf = (page: string): string =>
  (/^# .+\n+(?!Printed)([^\n#|<`].*?\.)(?:\s|$)/.exec(pages[page] ?? "")?.[1] ?? "").replace(
    /\[([^\]]+)\]\([^)]*\)/g,
    "$1"
  )

/** The names of the pages, without decision records. */
export const names: ReadonlyArray<string> = Object.keys(pages).filter((page) => !page.includes("/"))

export interface Part {
  readonly page: string
  readonly heading: string
  readonly text: string
}

/**
 * The sections of the pages that can be searched. Pages that are generated from the code are left out: their content is
 * found as operations.
 */
export const parts: ReadonlyArray<Part> = names.filter((page) => page !== "access.md" && page !== "diagrams.md")
  .flatMap((page) =>
    pages[page]!.split(/^##+ /m).slice(1).map((part) => {
      const [heading = "", ...lines] = part.split("\n")
      return { page, heading, text: lines.join("\n").trim() }
    })
  )

/** The list of the pages for models (llmstxt.org). */
export const list = (): string =>
  [
    "# Candor",
    "",
    "> An applicant tracking service: jobs, applications, candidates, interviews, mails and careers sites, by one HTTP interface.",
    "",
    "Assistants call it by the Model Context Protocol at `/mcp`, with an API key as the bearer token. The interface is described by " +
    "[an OpenAPI document](/api/v1/openapi.json), and by [a page to try it](/docs).",
    "",
    "## Manual",
    "",
    ...names.map((page) =>
      `- [${titleOf(page)}](${addressOf(page)})${aboutOf(page) === "" ? "" : `: ${aboutOf(page)}`}`
    ),
    "",
    "## Optional",
    "",
    `- [Decisions](${addressOf("decisions/README.md")}): why it is as it is`,
    ""
  ].join("\n")
