/** Loads scorecard templates, and turns one into the rows of its editor. */
import type { ScorecardTemplate, ScorecardTemplateDraft, ScorecardTemplateUse } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"

/** Loads all templates with their uses. Not cached, since a page may open right after a change. */
export const useScorecardTemplates = () =>
  useLoaded(["scorecard_template"], async (signal) => {
    const { scorecard_templates, used_by } = await candor.scorecardTemplates.list({ signal })
    return scorecard_templates.map((template) => ({
      ...template,
      use: used_by.find(({ scorecard_template_id }) => scorecard_template_id === template.id)
    }))
  })

/** Describes the uses: “12 interviews, 1 scheduling link”; empty if a template is unused. */
export const usedBy = (use: ScorecardTemplateUse | undefined): string =>
  use === undefined ? "" : [
    use.interviews === 0 ? [] : t("{n, plural, one {# interview} other {# interviews}}", { n: use.interviews }),
    use.planned_interviews === 0
      ? []
      : t("{n, plural, one {# planned interview} other {# planned interviews}}", { n: use.planned_interviews }),
    use.scheduling_links === 0
      ? []
      : t("{n, plural, one {# scheduling link} other {# scheduling links}}", { n: use.scheduling_links })
  ].flat().join(", ")

/** A row of the editor, with a key for sorting. */
interface Row {
  readonly key: string
  /** Undefined for a new row. */
  readonly id?: string
}

export interface AttributeRow extends Row {
  readonly name: string
  readonly description: string
}

export interface SectionRow extends Row {
  readonly name: string
  readonly attributes: ReadonlyArray<AttributeRow>
}

export interface QuestionRow extends Row {
  readonly text: string
}

export interface Edited {
  readonly name: string
  readonly is_archived: boolean
  readonly sections: ReadonlyArray<SectionRow>
  readonly questions: ReadonlyArray<QuestionRow>
}

const keyed = () => ({ key: crypto.randomUUID() })

export const newAttribute = (): AttributeRow => ({ ...keyed(), name: "", description: "" })
export const newSection = (): SectionRow => ({ ...keyed(), name: "", attributes: [newAttribute()] })
export const newQuestion = (): QuestionRow => ({ ...keyed(), text: "" })

export const blank = (): Edited => ({ name: "", is_archived: false, sections: [newSection()], questions: [] })

export const rowsOf = ({ is_archived, name, questions, sections }: ScorecardTemplate): Edited => ({
  name,
  is_archived,
  sections: sections.map(({ attributes, name }) => ({
    ...keyed(),
    name,
    attributes: attributes.map(({ description, id, name }) => ({ key: id, id, name, description: description ?? "" }))
  })),
  questions: questions.map(({ id, text }) => ({ key: id, id, text }))
})

/** Returns the request. A copy sends no ids, because it gets new attributes and questions. */
export const draftOf = (
  { is_archived, name, questions, sections }: Edited,
  isCopy: boolean
): Required<ScorecardTemplateDraft> => {
  const kept = ({ id }: Row) => isCopy || id === undefined ? {} : { id }
  return {
    name: name.trim(),
    is_archived,
    sections: sections.map(({ attributes, name }) => ({
      name,
      attributes: attributes.map((row) => ({
        ...kept(row),
        name: row.name,
        description: row.description.trim() || null
      }))
    })),
    questions: questions.map((row) => ({ ...kept(row), text: row.text }))
  }
}
