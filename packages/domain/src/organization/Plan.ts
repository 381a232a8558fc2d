/** Plans, with the number of jobs that each allows to be published at a time. An organization gets it with its plan. */
import { Schema } from "effect"
import { named } from "../Described.ts"

/** The limit of published jobs of each plan; null is no limit. */
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
