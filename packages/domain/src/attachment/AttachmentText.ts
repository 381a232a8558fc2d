/** The text of an attachment, and the status of its extraction. */
import { Result } from "effect"
import { type Decision, decided } from "../Decision.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { type AttachmentState, noun } from "./Attachment.ts"
import { withoutSurplusMarks } from "../Text.ts"
import { hasText, isEnough, maxTextLength } from "./TextLength.ts"
import { type TextFailure, textStatus } from "./TextStatus.ts"

/** Removes invisible characters and surplus white space from a text. */
const readable = (text: string): string =>
  withoutSurplusMarks(text.toWellFormed())
    .replace(/\r\n?/g, "\n")
    .replace(/[[\p{Cc}\p{Cf}]--[\n\t\u200c\u200d]]/gv, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()

/**
 * Returns the first code points of a text. It does not split the text, which would block the event loop for
 * milliseconds.
 */
const beginOf = (text: string, codePoints: number): string => {
  if (text.length <= codePoints) return text
  let end = 0
  for (let count = 0; count < codePoints && end < text.length; count++) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** The data of a content that is stored besides its text. */
export type AboutContent = Pick<AttachmentState, "content_digest" | "hidden_text">
const unknown: AboutContent = { content_digest: null, hidden_text: null }

/** The most characters that are stored of hidden text. */
const maxHidden = 2000

/** Returns the stored part of hidden text, which people do not see. */
export const hiddenTextOf = (text: string): string | null => {
  const kept = readable(text.slice(0, 2 * maxHidden)).slice(0, maxHidden).toWellFormed()
  return kept === "" ? null : kept
}

/** Returns the next status. A file whose text is never extracted counts as extracted. */
const next = ({ text_status }: AttachmentState, event: "extract" | "fail") =>
  textStatus.next(text_status ?? "extracted", event)

/**
 * Stores the extracted text. It is cut at `maxTextLength`, which `text_is_cut` records. A text without letters and
 * digits counts as none.
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
