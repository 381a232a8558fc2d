/** The demo's two organizations: their names and members, and the amounts of their data. */
import type { Scope } from "@candor/domain/access/Scope"
import type { Plan } from "@candor/domain/organization/Plan"
import { bakery, type JobOutline, robotics } from "./JobOutlines.ts"
import * as Trades from "./Trades.ts"

export interface Member {
  readonly id: string
  readonly full_name: string
  readonly email: string
  readonly role: Scope
}

/** The description from which the rows of one organization are made. */
export interface Outline {
  /**
   * The same in every version, as are the ids of the members, because keys are made for a demo that is already stored.
   */
  readonly id: string
  readonly name: string
  readonly plan: Plan
  /** The slug of the careers site, which is online. The other organization has none yet. */
  readonly board?: string
  readonly trade: Trades.Trade
  readonly members: readonly [Member, ...ReadonlyArray<Member>]
  readonly jobs: ReadonlyArray<JobOutline>
  readonly candidates: number
  readonly applications: number
  readonly searches: ReadonlyArray<
    {
      readonly name: string
      readonly query: string
      readonly wanted: ReadonlyArray<string>
      readonly prospects: number
    }
  >
}

export const northwind = {
  id: "019981d1-4680-7000-bed8-2565d2905dce",
  name: "Northwind Robotics",
  plan: "growth",
  board: "northwind-robotics",
  trade: Trades.robotics,
  members: [
    {
      id: "019981d1-4680-7001-bc9f-4b99ab1aeea4",
      full_name: "Maya Lindqvist",
      email: "maya.lindqvist@northwind-robotics.example",
      role: "admin"
    },
    {
      id: "019981d1-4680-7002-851b-27a593c622b3",
      full_name: "Tobias Okafor",
      email: "tobias.okafor@northwind-robotics.example",
      role: "write"
    }
  ],
  jobs: robotics,
  candidates: 420,
  applications: 680,
  searches: [
    {
      name: "Motion planning engineers, Nordics and Germany",
      query: "motion planning OR trajectory optimization, C++, ROS 2, 4+ years, Nordics or Germany",
      wanted: [
        "Senior Motion Planning Engineer",
        "Robotics Engineer",
        "Controls Engineer",
        "Principal Software Engineer"
      ],
      prospects: 60
    },
    {
      name: "Embedded leads with safety certification",
      query: "embedded lead, functional safety, ISO 13849 or IEC 61508, team of 3 or more",
      wanted: ["Embedded Software Lead", "Functional Safety Engineer", "Firmware Team Lead"],
      prospects: 50
    },
    {
      name: "Field service managers, North America",
      query: "field service manager, industrial automation, travel 50 percent, United States or Canada",
      wanted: ["Field Service Manager", "Service Delivery Lead", "Regional Service Manager"],
      prospects: 40
    }
  ]
} as const satisfies Outline

export const saltAndRye = {
  id: "019b84cd-3680-7000-aebc-6c5808f5dfea",
  name: "Salt & Rye Bakery",
  plan: "free",
  trade: Trades.baking,
  members: [
    {
      id: "019b84cd-3680-7001-a110-f54ccce298ce",
      full_name: "Elena Marchetti",
      email: "elena.marchetti@salt-and-rye.example",
      role: "admin"
    }
  ],
  jobs: bakery,
  candidates: 24,
  applications: 26,
  searches: [
    {
      name: "Pastry chefs near Portland",
      query: "pastry chef, laminated doughs, Portland, early mornings",
      wanted: ["Pastry Chef", "Sous-chef, Pastry", "Laminator"],
      prospects: 5
    }
  ]
} as const satisfies Outline
