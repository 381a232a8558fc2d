import {
  difference,
  maxFeedback,
  maxNotes,
  maxTextBytes,
  nothing,
  ofAnswers,
  ofFeedback,
  ofNote,
  sum,
  withinLimits
} from "@candor/domain/application/ApplicationSize"
import { StageId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { LimitReached, withinLimit } from "@candor/domain/Limit"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import * as Stage from "@candor/domain/job/Stage"
import { jsonBytes } from "@candor/domain/Text"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const things = { what: "things", limit: 10 }
const passes = (result: Result.Result<void, LimitReached>) => Result.isSuccess(result)

describe("a limit", () => {
  test.each([[0, 10, true], [9, 1, true], [9, 2, false], [10, 1, false], [12, 0, true], [12, -1, true]])(
    "with %d present and %d more: %p",
    (present, added, expected) => {
      expect(passes(withinLimit(things, present, added))).toBe(expected)
    }
  )

  test("tells what it is, what there is and what was to be added", () => {
    expect(withinLimit(things, 9, 2)).toEqual(Result.fail(new LimitReached({ ...things, present: 9, added: 2 })))
  })
})

test("bytes are those of JSON in UTF-8", () => {
  expect(["", "é🛠", "\"\\\n\u0001\u007f\u2028"].map((text) => jsonBytes(text))).toEqual([
    2,
    8,
    2 + 2 + 2 + 2 + 6 + 1 + 3
  ])
})

describe("the size of an application", () => {
  const full = { notes_counted: maxNotes.limit, feedback_counted: maxFeedback.limit, text_bytes: maxTextBytes.limit }

  test("counts notes, feedback and the bytes of their texts and of answers", () => {
    const answers = [{ question_text: "Why?", answer_text: "é" }, { question_text: "?", answer_text: "" }]
    expect(ofAnswers(answers)).toEqual({ ...nothing, text_bytes: 6 + 4 + 3 + 2 })
    expect(sum(ofNote({ body: "Yes" }), ofFeedback({ body: "No", interview_type: "x" }))).toEqual({
      notes_counted: 1,
      feedback_counted: 1,
      text_bytes: 5 + 4 + 3
    })
    expect(difference(ofNote({ body: "longer" }), ofNote({ body: "long" }))).toEqual({ ...nothing, text_bytes: -2 })
  })

  test.each(["notes_counted", "feedback_counted", "text_bytes"] as const)(
    "does not exceed its limit of %s",
    (field) => {
      const added = { ...nothing, [field]: 1 }
      expect(passes(withinLimits({ ...full, [field]: full[field] - 1 }, added))).toBe(true)
      expect(passes(withinLimits(full, added))).toBe(false)
      expect(passes(withinLimits(full, { ...nothing, [field]: -1 }))).toBe(true)
    }
  )
})

test("a search does not exceed its limits of prospects and of bytes, and email addresses do not count", () => {
  const texts = {
    full_name: "Ada",
    current_title: null,
    current_company: null,
    linkedin_url: null,
    location: null,
    summary: "é"
  }
  const added = Prospect.sizeOf([texts, Object.assign({ email: "ada@example.com" }, texts)])
  expect(added).toEqual({ prospects_counted: 2, text_bytes: 2 * jsonBytes(["Ada", null, null, null, null, "é"]) })
  const full = { prospects_counted: Prospect.maxProspects.limit, text_bytes: Prospect.maxProspectBytes.limit }
  const room = { prospects_counted: full.prospects_counted - 2, text_bytes: full.text_bytes - added.text_bytes }
  expect(passes(Prospect.withinLimits(room, added))).toBe(true)
  expect(passes(Prospect.withinLimits({ ...room, prospects_counted: room.prospects_counted + 1 }, added))).toBe(false)
  expect(passes(Prospect.withinLimits({ ...room, text_bytes: room.text_bytes + 1 }, added))).toBe(false)
})

test("names of a job's stages stay within their limit of bytes, also together", () => {
  const long = { name: "🛠".repeat(200) }
  const fits = Math.floor(Stage.maxNameBytes.limit / jsonBytes(long.name))
  const draft = (stages: number) => ({ title: "Engineer", stages: Array.from({ length: stages }, () => long) })
  expect(Result.isSuccess(Job.create(draft(fits), new Set(), contextAt()))).toBe(true)
  expect(Result.getOrThrow(Result.flip(Job.create(draft(fits + 1), new Set(), contextAt())))).toBeInstanceOf(
    LimitReached
  )
  const job = Result.getOrThrow(Job.create(draft(fits), new Set(), contextAt())).entity
  const added = Job.withStages(job, Stage.add(job.stages, long, StageId.make(id(500))))
  expect(Result.getOrThrow(Result.flip(added))).toBeInstanceOf(LimitReached)
  const renamed = Job.withStages(job, Stage.update(job.stages, job.stages[0]!.id, { name: "Screen" }))
  expect(Result.isSuccess(renamed)).toBe(true)
})
