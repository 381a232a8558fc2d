/** The two pages of sourcing. */
import { Tabs } from "../../parts/Tabs.tsx"
import { navigate } from "../../router/Router.tsx"

const pages = [["searches", "Searches"], ["shortlist", "Shortlist"]] as const

export const SourcingTabs = ({ value }: { readonly value: (typeof pages)[number][0] }) => (
  <Tabs label="Pages of sourcing" tabs={pages} value={value} onChange={(page) => navigate(page === "shortlist" ? "/sourcing/shortlist" : "/sourcing")} />
)
