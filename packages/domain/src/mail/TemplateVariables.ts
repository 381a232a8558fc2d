/** The variables of mail templates. */
import { Schema } from "effect"
import * as example from "../Example.ts"
import { reasonFields } from "../IssueReason.ts"

interface Variable {
  readonly description: string
  readonly example: string
}

/** The variables that a template can use, with values for a preview without an application. */
export const templateVariables = {
  "candidate.full_name": { description: "The name of the candidate", example: example.candidate.full_name },
  "candidate.first_name": {
    description: "The given name, or else the first name without titles; the whole name where neither is known",
    example: "Maya"
  },
  "candidate.email": { description: "The address of the candidate", example: example.candidate.primary_email },
  "job.title": { description: "The title of the job", example: example.job.title },
  "job.department": { description: "The department; empty where the job has none", example: example.job.department },
  "job.location": { description: "The location; empty where the job has none", example: example.job.location },
  "application.stage": { description: "The stage that the application is in", example: "Interview" },
  "application.applied_on": {
    description: "The day on which the candidate applied, for example 2026-10-05",
    example: "2026-10-05"
  },
  "application.page": {
    description:
      "The address of the page where candidates see what they sent through the careers site, and withdraw it; empty for others",
    example: "https://hiring.harbor-analytics.example/careers/applications/candor_sent_…"
  },
  "interview.title": {
    description: "What the next interview is called, or the one that the email is about; empty where there is none",
    example: "Technical interview"
  },
  "interview.day": {
    description: "Its day in the time zone that was agreed on, for example 2026-10-14",
    example: "2026-10-14"
  },
  "interview.time": { description: "Its time there, for example 16:00", example: "16:00" },
  "organization.name": { description: "The name of the organization", example: example.organization.name },
  "sender.full_name": {
    description: "The member who writes; the organization's name in automatic mails",
    example: example.user.full_name
  },
  "sender.email": {
    description: "The address of the member who writes; that of the organization's mails in automatic ones",
    example: example.user.email
  }
} as const satisfies Readonly<Record<string, Variable>>

export type TemplateVariable = keyof typeof templateVariables

/** The value of each variable. */
export type TemplateValues = Readonly<Record<TemplateVariable, string>>

/** Returns the values of the examples. */
export const exampleValues: TemplateValues = Object.fromEntries(
  Object.entries(templateVariables).map(([name, { example }]) => [name, example])
) as TemplateValues

/** A template cannot be rendered: it has an unknown variable or tag, an unclosed one, or takes too long. */
export class TemplateInvalid extends Schema.TaggedError<TemplateInvalid>()("TemplateInvalid", {
  field: Schema.Literals(["subject", "body"]),
  /** The expected and the actual text, in words. */
  message: Schema.String,
  ...reasonFields
}) {}
