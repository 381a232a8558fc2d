/** Chooses whether candidates can book a member whose calendar can't be read. */
import type { Organization } from "@candor/client"
import { msg, t } from "../../language/text.tsx"
import { useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Select } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { PageForm } from "../../parts/PageForm.tsx"
import { Part } from "../../parts/Part.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { type OrganizationProps, useOrganizationForm } from "../useOrganizationForm.ts"

const choices = choicesOf<Organization["calendar_failure"]>({
  warn: msg("Candidates book by what was last known"),
  block: msg("Candidates can't book this person")
})

export const CalendarFailure = (props: OrganizationProps) => {
  const isAdmin = useMay("admin")
  const tell = useNotice()
  const { opened: { calendar_failure }, save } = useOrganizationForm(props)
  const action = useAction(async (form: FormData) => {
    await save({ calendar_failure: choices.of(String(form.get("calendar_failure"))) ?? calendar_failure })
    tell(t("Calendar setting saved"))
  })
  if (!isAdmin) return null
  return (
    <Part title={t("Calendars of members")}>
      <PageForm action={action} submit={t("Save calendar setting")} className="narrow">
        <Select
          label={t("If a calendar can't be read for an hour")}
          name="calendar_failure"
          options={choices.options}
          defaultValue={calendar_failure}
        />
      </PageForm>
    </Part>
  )
}
