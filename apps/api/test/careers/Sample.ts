/** A sample of a public board and job. */
import type { PublicBoard, PublicJobDetail } from "@candor/domain/board/PublicBoard"
import { Timestamp } from "@candor/domain/Timestamp"

export const board: PublicBoard = {
  slug: "harbor",
  title: "Work at Harbor",
  organization_name: "Harbor Analytics",
  introduction: null,
  logo_url: "https://candor.example/careers/harbor/logo/1",
  cover: null,
  color: null,
  privacy_notice: null,
  consent_text: null,
  consent_version: 0,
  contact_email: null,
  url: "https://candor.example/careers/harbor"
}

export const plain: PublicJobDetail = {
  public_slug: "engineer",
  title: "Engineer",
  department: "Engineering",
  location: null,
  employment_type: "full_time",
  workplace_type: "onsite",
  locations: [],
  remote_countries: [],
  remote_regions: [],
  salary_currency: null,
  salary_timeframe: null,
  salary_min: null,
  salary_max: null,
  valid_through: null,
  language: "en",
  published_at: Timestamp.make("2026-10-01T08:00:00.000Z"),
  updated_at: Timestamp.make("2026-10-02T08:00:00.000Z"),
  url: "https://candor.example/careers/harbor/engineer",
  description_md: "## What you do\n\nYou **build** it.",
  form: {
    phone: "optional",
    linkedin_url: "optional",
    website_url: "hidden",
    resume: "required",
    cover_letter: "optional",
    questions: [],
    uses_criteria: false
  }
}
