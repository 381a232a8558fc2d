/**
 * The scorecard templates of the demo, and two members' scorecards of one interview. They disagree, which its debrief
 * shows.
 */
import type { Rating } from "@candor/domain/feedback/Rating"
import { type make as makeInterviews, scored } from "./Interviews.ts"

/** Templates: name, sections with attributes, and questions. */
const outlines = [
  ["Hiring manager interview", [
    ["Motivation", ["Interest in the work", "Ways of working"]],
    ["Experience", ["Depth", "Ownership"]]
  ], ["What should the next interview find out?"]],
  ["Technical interview", [
    ["Engineering", ["Problem solving", "Correctness", "Code that others can read"]],
    ["Working together", ["Explains decisions", "Takes in a hint"]]
  ], ["Where did they need help?"]]
] as const

/** Returns an id that is derived from the template's. */
const within = (template: string, number: number) => `${template.slice(0, -2)}${number.toString(16).padStart(2, "0")}`

/** Makes the rows of an organization's templates. Their ids are derived from the organization's id. */
export const templates = ({ created_at, id: organization_id }: { readonly id: string; readonly created_at: string }) =>
  outlines.map(([name, sections, questions], index) => {
    const id = `${organization_id.slice(0, -1)}${index}`
    return {
      organization_id,
      id,
      name,
      sections: sections.map(([name, attributes], section) => ({
        name,
        attributes: attributes.map((name, attribute) => ({
          id: within(id, 16 * (section + 1) + attribute),
          name,
          description: null
        }))
      })),
      questions: questions.map((text, question) => ({ id: within(id, 128 + question), text })),
      is_archived: false,
      created_at,
      updated_at: created_at,
      version: 1
    }
  })

const said: ReadonlyArray<
  {
    readonly overall: Rating
    readonly summary: string
    readonly ratings: ReadonlyArray<Rating>
    readonly answer: string
  }
> = [
  {
    overall: "strong_yes",
    summary:
      "Chose this field on purpose, and told of two projects that went wrong and what became of them. I would hire them.",
    ratings: ["strong_yes", "yes", "yes", "strong_yes"],
    answer: "How they work when the specification changes midway."
  },
  {
    overall: "mixed",
    summary: "Likes the product, but I could not find out what was their own part in the larger projects.",
    ratings: ["yes", "no", "mixed", "no"],
    answer: "Their own part in the migration that they described."
  }
]

/** Makes the scorecards of an interview, one of each interviewer, without times. */
export const make = (interviews: ReturnType<typeof makeInterviews>, [template]: ReturnType<typeof templates>) => {
  const interview = interviews[scored]
  return interview === undefined || template === undefined ?
    [] :
    interview.interviewers.slice(0, said.length).map(({ member_id }, index) => {
      const { answer, overall, ratings, summary } = said[index]!
      const attributes = template.sections.flatMap((section): ReadonlyArray<{ readonly id: string }> =>
        section.attributes
      )
      return {
        organization_id: interview.organization_id,
        id: `${interview.id.slice(0, -1)}${index}`,
        application_id: interview.application_id,
        interview_id: interview.id,
        member_id,
        status: "submitted",
        sections: template.sections,
        questions: template.questions,
        ratings: attributes.map(({ id }, at) => ({ attribute_id: id, rating: ratings[at]!, note: null })),
        answers: template.questions.map(({ id }) => ({ question_id: id, answer })),
        overall,
        summary,
        interview_type: interview.title
      }
    })
}

type Rows = ReturnType<typeof make>

/** Makes the interview feedback that results from scorecards (Scoring.ts of the domain), without times. */
export const feedbackOf = (scorecards: Rows) =>
  scorecards.map(({ application_id, id, interview_type, member_id, organization_id, overall, summary }) => ({
    organization_id,
    application_id,
    id,
    scorecard_id: id,
    author_id: member_id,
    interview_type,
    rating: overall,
    body: summary,
    version: 1
  }))

/** Marks the scorecards as submitted at this time. */
export const submitted = (scorecards: Rows, at: string) =>
  scorecards.map(({ interview_type: _, ...row }) => ({
    ...row,
    created_at: at,
    updated_at: at,
    submitted_at: at,
    version: 2
  }))
