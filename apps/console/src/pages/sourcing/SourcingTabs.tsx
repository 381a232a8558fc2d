/** The two pages of sourcing. */
import { useNavigate } from "@tanstack/react-router"
import { msg, t } from "../../language/text.tsx"
import { Tabs } from "../../parts/Tabs.tsx"

const pages = [["searches", msg("Projects")], ["shortlist", msg("Shortlist")]] as const

export const SourcingTabs = ({ value }: { readonly value: (typeof pages)[number][0] }) => {
  const navigate = useNavigate()
  return (
    <Tabs
      label={t("Sourcing pages")}
      tabs={pages}
      value={value}
      onChange={(page) => navigate({ to: page === "shortlist" ? "/sourcing/shortlist" : "/sourcing" })}
    />
  )
}
