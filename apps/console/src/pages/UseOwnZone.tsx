/** Sets the organization's time zone to that of the device, and warns where there is none. */
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Button, Problem, useAction } from "../parts/Action.tsx"
import { useMay } from "../session/CurrentSession.tsx"
import { ownZone } from "./interview/interviews.ts"
import { type OrganizationProps, useOrganizationForm } from "./useOrganizationForm.ts"

/** Loads the organization, which its other pages share. */
export const useOrganization = () =>
  useLoaded(["organization"], async (signal) => (await candor.organizations.get({ signal })).organization)

export const UseOwnZone = (props: OrganizationProps) => {
  const { save } = useOrganizationForm(props)
  const { error, pending, run } = useAction(() => save({ time_zone: ownZone() }))
  return (
    <>
      <Problem text={error} />
      <Button look="quiet" pending={pending} onClick={() => run()}>
        {t("Use {zone}", { zone: ownZone() })}
      </Button>
    </>
  )
}

/** Says that working hours are in UTC while the organization has no time zone. An administrator can set it here. */
export const HoursInUtc = () => {
  const isAdmin = useMay("admin")
  const { replace, value: organization } = useOrganization()
  if (organization === undefined || organization.time_zone !== null) return null
  return (
    <div className="row">
      <p className="hint warning">
        {isAdmin
          ? t("Your organization has no time zone yet: working hours are in UTC.")
          : t("Your organization has no time zone yet: working hours are in UTC. An administrator can set it.")}
      </p>
      {isAdmin ? <UseOwnZone organization={organization} onChange={(changed) => replace(() => changed)} /> : null}
    </div>
  )
}
