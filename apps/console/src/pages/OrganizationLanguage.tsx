/** The setting of the organization's language, used if the reader's is unknown. */
import type { Organization } from "@candor/client"
import { msg, t } from "../language/text.tsx"
import { useAction } from "../parts/Action.tsx"
import { choicesOf } from "../parts/choicesOf.ts"
import { Select } from "../parts/Fields.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { PageForm } from "../parts/PageForm.tsx"
import { Part } from "../parts/Part.tsx"
import { useMay } from "../session/CurrentSession.tsx"
import { type OrganizationProps, useOrganizationForm } from "./useOrganizationForm.ts"

const choices = choicesOf<NonNullable<Organization["language"]>>({ en: msg("English"), de: msg("German") })

export const OrganizationLanguage = (props: OrganizationProps) => {
  const isAdmin = useMay("admin")
  const tell = useNotice()
  const { opened: { language }, save } = useOrganizationForm(props)
  const action = useAction(async (form: FormData) => {
    await save({ language: choices.of(String(form.get("language"))) ?? language })
    tell(t("Language saved"))
  })
  if (!isAdmin) return null
  return (
    <Part title={t("Language of the organization")}>
      <PageForm action={action} submit={t("Save language")} className="narrow">
        <Select
          label={t("Language")}
          name="language"
          options={choices.options}
          defaultValue={language ?? "en"}
          hint={t(
            "Of emails, the careers site and the stages of new jobs, unless the job or the reader's browser says otherwise. What is there stays as it is."
          )}
        />
      </PageForm>
    </Part>
  )
}
