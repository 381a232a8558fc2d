/** Plans, with the number of jobs that each allows to be published at a time. */
import { Schema } from "effect"
import { named } from "../Described.ts"

/** The most published jobs of each plan; null means unlimited. */
export const publishLimits = {
  free: 1,
  starter: 5,
  growth: 25,
  enterprise: null
} as const

export const Plan = Schema.Literals(Object.keys(publishLimits) as Array<keyof typeof publishLimits>).pipe(named(
  "Plan",
  "The subscription of an organization, which limits its published jobs"
))
export type Plan = typeof Plan.Type
