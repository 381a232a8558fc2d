/** The organization: its name, its plan with what is used of it, and how long it keeps candidates. */
import { useState } from "react"
import type { Organization as Detail } from "@candor/client"
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { Button, Form, textOf, useAction } from "../parts/Action.tsx"
import { TextField } from "../parts/Fields.tsx"
import { Meter } from "../parts/Meter.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Badge, Page, Show } from "../parts/Page.tsx"
import { Part } from "../parts/Part.tsx"
import { spelled } from "../parts/Status.tsx"
import { Day } from "../parts/Time.tsx"
import { useMay } from "../session/CurrentSession.tsx"
import { RejectionReasons } from "./RejectionReasons.tsx"

export const Organization = () => {
  const loaded = useLoaded(["organization"], async (signal) => (await candor.organizations.get({ signal })).organization)
  const replace = (changed: Detail) => loaded.replace(() => changed)
  return (
    <Page title="Organization">
      <Show of={loaded}>
        {(organization) => (
          <>
            <Plan organization={organization} />
            <Name organization={organization} onChange={replace} />
            <RejectionReasons />
            <Retention organization={organization} onChange={replace} />
          </>
        )}
      </Show>
    </Page>
  )
}

interface Props {
  readonly organization: Detail
  readonly onChange: (organization: Detail) => void
}

const Plan = ({ organization: { created_at, plan, publish_limit, published_jobs } }: Pick<Props, "organization">) => (
  <section className="meter-card" aria-label="Plan">
    <div className="row">
      <span><strong>{published_jobs}</strong> {publish_limit === null ? "published jobs, without a limit" : `of ${publish_limit} published jobs`}</span>
      <span><Badge tone="accent">{spelled(plan)}</Badge> <span className="hint">since <Day at={created_at} /></span></span>
    </div>
    {publish_limit === null ? null : <Meter label="Published jobs" used={published_jobs} limit={publish_limit} />}
    <p className="hint">The operator of this service changes the plan.</p>
  </section>
)

const Name = ({ onChange, organization: { name } }: Props) => {
  const isAdmin = useMay("admin")
  const tell = useNotice()
  const action = useAction(async (form: FormData) => {
    onChange((await candor.organizations.update({ name: textOf(form, "name") })).organization)
    tell("The name is saved.")
  })
  if (!isAdmin) return null
  return (
    <Part title="Name">
      <Form action={action} submit="Save name" className="narrow"><TextField label="Name of the organization" name="name" required defaultValue={name} /></Form>
    </Part>
  )
}

const Retention = ({ onChange, organization: { retention } }: Props) => {
  const isAdmin = useMay("admin")
  const tell = useNotice()
  const [months, setMonths] = useState(String(retention?.anonymise_after_months ?? 12))
  const preview = useAction(async () => {
    const { total } = await candor.organizations.previewRetention({ anonymise_after_months: months === "" ? undefined : Number(months), limit: 1 })
    tell(`${total.at_least ? "At least " : ""}${total.count} candidates would be anonymised now.`)
  })
  const set = useAction(async (rule: { readonly anonymise_after_months: number } | null) => {
    onChange((await candor.organizations.update({ retention: rule })).organization)
    tell(rule === null ? "Candidates are kept." : "The rule is set.")
  })
  const save = useAction((_: FormData) => set.run({ anonymise_after_months: Number(months) }))
  return (
    <Part title="How long candidates are kept">
      <p className="lead">
        {retention === null
          ? "Rejected candidates are kept until somebody deletes them."
          : <>Candidates are anonymised {retention.anonymise_after_months} months after their last rejection, from <Day at={retention.applies_from} /> on.</>}
      </p>
      {isAdmin
        ? (
          <Form action={{ ...save, error: set.error ?? preview.error }} submit="Set the rule" className="narrow">
            <TextField label="Months after the last rejection" name="months" type="number" min={1} max={120} required value={months} onChange={({ target }) => setMonths(target.value)} hint="A new rule begins after a day, so that a mistake can be taken back." />
            <div className="buttons">
              <Button pending={preview.pending} onClick={() => preview.run()}>Whom would it anonymise?</Button>
              {retention === null ? null : <Button onClick={() => set.run(null)}>Keep candidates</Button>}
            </div>
          </Form>
        )
        : null}
    </Part>
  )
}
