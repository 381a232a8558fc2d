/** The organization: its name, its plan and usage, and how long it keeps candidates. */
import { useState } from "react"
import type { Organization as Detail } from "@candor/client"
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { msg, Rich, t } from "../language/text.tsx"
import { Button, textOf, useAction } from "../parts/Action.tsx"
import { TextField } from "../parts/Fields.tsx"
import { Meter } from "../parts/Meter.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Badge, Page, Show } from "../parts/Page.tsx"
import { PageForm } from "../parts/PageForm.tsx"
import { Part } from "../parts/Part.tsx"
import { spelled } from "../parts/Status.tsx"
import { Day } from "../parts/Time.tsx"
import { ZoneField } from "../parts/ZoneField.tsx"
import { useMay } from "../session/CurrentSession.tsx"
import { ModelPart } from "./criteria/ModelPart.tsx"
import { ExportAll } from "./ExportAll.tsx"
import { Holidays } from "./interview/Holidays.tsx"
import { CalendarFailure } from "./interview/CalendarFailure.tsx"
import { ownZone } from "./interview/interviews.ts"
import { FileStorage } from "./FileStorage.tsx"
import { OrganizationLanguage } from "./OrganizationLanguage.tsx"
import { SignalSettings } from "./signal/SignalSettings.tsx"
import { type OrganizationProps, useOrganizationForm } from "./useOrganizationForm.ts"

export const Organization = () => {
  const loaded = useLoaded(
    ["organization"],
    async (signal) => (await candor.organizations.get({ signal })).organization
  )
  const replace = (changed: Detail) => loaded.replace(() => changed)
  return (
    <Page title={t("Organization")}>
      <Show of={loaded}>
        {(organization) => (
          <>
            <Plan organization={organization} />
            <Name organization={organization} onChange={replace} />
            <TimeZone organization={organization} onChange={replace} />
            <OrganizationLanguage organization={organization} onChange={replace} />
            <CalendarFailure organization={organization} onChange={replace} />
            <Holidays />
            <ModelPart />
            <FileStorage />
            <SignalSettings organization={organization} onChange={replace} />
            <Retention organization={organization} onChange={replace} />
            <ExportAll />
          </>
        )}
      </Show>
    </Page>
  )
}

const Plan = (
  { organization: { created_at, plan, publish_limit, published_jobs } }: Pick<OrganizationProps, "organization">
) => (
  <section className="meter-card" aria-label={t("Plan")}>
    <div className="row">
      <span>
        <Rich
          text={publish_limit === null
            ? msg("{published} published jobs, no limit")
            : msg("{published} of {limit} published jobs")}
          values={{ published: <strong>{published_jobs}</strong>, limit: publish_limit }}
        />
      </span>
      <span>
        <Badge tone="accent">{spelled(plan)}</Badge>{" "}
        <span className="hint">
          {t("since")} <Day at={created_at} />
        </span>
      </span>
    </div>
    {publish_limit === null ? null : <Meter label={t("Published jobs")} used={published_jobs} limit={publish_limit} />}
    <p className="hint">{t("To change the plan, contact the operator of this service.")}</p>
  </section>
)

const Name = (props: OrganizationProps) => {
  const isAdmin = useMay("admin")
  const tell = useNotice()
  const { opened: { name }, save } = useOrganizationForm(props)
  const action = useAction(async (form: FormData) => {
    await save({ name: textOf(form, "name") })
    tell(t("Name saved"))
  })
  if (!isAdmin) return null
  return (
    <Part title={t("Name")}>
      <PageForm action={action} submit={t("Save name")} className="narrow">
        <TextField label={t("Organization name")} name="name" required defaultValue={name} />
      </PageForm>
    </Part>
  )
}

const TimeZone = (props: OrganizationProps) => {
  const isAdmin = useMay("admin")
  const tell = useNotice()
  const { opened: { time_zone }, save } = useOrganizationForm(props)
  const action = useAction(async (form: FormData) => {
    await save({ time_zone: textOf(form, "time_zone") })
    tell(t("Time zone saved"))
  })
  if (!isAdmin) return null
  return (
    <Part title={t("Time zone")}>
      <PageForm action={action} submit={t("Save time zone")} className="narrow">
        <ZoneField
          label={t("Time zone")}
          present={time_zone ?? ownZone()}
          hint={time_zone === null
            ? t("This is your device's. Until you save it, working hours are in UTC.")
            : undefined}
        />
      </PageForm>
    </Part>
  )
}

const Retention = (props: OrganizationProps) => {
  const { organization: { retention } } = props
  const { save } = useOrganizationForm(props)
  const isAdmin = useMay("admin")
  const tell = useNotice()
  const [months, setMonths] = useState(String(retention?.anonymise_after_months ?? 12))
  const preview = useAction(async () => {
    const { total } = await candor.organizations.previewRetention({
      anonymise_after_months: months === "" ? undefined : Number(months),
      limit: 1
    })
    tell(
      t(
        total.at_least
          ? msg("At least {count} candidates would be anonymized now.")
          : msg("{count, plural, one {# candidate} other {# candidates}} would be anonymized now."),
        { count: total.count }
      )
    )
  })
  const set = useAction(async (rule: { readonly anonymise_after_months: number } | null) => {
    await save({ retention: rule })
    tell(rule === null ? t("Retention rule removed") : t("Retention rule saved"))
  })
  return (
    <Part title={t("Data retention")}>
      <p className="lead">
        {retention === null
          ? t("Rejected candidates are kept until someone deletes them.")
          : (
            <Rich
              text="Candidates are anonymized {months, plural, one {# month} other {# months}} after their last rejection, starting on {day}."
              values={{ months: retention.anonymise_after_months, day: <Day at={retention.applies_from} /> }}
            />
          )} {retention === null ? null : t("Unassigned emails are deleted after the same number of months.")}
      </p>
      {isAdmin
        ? (
          <PageForm
            action={{
              ...set,
              run: () => set.run({ anonymise_after_months: Number(months) }),
              error: set.error ?? preview.error
            }}
            submit={t("Save rule")}
            className="narrow"
          >
            <TextField
              label={t("Months after the last rejection")}
              name="months"
              type="number"
              min={1}
              max={120}
              required
              value={months}
              onChange={({ target }) => setMonths(target.value)}
              hint={t("A new rule takes effect after 24 hours, so you can still undo it.")}
            />
            <div className="buttons">
              <Button pending={preview.pending} onClick={() => preview.run()}>
                {t("Preview affected candidates")}
              </Button>
              {retention === null ? null : <Button onClick={() => set.run(null)}>{t("Remove rule")}</Button>}
            </div>
          </PageForm>
        )
        : null}
    </Part>
  )
}
