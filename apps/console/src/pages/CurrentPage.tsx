/** Finds the page of an address. */
import type { ReactNode } from "react"
import { Empty, Page } from "../parts/Page.tsx"
import { Link, matchPath, usePath } from "../router/Router.tsx"
import { Account } from "./Account.tsx"
import { Activity } from "./Activity.tsx"
import { ApiKeys } from "./ApiKeys.tsx"
import { ApplicationPage } from "./application/ApplicationPage.tsx"
import { CandidatePage } from "./candidate/CandidatePage.tsx"
import { Candidates } from "./candidate/Candidates.tsx"
import { FailedWork } from "./FailedWork.tsx"
import { JobPage } from "./job/JobPage.tsx"
import { Jobs } from "./job/Jobs.tsx"
import { Members } from "./Members.tsx"
import { Organization } from "./Organization.tsx"
import { Searches } from "./sourcing/Searches.tsx"
import { SearchPage } from "./sourcing/SearchPage.tsx"
import { Shortlist } from "./sourcing/Shortlist.tsx"
import { WebhookPage } from "./webhook/WebhookPage.tsx"
import { Webhooks } from "./webhook/Webhooks.tsx"

type Params = Readonly<Record<string, string>>

const pages: ReadonlyArray<readonly [form: string, render: (params: Params) => ReactNode]> = [
  ["/", () => <Jobs />],
  ["/jobs", () => <Jobs />],
  ["/jobs/:id", ({ id = "" }) => <JobPage id={id} />],
  ["/applications/:id", ({ id = "" }) => <ApplicationPage id={id} />],
  ["/candidates", () => <Candidates />],
  ["/candidates/:id", ({ id = "" }) => <CandidatePage id={id} />],
  ["/sourcing", () => <Searches />],
  ["/sourcing/shortlist", () => <Shortlist />],
  ["/sourcing/:id", ({ id = "" }) => <SearchPage id={id} />],
  ["/activity", () => <Activity />],
  ["/account", () => <Account />],
  ["/organization", () => <Organization />],
  ["/members", () => <Members />],
  ["/api-keys", () => <ApiKeys />],
  ["/webhooks", () => <Webhooks />],
  ["/webhooks/:id", ({ id = "" }) => <WebhookPage id={id} />],
  ["/background-work", () => <FailedWork />]
]

const NotFound = () => (
  <Page title="There is no such page">
    <Empty title="The address leads nowhere in this console.">
      <Link to="/jobs">Go to the jobs</Link>
    </Empty>
  </Page>
)

export const CurrentPage = () => {
  const path = usePath()
  for (const [form, render] of pages) {
    const params = matchPath(form, path)
    // The key makes a new page of each address, so that nothing of the one before stays.
    if (params !== undefined) return <div key={path}>{render(params)}</div>
  }
  return <NotFound />
}
