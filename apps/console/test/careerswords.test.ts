/**
 * Postings and submissions for two recruiters at once: why candidates do not see a job, what a form sends, and which
 * decision comes too late.
 */
import { InvalidRequest, NotFound } from "@candor/client"
import { beforeAll, describe, expect, test } from "bun:test"
import { changesOf } from "../src/api/changesOf.ts"
import { textOf } from "../src/api/failureTexts.ts"
import { setLanguage } from "../src/language/language.ts"
import { hiddenBy } from "../src/pages/job/hiddenBy.ts"
import { languages } from "../src/pages/job/languages.ts"
import { stillWaits } from "../src/pages/quarantine/stillWaits.ts"

beforeAll(() => void setLanguage("en"))

const now = Date.parse("2026-12-01T12:00:00Z")
const job = { is_confidential: false, listing: "public", status: "published", valid_through: null } as const

describe("a posting", () => {
  test.each(
    [
      [job, true, []],
      [{ ...job, listing: "unlisted", valid_through: "2026-12-01T12:00:01Z" }, true, []],
      [job, false, ["The careers site is offline."]],
      [{ ...job, status: "draft" }, true, ["The job is a draft. Publish it."]],
      [{ ...job, status: "closed", is_confidential: true }, true, [
        "The job is closed. Publish it again.",
        "The job is confidential."
      ]],
      [{ ...job, listing: "internal" }, true, ["The job is internal."]],
      [{ ...job, valid_through: "2026-12-01T12:00:00Z" }, true, []],
      [{ ...job, valid_through: "2026-12-01T11:59:59.999Z" }, true, ["The application deadline has passed."]]
    ] as const
  )("%j on a site that is open: %p", (job, is_open, reasons) => {
    expect(hiddenBy(job, { is_open }, now).map(({ text }) => text.english)).toEqual([...reasons])
  })

  test("its language is chosen by name, and one that no list has stays", () => {
    expect(languages(null)).toContainEqual(["de", "German"])
    expect(languages("de-AT")).toContainEqual(["de-AT", "Austrian German"])
    expect(languages("de")).toHaveLength(languages(null).length)
  })
})

describe("a form", () => {
  test("sends what differs from what it was opened with, whatever the order of fields, and nothing else", () => {
    const opened = {
      title: "Keeper",
      locations: [{ city: "Bath", country: "GB" }],
      salary_min: null,
      valid_through: "2039-05-01T10:00:00Z"
    }
    expect(changesOf({ title: "Keeper", locations: [{ country: "GB", city: "Bath" }], salary_min: null }, opened))
      .toEqual({})
    expect(changesOf({ title: "Keepers", locations: [], salary_min: 0 }, opened)).toEqual({
      title: "Keepers",
      locations: [],
      salary_min: 0
    })
    expect(changesOf({ title: null }, opened)).toEqual({ title: null })
  })
})

describe("a decision on a submission", () => {
  const refusal = { status: 400, code: "invalid_request", message: "", retryAfterSeconds: undefined } as const

  test("too late is one on what somebody else has released or deleted; a closed job and other failures are told", async () => {
    const made = (error: Error) => stillWaits(Promise.reject(error))
    const closed = new InvalidRequest({ ...refusal, details: { reason: "invalid_state", status: "closed" } }, "")
    expect(await stillWaits(Promise.resolve())).toBe(true)
    expect(await made(new NotFound({ ...refusal, details: {} }, ""))).toBe(false)
    expect(await made(new InvalidRequest({ ...refusal, details: { reason: "invalid_state", accepted: [] } }, ""))).toBe(
      false
    )
    await expect(made(closed)).rejects.toBe(closed)
  })

  test("that the server refuses is told without its states", () => {
    expect(textOf({ failure: "transition_refused", machine: "submission", event: "release", state: "processed" })).toBe(
      "This application was already released."
    )
  })
})
