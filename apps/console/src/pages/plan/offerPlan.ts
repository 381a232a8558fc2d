/** Says after the move of an application that its new stage plans interviews, with a button that opens them. */
import { t } from "../../language/text.tsx"
import type { Offer } from "../../parts/Notice.tsx"
import { idOfNext } from "./NextInterviews.tsx"
import { loadPlan } from "./plan.ts"

interface Moved {
  readonly id: string
  readonly stage_id: string
  readonly status: string
}

/** Scrolls to the planned interviews of an application, as soon as the page shows them. */
const show = (id: string, attempts = 60): void => {
  const list = document.getElementById(idOfNext(id))
  list?.scrollIntoView({ block: "center" })
  list?.focus()
  if (list === null && attempts > 0) requestAnimationFrame(() => show(id, attempts - 1))
}

/**
 * Replaces the notice of a move when the plan is loaded, if it has interviews to schedule. `open` opens the
 * application.
 */
export const offerPlan = async (
  moved: Moved,
  text: string,
  tell: (text: string, more: Offer["more"]) => void,
  open: () => void = () => {}
): Promise<void> => {
  const missing = moved.status === "active" ? (await loadPlan(moved)).filter(({ status }) => status === "open") : []
  if (missing.length === 0) return
  const titles = missing.map(({ planned_interview: { title } }) => title).join(", ")
  tell(
    `${text} ${
      t("{n, plural, one {An interview is} other {# interviews are}} planned here: {titles}.", {
        n: missing.length,
        titles
      })
    }`,
    {
      label: t("Show interviews"),
      run: () => {
        open()
        show(moved.id)
      }
    }
  )
}
