/** Plans, and how many jobs each may have published at a time. */
import { Schema } from "effect"

/** Published jobs at a time for each plan; null is no limit. */
export const publishLimits = {
  free: 1,
  starter: 5,
  growth: 25,
  enterprise: null
} as const

export const Plan = Schema.Literals(Object.keys(publishLimits) as Array<keyof typeof publishLimits>).annotate({
  identifier: "Plan"
})
export type Plan = typeof Plan.Type
