/** The page of an application: its stage, who applied, and the team's assessment. */
import { useState } from "react"
import { textIn } from "../../api/textIn.ts"
import type { LoadedValue } from "../../api/useLoaded.ts"
import { News } from "../../feed/News.tsx"
import { t } from "../../language/text.tsx"
import { Above } from "../../parts/Above.tsx"
import { Page, Show } from "../../parts/Page.tsx"
import type { Application } from "./Application.ts"
import { ApplicationContent, useApplication } from "./ApplicationContent.tsx"
import { Headline } from "./Headline.tsx"
import { StatusLine } from "./StatusLine.tsx"

export const ApplicationPage = ({ id }: { readonly id: string }) => {
  const loaded = useApplication(id)
  const { value: application } = loaded
  if (application === undefined)
    return (
      <Page title={t("Application")}>
        <Show of={loaded}>{() => null}</Show>
      </Page>
    )
  return <OneApplication application={application} loaded={loaded} />
}

const OneApplication = (
  { application, loaded }: { readonly application: Application; readonly loaded: LoadedValue<Application> }
) => {
  const { candidate, id, job } = application
  const [head, setHead] = useState<HTMLElement | null>(null)
  return (
    <Page
      wide
      title={candidate.full_name}
      above={<Above to="/jobs/$id" params={{ id: job.id }}>{job.title}</Above>}
      lead={
        <>
          <Headline application={application} />
          <StatusLine application={application} />
        </>
      }
      actions={<div ref={setHead} />}
    >
      <News
        of={({ data, subject_id }) =>
          [subject_id, textIn(data, "application_id")].includes(id) || subject_id === candidate.id}
      />
      <ApplicationContent head={head} application={application} loaded={loaded} />
    </Page>
  )
}
