/** The two pages of sourcing. */
import { useNavigate } from "@tanstack/react-router"
import { Tabs } from "../../parts/Tabs.tsx"

const pages = [["searches", "Searches"], ["shortlist", "Shortlist"]] as const

export const SourcingTabs = ({ value }: { readonly value: (typeof pages)[number][0] }) => {
  const navigate = useNavigate()
  return (
    <Tabs
      label="Pages of sourcing"
      tabs={pages}
      value={value}
      onChange={(page) => navigate({ to: page === "shortlist" ? "/sourcing/shortlist" : "/sourcing" })}
    />
  )
}
