/** Every route of the console with its pages and their dialogs, which a test opens. A new route needs an entry here. */
import type { Ids } from "@candor/api/testing/Ids"
import { readFileSync } from "node:fs"
import { join } from "node:path"

interface PagesOfRoute {
  readonly paths: ReadonlyArray<string>
  /** The names of buttons that open a dialog on the last of these pages. */
  readonly dialogs?: ReadonlyArray<string>
}

/** The paths of all routes, in the order of the source. */
export const routes: ReadonlyArray<string> = [
  ...readFileSync(join(import.meta.dir, "../src/pages/routes.tsx"), "utf8").matchAll(/\bpath: "([^"]+)"/g)
].map(([, path]) => path!)

export const pagesOf = (ids: Ids): Readonly<Record<string, PagesOfRoute>> => ({
  "/": { paths: ["/"] },
  "/waiting": { paths: ["/waiting"] },
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
  "/applications/$id/debrief": { paths: [`/applications/${ids.id}/debrief`] },
  "/candidates": { paths: ["/candidates?q=grace", "/candidates"], dialogs: ["Add candidate"] },
  "/candidates/$id": { paths: [`/candidates/${ids.candidateId}`], dialogs: ["Edit"] },
  "/interviews": { paths: ["/interviews"] },
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
  "/sourcing": { paths: ["/sourcing"], dialogs: ["New project"] },
  "/sourcing/shortlist": { paths: ["/sourcing/shortlist"] },
  "/sourcing/$id": { paths: [`/sourcing/${ids.searchId}`] },
  "/activity": { paths: ["/activity"] },
  "/account": { paths: ["/account"] },
  "/organization": { paths: ["/organization"] },
  "/careers-site": { paths: ["/careers-site"] },
  "/mail-account": { paths: ["/mail-account"] },
  "/mail-templates": { paths: ["/mail-templates"] },
  "/mail-templates/$id": { paths: ["/mail-templates/new", `/mail-templates/${ids.templateId}`] },
  // A provider redirects to this page.
  "/connected": { paths: [] },
  "/departments": { paths: ["/departments"], dialogs: ["Add department", "Add office"] },
  "/imports": { paths: ["/imports"] },
  "/imports/$id": {
    paths: [`/imports/${ids.importId}`, `/imports/${ids.endedImportId}`, `/imports/${ids.uploadingImportId}`]
  },
  "/rejection-reasons": { paths: ["/rejection-reasons"] },
  "/scorecard-templates": { paths: ["/scorecard-templates"] },
  "/scorecard-templates/$id": {
    paths: ["/scorecard-templates/new", `/scorecard-templates/${ids.scorecardTemplateId}`]
  },
  "/members": { paths: ["/members"], dialogs: ["Add member"] },
  "/api-keys": { paths: ["/api-keys"], dialogs: ["New key"] },
  "/connected-apps": { paths: ["/connected-apps"] },
  "/webhooks": { paths: ["/webhooks"], dialogs: ["New webhook"] },
  "/webhooks/$id": { paths: [`/webhooks/${ids.webhookId}`] },
  "/background-work": { paths: ["/background-work"] }
})
