import { ApiKeyDraft } from "@candor/domain/authentication/ApiKey"
import { FeedbackDraft } from "@candor/domain/feedback/InterviewFeedback"
import { JobPatch } from "@candor/domain/job/Job"
import { StagePatch } from "@candor/domain/job/Stage"
import { ProspectPatch } from "@candor/domain/sourcing/Prospect"
import { expect, test } from "bun:test"
import { Exit, Schema } from "effect"

const fields = {
  employment_type: JobPatch.fields.employment_type,
  salary_timeframe: JobPatch.fields.salary_timeframe,
  status: JobPatch.fields.status,
  type: StagePatch.fields.type,
  rating: FeedbackDraft.fields.rating,
  pipeline_stage: ProspectPatch.fields.pipeline_stage,
  scope: ApiKeyDraft.fields.scope
}

const spellings: ReadonlyArray<readonly [keyof typeof fields, string | null, ReadonlyArray<string>]> = [
  ["employment_type", "full_time", [
    "full_time",
    "Full-time",
    "FULL_TIME",
    "full time",
    "fulltime",
    "Full–Time",
    "FullTime",
    "ＦＵＬＬ＿ＴＩＭＥ",
    "Ｆｕｌｌ－Ｔｉｍｅ",
    "full\u3000time",
    " full_time\n",
    "FT"
  ]],
  ["employment_type", "part_time", ["part-time", "Part Time", "PARTTIME"]],
  ["employment_type", "contract", ["Contract", "contractor", "CONTRACTOR", "freelance", "Freelancer"]],
  ["employment_type", "temporary", ["Temporary", "temp", "Temp."]],
  ["employment_type", "internship", ["Internship", "intern", "INTERN"]],
  ["employment_type", "other", ["Other"]],
  ["employment_type", null, ["", " ", "\u200b"]],
  ["salary_timeframe", "hour", [
    "hour",
    "hourly",
    "Hourly",
    "per hour",
    "per-hour",
    "PER_HOUR",
    "/hr",
    "/ hour",
    "hr",
    "hrs."
  ]],
  ["salary_timeframe", "day", ["daily", "per day", "per diem", "/day"]],
  ["salary_timeframe", "week", ["weekly", "per week", "/wk"]],
  ["salary_timeframe", "month", ["monthly", "Per month", "/mo", "MONTH"]],
  ["salary_timeframe", "year", ["annual", "annually", "yearly", "per year", "per annum", "p.a.", "/yr", "YEAR"]],
  ["status", "published", ["Published", "PUBLISHED"]],
  ["type", "hired", ["hired", "Hired", "HIRED", " hired\n"]],
  ["rating", "strong_yes", ["strong yes", "Strong-Yes", "STRONG_YES", "strong hire"]],
  ["rating", "no", ["No", "no hire"]],
  ["pipeline_stage", "not_contacted", ["Not contacted", "not-contacted", "NotContacted"]],
  ["scope", "read", ["Read", "read-only"]],
  ["scope", "admin", ["ADMIN", "administrator"]]
]

const decoded = (field: keyof typeof fields, value: unknown): Exit.Exit<object, unknown> =>
  Schema.decodeUnknownExit(Schema.Struct({ [field]: fields[field] }))({ [field]: value })

test.each(spellings)("%s %s", (field, value, others) => {
  for (const other of others) expect(decoded(field, other), other).toEqual(Exit.succeed({ [field]: value }))
})

test.each(
  [
    ["employment_type", "permanent", "\"internship\""],
    ["employment_type", "toString", "\"internship\""],
    ["salary_timeframe", "biweekly", "\"week\""],
    ["status", "open", "\"published\""],
    ["status", "", "\"published\""],
    ["type", "rejected", "hired"],
    ["rating", "maybe", "strong_yes"],
    ["rating", "5", "strong_yes"],
    ["scope", "owner", "admin"]
  ] as const
)("%s %j is refused, with the values", (field, value, named) => {
  expect(String(decoded(field, value))).toContain(named)
})
