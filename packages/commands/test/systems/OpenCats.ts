/**
 * Data in the form of the database of OpenCATS (https://github.com/opencats/OpenCATS, db/cats_schema.sql), a CSV file
 * for each table.
 */
import { csv, tsv } from "./Write.ts"

const none = "1000-01-01 00:00:00"
const person = (candidate_id: number, first_name: string, last_name: string, more: object = {}) => ({
  candidate_id,
  site_id: 1,
  last_name,
  first_name,
  email1: `${first_name.toLowerCase().replace("ë", "e")}@example.com`,
  source: "Indeed",
  notes: "",
  key_skills: "",
  entered_by: 1,
  owner: 1,
  date_created: "2026-02-01 09:00:00",
  date_modified: "2026-03-01 09:00:00",
  is_active: 1,
  ...more
})
const pipeline = (candidate_joborder_id: number, candidate_id: number, status: number, more: object = {}) => ({
  candidate_joborder_id,
  candidate_id,
  joborder_id: 7,
  site_id: 1,
  status,
  date_submitted: "\\N",
  date_created: "2026-02-02 09:00:00",
  date_modified: "2026-03-02 09:00:00",
  rating_value: 0,
  added_by: 1,
  ...more
})
let count = 0
const moved = (candidate_id: number, status_to: number, date: string) => ({
  candidate_joborder_status_history_id: ++count,
  candidate_id,
  joborder_id: 7,
  date: `2026-${date}:00`,
  status_from: 100,
  status_to,
  site_id: 1
})

export const files = {
  "user.csv": csv([
    {
      user_id: 1,
      user_name: "ada",
      email: "ada@example.com",
      password: "secret",
      access_level: 500,
      first_name: "Ada",
      last_name: "Park"
    },
    {
      user_id: 2,
      user_name: "ben",
      email: "ben@example.com",
      password: "secret",
      access_level: 200,
      first_name: "Ben",
      last_name: "Okoro"
    }
  ]),
  "company.csv": csv([{ company_id: 3, name: "Data", notes: "" }]),
  "joborder.csv": csv([{
    joborder_id: 7,
    recruiter: 1,
    owner: 2,
    company_id: 3,
    site_id: 1,
    client_job_id: "R-1",
    title: "Data Engineer",
    description: "<p>Build <b>pipelines</b></p>",
    type: "H",
    salary: "60k",
    status: "Active",
    openings: 2,
    city: "Hamburg",
    state: "HH",
    country: "DE",
    start_date: none,
    date_created: "2026-01-10 09:00:00",
    public: 1
  }]),
  "candidate.csv": csv([
    person(101, "Karen", "Jones", {
      middle_name: "B.",
      phone_work: "+49 30 901820",
      city: "Lagos",
      country: "NG",
      key_skills: "python, sql",
      current_employer: "Lagos Freight",
      notes: "Line one\nline \"two\"",
      desired_pay: "80k",
      favourite_colour: "green",
      eeo_gender: "f"
    }),
    person(102, "Luis", "Ortega"),
    person(103, "Zoë", "Ünal"),
    person(104, "Anna", "Berg")
  ]),
  "candidate_joborder.csv": csv([
    pipeline(1, 101, 500, { rating_value: 4 }),
    pipeline(2, 102, 650),
    pipeline(3, 103, 700),
    pipeline(4, 104, 800)
  ]),
  "candidate_joborder_status_history.csv": csv([
    moved(101, 400, "02-05T09:00".replace("T", " ")),
    moved(101, 500, "02-09 09:00"),
    moved(102, 650, "02-20 09:00"),
    moved(103, 600, "02-10 09:00"),
    moved(103, 700, "02-21 09:00"),
    moved(104, 800, "03-01 09:00"),
    moved(999, 800, "03-01 09:00")
  ]),
  "activity.tsv": tsv([
    {
      activity_id: 1,
      data_item_type: 100,
      data_item_id: 101,
      joborder_id: 7,
      site_id: 1,
      entered_by: 1,
      date_occurred: "2026-02-03 09:00:00",
      date_created: none,
      type: 400,
      notes: "Prefers to work\nfrom \"home\"."
    },
    {
      activity_id: 2,
      data_item_type: 100,
      data_item_id: 101,
      joborder_id: "\\N",
      site_id: 1,
      entered_by: 2,
      date_occurred: "2026-02-04 09:00:00",
      date_created: none,
      type: 500,
      notes: "Asks for too much"
    },
    {
      activity_id: 3,
      data_item_type: 200,
      data_item_id: 3,
      joborder_id: "\\N",
      site_id: 1,
      entered_by: 2,
      date_occurred: "2026-02-04 09:00:00",
      date_created: none,
      type: 500,
      notes: "A client"
    }
  ]),
  "attachment.csv": csv([
    {
      attachment_id: 1,
      data_item_id: 101,
      data_item_type: 100,
      site_id: 1,
      original_filename: "resume.txt",
      stored_filename: "resume.txt",
      resume: 1,
      text: "Karen",
      date_created: "2026-02-02 09:00:00",
      directory_name: "site_1/0xxx/abc/"
    },
    {
      attachment_id: 2,
      data_item_id: 101,
      data_item_type: 100,
      site_id: 1,
      original_filename: "lost.pdf",
      stored_filename: "lost.pdf",
      resume: 0,
      text: "",
      date_created: "2026-02-02 09:00:00",
      directory_name: "site_1/0xxx/def/"
    }
  ]),
  "extra_field.csv": csv([
    {
      extra_field_id: 1,
      data_item_id: 101,
      field_name: "Notice period",
      value: "3 months",
      site_id: 1,
      data_item_type: 100
    },
    { extra_field_id: 2, data_item_id: 3, field_name: "Client since", value: "2020", site_id: 1, data_item_type: 200 }
  ]),
  "tag.csv": csv([{ tag_id: 5, title: "remote" }]),
  "candidate_tag.csv": csv([{ id: 1, site_id: 1, candidate_id: 101, tag_id: 5 }]),
  "calendar_event.csv": csv([
    {
      calendar_event_id: 1,
      type: 400,
      date: "2026-02-10 08:00:00",
      title: "Technical interview",
      all_day: 0,
      data_item_id: 101,
      data_item_type: 100,
      entered_by: 2,
      date_created: "2026-02-05 09:00:00",
      joborder_id: 7,
      duration: 45,
      description: ""
    },
    {
      calendar_event_id: 2,
      type: 100,
      date: "2026-02-12 08:00:00",
      title: "Call back",
      all_day: 0,
      data_item_id: 101,
      data_item_type: 100,
      entered_by: 2,
      date_created: "2026-02-05 09:00:00",
      joborder_id: "\\N",
      duration: 15,
      description: "At home"
    }
  ]),
  "settings.csv": csv([{ settings_id: 1, setting: "configured", value: 1 }]),
  "attachments/site_1/0xxx/abc/resume.txt": "Karen Jones, data engineer"
}
