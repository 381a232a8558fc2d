/** The application form of a job: the fields and questions for candidates. */
import { Schema, Struct } from "effect"
import { type Decision, decided, type DecisionContext, differences, unchanged } from "../Decision.ts"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { defaulted, id, list, time, version } from "../Field.ts"
import { JobId } from "../Id.ts"
import { declare, namesOf } from "../Noun.ts"
import { spelled } from "../Spelling.ts"
import { Timestamp } from "../Timestamp.ts"
import { maxQuestions, Question, QuestionDrafts, questionsOf } from "./Question.ts"

export const Presence = Schema.Literals(["required", "optional", "hidden"])
export type Presence = typeof Presence.Type

const presence = (description: string, example: Presence) =>
  defaulted(Presence, spelled(Presence, { hidden: ["off", "disabled"] }), {
    description: `Whether the form asks for ${description}; \`${example}\` by default`,
    example,
    privacy: "kept"
  })

export const noun = declare({
  subject: "job_form",
  label: ["Application form", "Bewerbungsformular"],
  description: "The application form of a job. It always asks for name and email address",
  table: "job_forms",
  partOf: "job",
  sees: "owner",
  isCopied: true,
  fields: {
    id: id(JobId),
    phone: presence("a phone number", "optional"),
    linkedin_url: presence("the URL of a LinkedIn profile", "optional"),
    website_url: presence("a website", "hidden"),
    resume: presence("a résumé", "required"),
    cover_letter: presence("a cover letter", "optional"),
    questions: list(Schema.Array(Question), QuestionDrafts, {
      description: `The questions in order, at most ${maxQuestions}`,
      example: [{
        id: example.id.question,
        label: "When can you start?",
        help_text: null,
        type: "long_text",
        options: [],
        required: true
      }],
      privacy: "kept"
    }),
    updated_at: time(
      Timestamp,
      "When the form was last changed, or else when the job was created",
      example.time.jobCreated
    ),
    version
  },
  events: {
    updated: { summary: "The application form of a job was changed" }
  }
})

/** A form as the interface shows it; its id is the job's. */
export const JobForm = noun.json
export interface JobForm extends Schema.Schema.Type<typeof JobForm> {}

export const JobFormState = noun.row
export interface JobFormState extends Schema.Schema.Type<typeof JobFormState> {}

/** A request for a form, which replaces the present one. */
export const JobFormDraft = noun.create.pipe(
  named("JobFormDraft", "The new form of a job. Omitted fields get their defaults", {
    resume: "optional",
    questions: [{ label: "When can you start?", type: "long_text", required: true }]
  })
)
export interface JobFormDraft extends Schema.Schema.Type<typeof JobFormDraft> {}

const defaults = {
  phone: "optional",
  linkedin_url: "optional",
  website_url: "hidden",
  resume: "required",
  cover_letter: "optional",
  questions: []
} as const

/** Returns the default form of a job that has none. */
export const initial = (id: JobId, created_at: Timestamp): JobFormState => ({
  id,
  ...defaults,
  updated_at: created_at,
  version: 0
})

/** Replaces the form. Questions that are sent with their ids stay the same questions. */
export const replace = (
  form: JobFormState,
  draft: JobFormDraft,
  { nextId, now }: DecisionContext
): Decision<JobFormState, never> => {
  const requested = { ...defaults, ...draft, questions: questionsOf(draft.questions ?? [], form.questions, nextId) }
  const changes = differences(form, requested)
  if (Object.keys(changes).length === 0) return unchanged(form)
  const after: JobFormState = { ...form, ...changes, updated_at: now, version: form.version + 1 }
  return decided(after, noun.event("updated", after))
}

/** Copies the form of another job to a new one, with new questions. */
export const copy = (form: JobFormState, from: JobFormState, context: DecisionContext): Decision<JobFormState, never> =>
  replace(form, Struct.pick(from, namesOf(noun, "defaulted", "list")), context)
