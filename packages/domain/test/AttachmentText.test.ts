import { add, type AttachmentState, type ReceivedFile } from "@candor/domain/attachment/Attachment"
import { extract, fail } from "@candor/domain/attachment/AttachmentText"
import { maxReadLength, maxTextLength } from "@candor/domain/attachment/TextLength"
import { type ContentType, contentTypes } from "@candor/domain/attachment/FileKinds"
import { ApplicationId, AttachmentId } from "@candor/domain/Id"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt } from "./context.ts"

const attachment = (content_type: ContentType = "application/pdf"): AttachmentState => {
  const file: ReceivedFile = { file_type: "resume", original_filename: "cv.pdf", content_type, size_bytes: 1000 }
  const ids = [
    { application_id: ApplicationId.make(crypto.randomUUID()) },
    AttachmentId.make(crypto.randomUUID())
  ] as const
  return Result.getOrThrow(add(...ids, file, contextAt())).entity
}

const extracted = (text: string) => Result.getOrThrow(extract(attachment(), text))

describe("a text", () => {
  test("is pending for every content", () => {
    expect(contentTypes.map((type) => attachment(type).text_status)).toEqual(contentTypes.map(() => "pending"))
  })

  test.each(["", " \n ", "\u200b\ufeff", "- \u2022 _ \f"])("without letters and digits is none: %j", (read) => {
    expect(extracted(read).entity).toMatchObject({ text: null, text_status: "failed", text_failure: "no_text" })
  })

  test.each([
    ["  one\t two\u00a0 three \r\n\r\n\n\n four\f ", "one two three\n\nfour"],
    ["nul\u0000, bell\u0007, \u202ereversed, soft\u00adhyphen", "nul, bell, reversed, softhyphen"],
    ["half \ud83d of a letter", "half \ufffd of a letter"],
    ["\u0928\u094d\u200d\u0928", "\u0928\u094d\u200d\u0928"],
    [`a${"\u0315".repeat(1000)} b`, `a${"\u0315".repeat(100)} b`]
  ])("%j is kept as %j", (read, kept) => {
    expect(extracted(read).entity).toMatchObject({
      text: kept,
      text_status: "extracted",
      text_failure: null,
      text_is_cut: false
    })
  })

  test("of more than 100,000 characters is cut, and says so", () => {
    expect(extracted("𐍈".repeat(maxTextLength)).entity).toMatchObject({
      text: "𐍈".repeat(maxTextLength),
      text_is_cut: false
    })
    expect(extracted("𐍈".repeat(maxTextLength + 1)).entity).toMatchObject({
      text: "𐍈".repeat(maxTextLength),
      text_is_cut: true
    })
    expect(extracted("word".padEnd(maxReadLength)).entity).toMatchObject({ text: "word", text_is_cut: true })
  })

  test("is in no event", () => {
    const { entity: { content_digest: _, hidden_text: __, text: ___, ...shown }, events } = extracted("Zymurgy")
    expect(events).toEqual([{ type: "attachment.text_extracted", subject_id: shown.id, data: shown }])
  })

  test("that cannot be extracted has the reason, and an event", () => {
    const { entity: { content_digest: _, hidden_text: __, text, ...shown }, events } = Result.getOrThrow(
      fail(attachment(), "encrypted")
    )
    expect([text, shown.text_status, shown.text_failure]).toEqual([null, "failed", "encrypted"])
    expect(events).toEqual([{ type: "attachment.text_failed", subject_id: shown.id, data: shown }])
  })

  test.each([["extracted", extracted("A text.").entity], ["not extracted", extracted("").entity]])(
    "that is %s already stays so",
    (_, done) => {
      expect(Result.isFailure(extract(done, "Another one."))).toBe(true)
      expect(Result.isFailure(fail(done, "crashed"))).toBe(true)
    }
  )
})
