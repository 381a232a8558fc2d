/** A scorecard template in its editor: its rows have keys for sorting. */
import type { ScorecardTemplate, ScorecardTemplateDraft } from "@candor/client"

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
