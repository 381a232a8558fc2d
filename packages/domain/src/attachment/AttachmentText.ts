/** The text of an attachment: what is kept of it, and what becomes of its extraction. */
import { Result } from "effect"
import { type Decision, decided } from "../Decision.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { type AttachmentState, noun } from "./Attachment.ts"
import { withoutSurplusMarks } from "../Text.ts"
import { hasText, isEnough, maxTextLength } from "./TextLength.ts"
import { type TextFailure, textStatus } from "./TextStatus.ts"

/** A text without what nobody sees, and with one space where there were many. */
const readable = (text: string): string =>
  withoutSurplusMarks(text.toWellFormed())
    .replace(/\r\n?/g, "\n")
    .replace(/[[\p{Cc}\p{Cf}]--[\n\t\u200c\u200d]]/gv, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()

/** The first code points of a text. It is not taken apart: that takes milliseconds, in which nobody is answered. */
const beginOf = (text: string, codePoints: number): string => {
  if (text.length <= codePoints) return text
  let end = 0
  for (let count = 0; count < codePoints && end < text.length; count++) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** What is kept of a content besides its text. */
export type AboutContent = Pick<AttachmentState, "content_digest" | "hidden_text">
const unknown: AboutContent = { content_digest: null, hidden_text: null }

/** Characters that are kept of a text that people do not see. */
const maxHidden = 2000

/** Returns what is kept of a text that people do not see. */
export const hiddenTextOf = (text: string): string | null => {
  const kept = readable(text.slice(0, 2 * maxHidden)).slice(0, maxHidden).toWellFormed()
  return kept === "" ? null : kept
}

/** The next status. A file whose text is not extracted needs no more work, as one whose text was. */
const next = ({ text_status }: AttachmentState, event: "extract" | "fail") =>
  textStatus.next(text_status ?? "extracted", event)

/**
 * Stores the text that was read. What exceeds `maxTextLength` is left out, and `text_is_cut` says so. A text without a
 * letter and a digit is none.
 */
export const extract = (
  attachment: AttachmentState,
  read: string,
  about: AboutContent = unknown
): Decision<AttachmentState, TransitionRefused> => {
  const text = readable(read)
  if (!hasText(text)) return fail(attachment, "no_text", about)
  return Result.flatMap(next(attachment, "extract"), (text_status) => {
    const kept = beginOf(text, maxTextLength)
    const after: AttachmentState = {
      ...attachment,
      ...about,
      text: kept,
      text_status,
      text_is_cut: isEnough(read) || kept.length < text.length
    }
    return decided(after, noun.event("text_extracted", after))
  })
}

/** Stores why there is no text. */
export const fail = (
  attachment: AttachmentState,
  text_failure: TextFailure,
  about: AboutContent = unknown
): Decision<AttachmentState, TransitionRefused> =>
  Result.flatMap(next(attachment, "fail"), (text_status) => {
    const after: AttachmentState = { ...attachment, ...about, text: null, text_status, text_failure }
    return decided(after, noun.event("text_failed", after))
  })
