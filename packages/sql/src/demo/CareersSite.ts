/** The careers site of the demo: postings of its jobs, its board, and a form with questions. */
import type { BoardState } from "@candor/domain/board/Board"
import { inspect } from "@candor/domain/board/BoardImage"
import { QuestionId } from "@candor/domain/Id"
import type { JobFormState } from "@candor/domain/form/JobForm"
import type { Question } from "@candor/domain/form/Question"
import type { StageType } from "@candor/domain/job/StageType"
import type { JobState } from "@candor/domain/job/Job"
import { Timestamp } from "@candor/domain/Timestamp"
import { Result } from "effect"
import { cover } from "./Cover.ts"
import { day, hour, timestamp, today } from "./Times.ts"

type Place = JobState["locations"][number]

const place = (city: string, country: Place["country"], more: Partial<Place> = {}): Place => ({
  street: null,
  city,
  region: null,
  postal_code: null,
  country,
  ...more
})

const gothenburg = place("Gothenburg", "SE", {
  street: "Lindholmspiren 7",
  region: "Västra Götaland",
  postal_code: "417 56"
})
const munich = place("Munich", "DE", { street: "Agnes-Pockels-Bogen 1", region: "Bavaria", postal_code: "80992" })

type Posting = Pick<JobState, "workplace_type" | "locations" | "remote_countries">

const at = (workplace_type: JobState["workplace_type"], ...locations: ReadonlyArray<Place>): Posting => ({
  workplace_type,
  locations,
  remote_countries: []
})

const postings: Readonly<Record<string, Posting>> = {
  "Senior Robotics Software Engineer": at("hybrid", gothenburg),
  "Embedded Firmware Engineer": at("onsite", gothenburg),
  "Backend Engineer, Fleet Platform": {
    workplace_type: "remote",
    locations: [],
    remote_countries: ["DE", "DK", "FI", "NL", "SE"]
  },
  "Computer Vision Engineer": at("hybrid", munich),
  "Product Designer": at("hybrid", gothenburg),
  "Customer Success Manager": at("hybrid", place("Chicago", "US", { region: "IL" })),
  "Field Service Technician": at("onsite", place("Columbus", "US", { region: "OH" })),
  "People Operations Partner": at("hybrid", gothenburg),
  "Account Executive, Logistics": at("hybrid", place("Rotterdam", "NL")),
  "Early Shift Baker": at("onsite", place("Portland", "US", { region: "OR" }))
}

/** The labels that applicants see of their application, by the type of its stage. */
export const candidateLabels: Readonly<Record<StageType, string | null>> = {
  applied: "We have your application and will read it this week",
  screen: "Your application is being read by the team",
  interview: "We would like to get to know you",
  offer: "Good news: we will call you soon",
  hired: "Welcome to the team"
}

/** The end of the day half a year after the demo's present. */
const end = today + 180 * day + 19 * hour - 1

/** Makes the posting of a job, with texts for published ones. */
export const posting = (title: string, created: number) => {
  const told = postings[title]
  return {
    ...(told ?? at(null)),
    language: told === undefined ? null : "en",
    valid_through: told === undefined ? null : timestamp(end),
    published_at: told === undefined ? null : timestamp(created)
  }
}

/** Makes the rows of an organization's board, which is online, and of its slug. */
export const board = (
  { created_at, id: organization_id, name }: {
    readonly id: string
    readonly name: string
    readonly created_at: string
  },
  slug: string
) => {
  const picture = cover()
  const shown: Omit<BoardState, "id" | "updated_at"> = {
    slug,
    title: `Work at ${name}`,
    introduction:
      "We build robot arms that work beside people: in 60 warehouses, in four countries, with 140 colleagues.\n\n" +
      "- **One conversation first**: 30 minutes with someone on the team\n" +
      "- **An answer within five business days**, whatever it is\n" +
      "- **The salary up front**, before you apply",
    logo: null,
    cover: Result.getOrThrow(inspect("cover", picture, Timestamp.make(created_at))),
    cover_text: null,
    color: "#0f6e5c",
    privacy_notice:
      `${name} uses what you send to decide about your application, and for nothing else. Only the hiring team sees it.\n\n` +
      "We delete it six months after the decision. With the link that you get, you can view or withdraw your application, or ask us to delete it.",
    consent_text: `I agree that ${name} keeps my application for six months after the decision.`,
    consent_version: 1,
    contact_email: `jobs@${slug}.example`,
    is_open: true,
    version: 1
  }
  return {
    boards: [{ organization_id, ...shown, updated_at: created_at }],
    board_covers: [{ organization_id, content: `\\x${picture.toHex()}` }],
    board_slugs: [{ slug, owner_id: organization_id }]
  }
}

const questions: ReadonlyArray<Omit<Question, "id">> = [
  {
    label: "Which of these have you worked with?",
    help_text: null,
    type: "multiple_choice",
    options: ["ROS 2", "MoveIt", "C++20", "Real-time Linux"],
    required: false
  },
  {
    label: "May you work in Sweden?",
    help_text: "If you need a permit, we help with it.",
    type: "yes_no",
    options: [],
    required: true
  },
  { label: "When can you start?", help_text: null, type: "date", options: [], required: false }
]

/** Makes the form of a job. The ids of its questions are derived from the job's id. */
export const form = (
  { created_at, id, organization_id }: {
    readonly organization_id: string
    readonly id: string
    readonly created_at: string
  }
) => {
  const asked: Omit<JobFormState, "id" | "updated_at"> = {
    phone: "optional",
    linkedin_url: "optional",
    website_url: "optional",
    resume: "required",
    cover_letter: "optional",
    questions: questions.map((question, index) => ({ id: QuestionId.make(`${id.slice(0, -1)}${index}`), ...question })),
    version: 1
  }
  return { organization_id, id, ...asked, updated_at: created_at }
}
