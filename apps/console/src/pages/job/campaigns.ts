/** Texts for campaigns, with their distinguishing part first. */
import type { CampaignCounts } from "@candor/client"

type Named = Pick<CampaignCounts, "referrer" | "source" | "utm_campaign" | "utm_medium" | "utm_source">

/** Returns the name of a campaign and the other parameters of its links, each word once. */
export const campaignWords = (
  { referrer, source, utm_campaign, utm_medium, utm_source }: Named
): { readonly name: string; readonly details: string } => {
  const said = [utm_campaign, source, utm_source, utm_medium, referrer].filter((word) => word !== null)
  const [name = "", ...details] = new Set(said)
  return { name, details: details.join(" · ") }
}
