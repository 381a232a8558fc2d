/** Campaigns in words: what tells one from another comes first. */
import type { CampaignCounts } from "@candor/client"

type Named = Pick<CampaignCounts, "referrer" | "source" | "utm_campaign" | "utm_medium" | "utm_source">

/** The name of a campaign, and what else its links say, each word once. */
export const campaignWords = (
  { referrer, source, utm_campaign, utm_medium, utm_source }: Named
): { readonly name: string; readonly details: string } => {
  const said = [utm_campaign, source, utm_source, utm_medium, referrer].filter((word) => word !== null)
  const [name = "", ...details] = new Set(said)
  return { name, details: details.join(" · ") }
}
