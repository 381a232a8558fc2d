/** The open setup steps of a new organization, for administrators; each step disappears when it is done. */
import { Link } from "@tanstack/react-router"
import { type ReactNode, useEffect, useState } from "react"
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Button } from "../parts/Action.tsx"
import { Part } from "../parts/Part.tsx"
import { useMay, useSession } from "../session/CurrentSession.tsx"
import { useCareers } from "./careers/careers.ts"
import { useMailAccount, whyUnsent } from "./mail/mails.ts"
import { useOrganization, UseOwnZone } from "./UseOwnZone.tsx"

export const FirstSteps = () => {
  const { byKey, organization } = useSession()
  const isAdmin = useMay("admin")
  const key = `candor.first-steps.${organization.id}`
  const [isHidden, setHidden] = useState(() => localStorage.getItem(key) !== null)
  // Also stored in the browser when all steps are done: checking that takes five requests.
  const hide = () => {
    localStorage.setItem(key, "hidden")
    setHidden(true)
  }
  return isAdmin && !byKey && !isHidden ? <Steps onHide={hide} /> : null
}

const AllDone = ({ onDone }: { readonly onDone: () => void }) => {
  useEffect(onDone, [])
  return null
}

const Steps = ({ onHide }: { readonly onHide: () => void }) => {
  const { user } = useSession()
  const { replace, value: organization } = useOrganization()
  const { value: account } = useMailAccount()
  const { value: careers } = useCareers()
  const { value: others } = useLoaded(
    ["member", "count"],
    async (signal) => (await candor.members.list({ limit: 2 }, { signal })).members.length - 1
  )
  const { value: jobs } = useLoaded(
    ["job", "count"],
    async (signal) => (await candor.jobs.list({ limit: 1 }, { signal })).jobs.length
  )
  if (organization === undefined || account === undefined || careers === undefined) return null
  if (others === undefined || jobs === undefined) return null
  const steps: ReadonlyArray<readonly [isDone: boolean, step: ReactNode, side?: ReactNode]> = [
    [user.full_name !== user.email, <Link to="/account" className="row-link">{t("Enter your name")}</Link>],
    [
      organization.time_zone !== null,
      <Link to="/organization" className="row-link">{t("Choose your time zone")}</Link>,
      <UseOwnZone organization={organization} onChange={(changed) => replace(() => changed)} />
    ],
    [whyUnsent(account) === undefined, <Link to="/mail-account" className="row-link">{t("Set up email")}</Link>],
    [others > 0, <Link to="/members" search={{ open: "new" }} className="row-link">{t("Add colleagues")}</Link>],
    [
      careers.is_open && careers.privacy_notice !== null,
      <Link to="/careers-site" className="row-link">{t("Publish your careers site, with a privacy notice")}</Link>
    ],
    [jobs > 0, <Link to="/jobs" className="row-link">{t("Create your first job")}</Link>]
  ]
  const open = steps.filter(([isDone]) => !isDone)
  if (open.length === 0) return <AllDone onDone={onHide} />
  return (
    <Part title={t("First steps")} side={<Button look="quiet" onClick={onHide}>{t("Hide")}</Button>}>
      <ul className="list">
        {open.map(([, step, side], at) => (
          <li key={at} className="job-row waiting-row first-step">
            <div className="list-main">
              {step}
              <span className="row-inner">{side}</span>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  )
}
