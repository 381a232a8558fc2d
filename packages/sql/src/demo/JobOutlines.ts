/** The jobs of the demo, as a recruiter would sketch them. */
import type { JobState } from "@candor/domain/job/Job"
import { defaultNames } from "@candor/domain/job/Stage"

export interface JobOutline {
  readonly title: string
  readonly status: JobState["status"]
  readonly department: string | null
  readonly location: string | null
  readonly employment_type: JobState["employment_type"]
  readonly stages: ReadonlyArray<string>
  /** Currency, timeframe, minimum and maximum; null if the salary is undecided. */
  readonly salary: readonly [string, NonNullable<JobState["salary_timeframe"]>, number, number] | null
  /** Percent of the company; null if none is offered. */
  readonly equity: readonly [number, number] | null
  readonly mission: string
  /** The kinds of work that fit the job (Trades.ts). */
  readonly works: readonly [string, ...ReadonlyArray<string>]
  /** Its share of applications, relative to other jobs. */
  readonly draw: number
}

const technical = ["Applied", "Recruiter screen", "Technical interview", "Team interview", "Offer", "Hired"]

export const robotics: ReadonlyArray<JobOutline> = [
  {
    title: "Senior Robotics Software Engineer",
    status: "published",
    department: "Engineering",
    location: "Gothenburg, Sweden",
    employment_type: "full_time",
    stages: technical,
    salary: ["SEK", "month", 58_000, 76_000],
    equity: [0.05, 0.15],
    mission: "You own motion planning for our warehouse arms, from the paper to the customer's floor.",
    works: ["robotics engineer"],
    draw: 14
  },
  {
    title: "Embedded Firmware Engineer",
    status: "published",
    department: "Engineering",
    location: "Gothenburg, Sweden",
    employment_type: "full_time",
    stages: technical,
    salary: ["SEK", "month", 52_000, 68_000],
    equity: [0.03, 0.1],
    mission: "You write the firmware that keeps a 40 kg arm safe beside people.",
    works: ["embedded developer"],
    draw: 7
  },
  {
    title: "Backend Engineer, Fleet Platform",
    status: "published",
    department: "Engineering",
    location: "Remote, Europe",
    employment_type: "full_time",
    stages: technical,
    salary: ["EUR", "year", 72_000, 95_000],
    equity: [0.03, 0.1],
    mission: "You build the service that 3,000 robots report to, and that tells them what to do next.",
    works: ["software engineer"],
    draw: 22
  },
  {
    title: "Computer Vision Engineer",
    status: "published",
    department: "Engineering",
    location: "Munich, Germany",
    employment_type: "full_time",
    stages: technical,
    salary: ["EUR", "year", 78_000, 105_000],
    equity: [0.04, 0.12],
    mission: "You teach our grippers to find a parcel they have never seen before.",
    works: ["vision engineer"],
    draw: 8
  },
  {
    title: "Product Designer",
    status: "published",
    department: "Design",
    location: "Gothenburg, Sweden",
    employment_type: "full_time",
    stages: ["Applied", "Portfolio review", "Design exercise", "Team interview", "Offer", "Hired"],
    salary: ["SEK", "month", 46_000, 60_000],
    equity: null,
    mission: "You shape the console that shift leaders look at for eight hours a day.",
    works: ["product designer"],
    draw: 14
  },
  {
    title: "Customer Success Manager",
    status: "published",
    department: "Customer Success",
    location: "Chicago, United States",
    employment_type: "full_time",
    stages: defaultNames.en,
    salary: ["USD", "year", 82_000, 104_000],
    equity: null,
    mission: "You stand beside our customers from the first pallet to the hundredth robot.",
    works: ["customer success manager", "account manager"],
    draw: 12
  },
  {
    title: "Field Service Technician",
    status: "published",
    department: "Operations",
    location: "Columbus, United States",
    employment_type: "full_time",
    stages: defaultNames.en,
    salary: ["USD", "hour", 31, 42],
    equity: null,
    mission: "You install, maintain and repair our arms on site, and tell us what breaks.",
    works: ["service technician"],
    draw: 11
  },
  {
    title: "People Operations Partner",
    status: "published",
    department: "People",
    location: "Gothenburg, Sweden",
    employment_type: "part_time",
    stages: defaultNames.en,
    salary: null,
    equity: null,
    mission: "You look after 140 colleagues in four countries, and after how we hire the next ones.",
    works: ["people partner"],
    draw: 10
  },
  {
    title: "Account Executive, Logistics",
    status: "published",
    department: "Sales",
    location: "Rotterdam, Netherlands",
    employment_type: "full_time",
    stages: defaultNames.en,
    salary: ["EUR", "year", 60_000, 75_000],
    equity: null,
    mission: "You win the warehouses that still believe they are too small for robots.",
    works: ["account manager"],
    draw: 13
  },
  {
    title: "Data Engineering Intern",
    status: "closed",
    department: "Engineering",
    location: "Gothenburg, Sweden",
    employment_type: "internship",
    stages: defaultNames.en,
    salary: ["SEK", "month", 24_000, 24_000],
    equity: null,
    mission: "You turn a year of gripper telemetry into something a person can ask questions of.",
    works: ["data engineer"],
    draw: 9
  },
  {
    title: "Supply Chain Analyst",
    status: "closed",
    department: "Operations",
    location: "Gothenburg, Sweden",
    employment_type: "full_time",
    stages: defaultNames.en,
    salary: ["SEK", "month", 41_000, 50_000],
    equity: null,
    mission: "You know where every actuator is, and when the next one comes.",
    works: ["operations analyst"],
    draw: 6
  },
  {
    title: "Technical Writer",
    status: "closed",
    department: "Product",
    location: "Remote, Europe",
    employment_type: "contract",
    stages: ["Applied", "Writing sample", "Interview", "Offer", "Hired"],
    salary: ["EUR", "day", 380, 460],
    equity: null,
    mission: "You write the manual that a technician reads at three in the morning.",
    works: ["technical writer"],
    draw: 4
  },
  {
    title: "Engineering Manager, Perception",
    status: "draft",
    department: "Engineering",
    location: "Munich, Germany",
    employment_type: "full_time",
    stages: technical,
    salary: ["EUR", "year", 105_000, 130_000],
    equity: [0.1, 0.25],
    mission: "You lead the nine people who give our robots their eyes.",
    works: ["vision engineer"],
    draw: 0
  },
  {
    title: "Finance Controller",
    status: "draft",
    department: "Finance",
    location: null,
    employment_type: null,
    stages: defaultNames.en,
    salary: null,
    equity: null,
    mission: "You close the books in five days, and explain them in five minutes.",
    works: ["operations analyst"],
    draw: 0
  }
]

export const bakery: ReadonlyArray<JobOutline> = [
  {
    title: "Early Shift Baker",
    status: "published",
    department: "Bakery",
    location: "Portland, United States",
    employment_type: "full_time",
    stages: ["Applied", "Call", "Trial shift", "Hired"],
    salary: ["USD", "hour", 22, 27],
    equity: null,
    mission: "You start at four, and by seven the street smells of rye.",
    works: ["baker", "pastry chef"],
    draw: 2
  },
  {
    title: "Weekend Counter Assistant",
    status: "draft",
    department: "Shop",
    location: "Portland, United States",
    employment_type: "part_time",
    stages: ["Applied", "Call", "Hired"],
    salary: ["USD", "hour", 18, 20],
    equity: null,
    mission: "You know the regulars by name, and what they will order.",
    works: ["barista"],
    draw: 1
  }
]
