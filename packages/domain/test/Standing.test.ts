import type { ApplicationStatus } from "@candor/domain/application/ApplicationStatus"
import { StageId } from "@candor/domain/Id"
import type { MessageState } from "@candor/domain/mail/Message"
import { standingOf, untoldDays } from "@candor/domain/submission/Standing"
import { later, Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { id } from "./context.ts"

const [labelled, plain, hired] = [StageId.make(id(1)), StageId.make(id(2)), StageId.make(id(4))]
const stages = [
  { id: labelled, candidate_label: "We are reading it", type: "screen" },
  { id: plain, candidate_label: null, type: "screen" },
  { id: hired, candidate_label: "Welcome!", type: "hired" }
] as const
const entered_at = Timestamp.make("2026-12-01T12:00:00.000Z")
const days = (count: number): Timestamp => later(entered_at, count * 86_400_000)

/** An application of one submission, in a stage and a status since the first of December. */
const applied = (
  status: ApplicationStatus,
  stage = labelled,
  letter: Pick<MessageState, "created_at" | "status"> | null = null
) => ({
  submission: { made_application: true },
  history: { items: [{ status, entered_at, stage: { id: stage } }] },
  isAlone: true,
  stages,
  letter
})

const letter = (status: MessageState["status"], created_at = days(0)) => ({ status, created_at })

describe("the applicant reads that the application", () => {
  test.each(
    [
      ["is in review, in the words of its stage", applied("active"), days(0), ["in_review", "We are reading it"]],
      ["is in review, where its stage has no words", applied("active", plain), days(0), ["in_review", null]],
      ["is in review, where its stage is deleted", applied("active", StageId.make(id(3))), days(0), [
        "in_review",
        null
      ]],
      ["was successful, in the words of its stage", applied("hired"), days(0), ["hired", "We are reading it"]],
      [
        "is in review, until a letter says that it is rejected",
        applied("rejected", labelled, letter("queued")),
        days(30),
        ["in_review", "We are reading it"]
      ],
      ["is rejected, once the letter was sent", applied("rejected", labelled, letter("sent")), days(0), [
        "rejected",
        null
      ]],
      [
        "is in review, until a letter says it whose server's clock is behind",
        applied("rejected", labelled, letter("queued", later(days(0), -5000))),
        days(30),
        ["in_review", "We are reading it"]
      ],
      [
        "is in review, where only an earlier rejection had a letter",
        applied("rejected", labelled, letter("sent", days(-9))),
        days(1),
        ["in_review", "We are reading it"]
      ],
      ["is in review, where it is rejected in a stage of those who are hired", applied("rejected", hired), days(0), [
        "in_review",
        null
      ]],
      ["is in review, where no letter is sent", applied("rejected"), days(untoldDays - 1), [
        "in_review",
        "We are reading it"
      ]],
      ["is rejected, a week later without a letter", applied("rejected"), days(untoldDays), ["rejected", null]],
      [
        "is rejected, a week later where the letter failed",
        applied("rejected", labelled, letter("failed")),
        days(untoldDays),
        ["rejected", null]
      ],
      ["is in review, where another submission was added", { ...applied("hired"), isAlone: false }, days(0), [
        "in_review",
        null
      ]],
      [
        "is in review, where it came otherwise",
        { ...applied("hired"), submission: { made_application: false } },
        days(0),
        ["in_review", null]
      ],
      ["is in review, before there is one", { ...applied("active"), history: { items: [] } }, days(0), [
        "in_review",
        null
      ]]
    ] as const
  )("%s", (_, facts, now, told) => {
    const { label, status } = standingOf(facts, now)
    expect<ReadonlyArray<string | null>>([status, label]).toEqual([...told])
  })

  test("has interviews, until it is withdrawn, where nobody else can have sent it: a rejection that is not told yet changes nothing", () => {
    const facts = [applied("active"), applied("rejected"), applied("withdrawn"), {
      ...applied("active"),
      isAlone: false
    }]
    expect(facts.map((one) => standingOf(one, days(0)).isTold)).toEqual([true, true, false, false])
  })
})
