/** The text of a file, with a model's quotation marked. */
import type { AssessmentResult } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { partStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Show } from "../../parts/Page.tsx"

/** The number of pages that are sent to a model. */
const shownPages = 2

/**
 * Returns the text (in Unicode form NFC) before the quotation, the quotation, and the text after it; white space may
 * differ.
 */
const around = (text: string, quotation: string): readonly [string, string, string] => {
  const whole = text.normalize("NFC")
  const words = quotation.split(" ").map((word) => RegExp.escape(word)).join("\\s+")
  const found = new RegExp(words, "u").exec(whole)
  if (found === null) return [whole, "", ""]
  const end = found.index + found[0].length
  return [whole.slice(0, found.index), found[0], whole.slice(end)]
}

const load = async (application: string, file: string, signal: AbortSignal): Promise<string> => {
  const read = async (page: number) => {
    const options = { signal }
    try {
      return (await candor.attachments.text(application, file, { page }, options)).attachment_text
    } catch (error) {
      signal.throwIfAborted()
      // The file may belong to the candidate instead of the application.
      const { application: { candidate } } = await candor.applications.get(application, options)
      return (await candor.candidateAttachments.text(candidate.id, file, { page }, options).catch(() => {
        throw error
      })).attachment_text
    }
  }
  const first = await read(1)
  const more = first.pages > 1 ? (await read(shownPages)).text ?? "" : ""
  return (first.text ?? "") + more
}

interface Props {
  readonly application: string
  readonly result: AssessmentResult
  readonly onClose: () => void
}

export const QuotationDialog = ({ application, onClose, result: { attachment_id, criterion, quotation } }: Props) => {
  const text = useLoaded(
    ["attachment_text", attachment_id ?? ""],
    (signal) => load(application, attachment_id ?? "", signal),
    partStaleTime
  )
  return (
    <Dialog title={criterion} onClose={onClose}>
      <p className="hint">{t("The text of the file, as the model was shown it.")}</p>
      <Show of={text}>
        {(text) => {
          const [before, words, behind] = around(text, quotation ?? "")
          return (
            <div className="file-view" role="region" aria-label={t("Text of the file")} tabIndex={0}>
              <p className="prose">
                {before}
                {words === "" ? null : <mark ref={(mark) => mark?.scrollIntoView({ block: "center" })}>{words}</mark>}
                {behind}
              </p>
            </div>
          )
        }}
      </Show>
    </Dialog>
  )
}
