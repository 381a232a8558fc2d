/** A text field for several tags. */
import type { ClipboardEvent, InputHTMLAttributes } from "react"
import { candor } from "../api/Client.ts"
import { t } from "../language/text.tsx"
import { textOf } from "./Action.tsx"
import { TextField } from "./Fields.tsx"
import { listOf, textOfList } from "./listOf.ts"

/** Pastes spreadsheet cells and lines as separate entries: a single-line field would join them. */
const pasteEntries = (event: ClipboardEvent<HTMLInputElement>): void => {
  const text = event.clipboardData.getData("text/plain")
  if (!/[\t\r\n]/.test(text.trim())) return
  event.preventDefault()
  const { selectionStart, value } = event.currentTarget
  const isBehindOne = /[^\s,;]\s*$/.test(value.slice(0, selectionStart ?? undefined))
  document.execCommand(
    "insertText",
    false,
    `${isBehindOne ? ", " : ""}${textOfList(listOf(text)).replace(/\s*[\r\n]\s*/g, " ")}`
  )
}

export const TagsField = (rest: Pick<InputHTMLAttributes<HTMLInputElement>, "defaultValue" | "required">) => (
  <TextField
    label={t("Tags")}
    name="tags"
    hint={t("Separate with commas.")}
    onPaste={pasteEntries}
    {...rest}
  />
)

/** Reads the typed tags. A known tag that contains a comma, of the organization or in `own`, stays a single tag. */
export const tagsIn = async (form: FormData, own: ReadonlyArray<string> = []): Promise<ReadonlyArray<string>> => {
  const text = textOf(form, "tags").normalize("NFC").toLowerCase()
  if (listOf(text, own).length < 2) return listOf(text, own)
  return listOf(text, [...own, ...(await candor.candidates.tags()).tags.map(({ name }) => name)])
}
