/** The shortlist of all searches. */
import type { Prospect } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { usePaged } from "../../api/usePaged.ts"
import { t } from "../../language/text.tsx"
import { Page } from "../../parts/Page.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { ProspectRow } from "./ProspectRow.tsx"
import { SourcingTabs } from "./SourcingTabs.tsx"

export const Shortlist = () => {
  const prospects = usePaged(
    ["prospect", "shortlist"],
    (query, signal) => candor.prospects.acrossSearches({ ...query, status: "shortlisted" }, { signal }),
    (answer) => answer.prospects
  )
  // A prospect that is removed stays on the page until it reloads, so that a slip can be undone.
  const replace = (changed: Prospect) =>
    prospects.replace((one) => one.id === changed.id ? { ...one, ...changed } : one)
  return (
    <Page title={t("Sourcing")} lead={t("Shortlisted prospects of all projects.")}>
      <SourcingTabs value="shortlist" />
      <ShowPages
        of={prospects}
        empty={t("No one on a shortlist")}
        hint={t("Shortlist prospects in a project, and they appear here.")}
      >
        {(items) => (
          <ul className="list">
            {items.map((prospect) => (
              <ProspectRow key={prospect.id} prospect={prospect} search={prospect.search} onChange={replace} />
            ))}
          </ul>
        )}
      </ShowPages>
    </Page>
  )
}
