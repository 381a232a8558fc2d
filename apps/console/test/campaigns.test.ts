import { expect, test } from "bun:test"
import { campaignWords } from "../src/pages/job/campaigns.ts"

const nothing = { source: null, utm_source: null, utm_medium: null, utm_campaign: null, referrer: null }

test.each([
  [
    { utm_campaign: "autumn", utm_source: "google", utm_medium: "cpc", referrer: "google.com" },
    "autumn",
    "google · cpc · google.com"
  ],
  [{ source: "newsletter", utm_source: "newsletter" }, "newsletter", ""],
  [{ referrer: "news.example.com" }, "news.example.com", ""]
])("a campaign of %j is named %p", (fields, name, details) => {
  expect(campaignWords({ ...nothing, ...fields })).toEqual({ name, details })
})
