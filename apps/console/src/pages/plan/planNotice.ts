/** What is said of an application that was moved: where its new stage plans interviews, with a button that leads to them. */
import { t } from "../../language/text.tsx"
import { idOfNext } from "./NextInterviews.tsx"
import { loadPlan } from "./plan.ts"

interface Moved {
  readonly id: string
  readonly stage_id: string
  readonly status: string
}

/** Shows the planned interviews of an application, once they are on the page. */
const show = (id: string, attempts = 20): void => {
  const list = document.getElementById(idOfNext(id))
  list?.scrollIntoView({ block: "center" })
  list?.focus()
  if (list === null && attempts > 0) requestAnimationFrame(() => show(id, attempts - 1))
}

/** Returns the text, and the button of the notice, if the application has interviews to schedule. `open` shows the application. */
export const planNotice = async (moved: Moved, text: string, open: () => void = () => {}) => {
  if (moved.status !== "active") return { text, more: undefined }
  const missing = (await loadPlan(moved)).filter(({ status }) => status === "open")
  return missing.length === 0 ? { text, more: undefined } : {
    text: `${text} ${t("{n, plural, one {An interview is} other {# interviews are}} planned here: {titles}.", { n: missing.length, titles: missing.map(({ planned_interview: { title } }) => title).join(", ") })}`,
    more: {
      label: t("Show interviews"),
      run: () => {
        open()
        show(moved.id)
      }
    }
  }
}
