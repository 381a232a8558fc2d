/** The organization's choice of signals. */
import { t } from "../../language/text.tsx"
import { useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { PageForm } from "../../parts/PageForm.tsx"
import { Part } from "../../parts/Part.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { type OrganizationProps, useOrganizationForm } from "../useOrganizationForm.ts"
import { kinds, kindsInOrder, meanings } from "./signals.ts"

export const SignalSettings = (props: OrganizationProps) => {
  const { opened: { signals_off }, save } = useOrganizationForm(props)
  const isAdmin = useMay("admin")
  const tell = useNotice()
  const action = useAction(async (form: FormData) => {
    const on = form.getAll("signal")
    await save({ signals_off: kindsInOrder.filter((kind) => !on.includes(kind)) })
    tell(t("Signals saved"))
  })
  if (!isAdmin) return null
  return (
    <Part title={t("Signals on applications")}>
      <p className="lead">
        {t("Candor points out what looks machine-made, with the reason. It never rejects or ranks anyone by it.")}
      </p>
      <PageForm action={action} submit={t("Save signals")} className="narrow">
        {kindsInOrder.map((kind) => (
          <label key={kind} className="check">
            <input type="checkbox" name="signal" value={kind} defaultChecked={!signals_off.includes(kind)} />
            <span>
              {t(kinds[kind])} <span className="hint">{t(meanings[kind])}</span>
            </span>
          </label>
        ))}
      </PageForm>
    </Part>
  )
}
