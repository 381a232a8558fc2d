/** The demo's two organizations: who they are, and how much each has. */
import type { Scope } from "@candor/domain/access/Scope"
import type { Plan } from "@candor/domain/organization/Plan"
import { bakery, type JobOutline, robotics } from "./JobOutlines.ts"
import * as Trades from "./Trades.ts"

export interface Member {
  readonly full_name: string
  readonly email: string
  readonly role: Scope
}

/** What the rows of one organization are made from. */
export interface Outline {
  readonly name: string
  readonly plan: Plan
  readonly trade: Trades.Trade
  readonly members: readonly [Member, ...ReadonlyArray<Member>]
  readonly jobs: ReadonlyArray<JobOutline>
  readonly candidates: number
  readonly applications: number
  readonly searches: ReadonlyArray<{ readonly name: string; readonly query: string; readonly prospects: number }>
}

export const northwind = {
  name: "Northwind Robotics",
  plan: "growth",
  trade: Trades.robotics,
  members: [
    { full_name: "Maya Lindqvist", email: "maya.lindqvist@northwind-robotics.example", role: "admin" },
    { full_name: "Tobias Okafor", email: "tobias.okafor@northwind-robotics.example", role: "write" }
  ],
  jobs: robotics,
  candidates: 400,
  applications: 600,
  searches: [
    {
      name: "Motion planning engineers, Nordics and Germany",
      query: "motion planning OR trajectory optimization, C++, ROS 2, 4+ years, Nordics or Germany",
      prospects: 60
    },
    {
      name: "Embedded leads with safety certification",
      query: "embedded lead, functional safety, ISO 13849 or IEC 61508, team of 3 or more",
      prospects: 50
    },
    {
      name: "Field service managers, North America",
      query: "field service manager, industrial automation, travel 50 percent, United States or Canada",
      prospects: 40
    }
  ]
} as const satisfies Outline

export const saltAndRye = {
  name: "Salt & Rye Bakery",
  plan: "free",
  trade: Trades.baking,
  members: [{ full_name: "Elena Marchetti", email: "elena.marchetti@salt-and-rye.example", role: "admin" }],
  jobs: bakery,
  candidates: 10,
  applications: 12,
  searches: [
    { name: "Pastry chefs near Portland", query: "pastry chef, laminated doughs, Portland, early mornings", prospects: 5 }
  ]
} as const satisfies Outline
