/** Rows of the members' notes and interview feedback on applications. */
import type { Rating } from "@candor/domain/feedback/Rating"
import type { DemoApplication } from "./Applications.ts"
import type { Generator } from "./Generator.ts"
import * as Sentences from "./Sentences.ts"
import { day, hour, timestamp, today } from "./Times.ts"

interface Author {
  readonly id: string
}

/** Chooses this many times after the application arrived, in order, none after `end`. */
const times = (generator: Generator, { at }: DemoApplication, end: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, () => generator.after(at, Math.min(14 * day, end - at))).toSorted((a, b) => a - b)

export const notes = (
  generator: Generator,
  applications: ReadonlyArray<DemoApplication>,
  authors: ReadonlyArray<Author>
) =>
  applications.flatMap((application) => {
    const bodies = generator.some(Sentences.notes, generator.integer(0, 2))
    return times(
      generator,
      application,
      application.row.status === "active" ? today : application.updated,
      bodies.length
    ).map((at, index) => {
      const edited = generator.chance(0.15)
      return {
        organization_id: application.row.organization_id,
        application_id: application.row.id,
        id: generator.id(at),
        author_id: generator.one(authors).id,
        body: edited ? `${bodies[index]!}\n\n${generator.one(Sentences.additions)}` : bodies[index]!,
        version: edited ? 2 : 1,
        created_at: timestamp(at),
        updated_at: timestamp(edited ? generator.after(at, 2 * day) : at)
      }
    })
  })

const ratings: ReadonlyArray<{ readonly value: Rating; readonly weight: number }> = [
  { value: "strong_no", weight: 4 },
  { value: "no", weight: 18 },
  { value: "mixed", weight: 24 },
  { value: "yes", weight: 38 },
  { value: "strong_yes", weight: 16 }
]

/**
 * Makes feedback on applications that passed the first stage: one for each passed stage, and none that is negative
 * about somebody who is still active.
 */
export const feedback = (
  generator: Generator,
  applications: ReadonlyArray<DemoApplication>,
  authors: ReadonlyArray<Author>
) =>
  applications.flatMap((application) =>
    times(generator, application, application.moved, application.stage.order_index).map((at, index) => {
      const rating = generator.weighted(application.row.status === "rejected" ? ratings : ratings.slice(2))
      const submitted = timestamp(generator.after(at, hour))
      return {
        organization_id: application.row.organization_id,
        application_id: application.row.id,
        id: generator.id(at),
        author_id: generator.one(authors).id,
        interview_type: Sentences.interviewTypes[index % Sentences.interviewTypes.length]!,
        rating,
        body: generator.one(Sentences.feedback[rating]),
        version: 1,
        created_at: timestamp(at),
        submitted_at: submitted,
        updated_at: submitted
      }
    })
  )
