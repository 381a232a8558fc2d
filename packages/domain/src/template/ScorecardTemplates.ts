/**
 * Scorecard templates, which interviews refer to. A scorecard keeps a copy of its template's content from when it was
 * begun.
 */
import { Context, Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { defaulted, id, inLists, labelled, list, required, time, version } from "../Field.ts"
import { ScorecardTemplateId } from "../Id.ts"
import { declare, Deleted } from "../Noun.ts"
import { type CountingStore, maxCountedUses, resource, type StoreOf } from "../Resource.ts"
import { Line, ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import {
  exampleContent,
  maxAttributes,
  maxQuestions,
  maxSections,
  Question,
  QuestionDrafts,
  questionsOf,
  Section,
  SectionDrafts,
  sectionsOf
} from "./ScorecardContent.ts"

const noun = declare({
  subject: "scorecard_template",
  label: ["Scorecard template", "Bewertungsbogen-Vorlage"],
  description: "A template of scorecards",
  table: "scorecard_templates",
  sees: "all",
  fields: {
    id: id(ScorecardTemplateId),
    name: required(ShownLine, Line, {
      description: "The name, unique in the organization, ignoring case",
      example: "Technical interview",
      privacy: "kept"
    }),
    sections: list(Schema.Array(Section), SectionDrafts, {
      description:
        `The sections with attributes to rate: at most ${maxSections} sections with at most ${maxAttributes} attributes together`,
      example: exampleContent.sections,
      privacy: "kept"
    }),
    questions: list(Schema.Array(Question), QuestionDrafts, {
      description: `The questions to answer in words, at most ${maxQuestions}`,
      example: exampleContent.questions,
      privacy: "kept"
    }),
    is_archived: defaulted(Schema.Boolean, Schema.Boolean, {
      description:
        "Whether the template is archived, so that it is no longer offered for interviews; `false` by default",
      example: false,
      privacy: "kept"
    }).pipe(labelled("Archived", "Archiviert", { widget: "own" })),
    created_at: time(Timestamp, "When the template was made", example.time.webhookCreated).pipe(inLists),
    updated_at: time(Timestamp, "When the template was last changed", example.time.webhookCreated).pipe(inLists),
    version
  },
  events: {
    created: { summary: "A template of scorecards was made", example: { version: 1 } },
    updated: { summary: "A template of scorecards was changed" },
    deleted: { summary: "A template of scorecards was deleted", data: Deleted }
  }
})

/** A template as the interface shows it. */
export const ScorecardTemplate = noun.json
export interface ScorecardTemplate extends Schema.Schema.Type<typeof ScorecardTemplate> {}

type TemplateState = typeof noun.row.Type

const used = (what: string) =>
  Schema.Int.pipe(described(`How many ${what} name it; ${maxCountedUses} for more, too`, 3))

export const ScorecardTemplateUse = Schema.Struct({
  scorecard_template_id: ScorecardTemplateId,
  interviews: used("interviews"),
  planned_interviews: used("planned interviews"),
  scheduling_links: used("open scheduling links")
}).pipe(named("ScorecardTemplateUse", "What uses a template, as far as the caller may see it"))
export interface ScorecardTemplateUse extends Schema.Schema.Type<typeof ScorecardTemplateUse> {}

const plain = resource(noun, {
  limit: { what: "templates of scorecards of an organization", limit: 100 },
  scope: "write",
  unique: "name",
  countsUses: true,
  uses: [
    ...(["interviews", "planned_interviews"] as const).map((table) => ({
      table,
      told: table,
      column: "scorecard_template_id",
      constraint: `${table}_scorecard_template`
    })),
    {
      table: "scheduling_links",
      told: "scheduling_links",
      column: "meetings",
      field: "scorecard_template_id",
      where: "u.status = 'open'"
    }
  ],
  initial: { is_archived: false }
})

/** Adds ids to the attributes and questions of a request. */
const identified = <Request extends typeof noun.update.Type>(
  { questions, sections, ...request }: Request,
  present: Pick<TemplateState, "questions" | "sections">,
  nextId: () => string
) => ({
  ...request,
  ...(sections === undefined ? {} : { sections: sectionsOf(sections, present.sections, nextId) }),
  ...(questions === undefined ? {} : { questions: questionsOf(questions, present.questions, nextId) })
})

/** Templates as a resource. One that an interview refers to is archived instead of deleted. */
export const scorecardTemplates: typeof plain = {
  ...plain,
  create: (draft, known, context) =>
    plain.create(identified(draft, { sections: [], questions: [] }, context.nextId), known, context),
  update: (row, patch, known, context) => plain.update(row, identified(patch, row, context.nextId), known, context)
}

/** The port to templates of scorecards. */
export class ScorecardTemplates extends Context.Service<
  ScorecardTemplates,
  StoreOf<typeof scorecardTemplates> & CountingStore<ScorecardTemplateUse>
>()("@candor/domain/ScorecardTemplates") {}
