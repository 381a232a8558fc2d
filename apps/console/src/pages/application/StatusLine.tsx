/** The stage or status of an application in a line. */
import { Badge } from "../../parts/Page.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Day } from "../../parts/Time.tsx"
import type { Application } from "./Application.ts"

export const StatusLine = (
  { application: { created_at, source_type, stage, status } }: { readonly application: Application }
) => (
  <>
    <Status of={status} /> <Badge>{stage.name}</Badge> {spelled(source_type)}, <Day at={created_at} />
  </>
)
