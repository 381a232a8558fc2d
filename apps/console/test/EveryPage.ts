/** Every route of the console with its pages and their dialogs, which a test opens. */
import type { Ids } from "@candor/api/testing/Ids"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { router } from "../src/pages/routes.tsx"

interface PagesOfRoute {
  readonly paths: ReadonlyArray<string>
  /** The names of buttons that open a dialog on the last of these pages. */
  readonly dialogs?: ReadonlyArray<string>
}

type Route = keyof typeof router["routesByPath"]

const read = (file: string) => readFileSync(join(import.meta.dir, file), "utf8")

/** The paths of all routes, in the order of the source. */
const routes = [...read("../src/pages/routes.tsx").matchAll(/\bpath: "([^"]+)"/g)].map(([, path]) => path as Route)

/** Dialogs, and the pages of routes with further paths, or with an id that the API has elsewhere. */
const special = (ids: Ids): { readonly [R in Route]?: Partial<PagesOfRoute> } => ({
  "/jobs": { paths: ["/jobs", "/jobs?status=all"], dialogs: ["New job"] },
  "/jobs/$id": {
    paths: [`/jobs/${ids.jobId}?application=${ids.id}`, `/jobs/${ids.jobId}`],
    dialogs: ["Hiring team", "Edit", "Add applicant"]
  },
  "/sources": { paths: ["/sources", `/sources?job=${ids.jobId}`] },
  "/applications/$id": {
    paths: [`/applications/${ids.id}?open=feedback`, `/applications/${ids.id}`],
    dialogs: ["Request feedback"]
  },
  "/candidates": { paths: ["/candidates?q=grace", "/candidates"], dialogs: ["Add candidate"] },
  "/candidates/$id": { dialogs: ["Edit"] },
  "/interviews/$id": { paths: [`/interviews/${ids.draftedInterviewId}`, `/interviews/${ids.scoredInterviewId}`] },
  "/mail": {
    paths: [
      "/mail",
      "/mail?select=unassigned",
      `/mail?message=${ids.messageId}&select=unassigned`,
      "/mail?select=undelivered"
    ]
  },
  "/quarantine": { paths: ["/quarantine", `/quarantine?submission=${ids.submissionId}`] },
  "/sourcing": { dialogs: ["New project"] },
  "/sourcing/$id": { paths: [`/sourcing/${ids.searchId}`] },
  "/mail-templates/$id": { paths: ["/mail-templates/new", `/mail-templates/${ids.templateId}`] },
  // A provider redirects to this page.
  "/connected": { paths: [] },
  "/departments": { dialogs: ["Add department", "Add office"] },
  "/imports/$id": {
    paths: [`/imports/${ids.importId}`, `/imports/${ids.endedImportId}`, `/imports/${ids.uploadingImportId}`]
  },
  "/scorecard-templates/$id": {
    paths: ["/scorecard-templates/new", `/scorecard-templates/${ids.scorecardTemplateId}`]
  },
  "/members": { dialogs: ["Add member"] },
  "/api-keys": { dialogs: ["New key"] },
  "/webhooks": { dialogs: ["New webhook"] }
})

/** Returns the path of a route, with the id that the API has in the same path. */
const pathOf = (route: string, ids: Ids, operations: ReadonlyArray<string>): string => {
  const [collection, rest] = route.split("/$id")
  if (rest === undefined) return route
  const one = new RegExp(`^/api/v1${collection}/\\{(\\w+)\\}$`)
  const [id] = operations.flatMap((path) => one.exec(path)?.slice(1) ?? [])
  if (id === undefined) throw new Error(`the interface has nothing at ${route}: EveryPage.ts has to say what`)
  return `${collection}/${ids[id as keyof Ids]}${rest}`
}

/** The pages of all routes. */
export const pagesOf = (ids: Ids): ReadonlyArray<PagesOfRoute> => {
  const { paths } = JSON.parse(read("../../../docs/openapi.json")) as { readonly paths: object }
  const specials = special(ids)
  return routes.map((route) => ({
    ...specials[route],
    paths: specials[route]?.paths ?? [pathOf(route, ids, Object.keys(paths))]
  }))
}
