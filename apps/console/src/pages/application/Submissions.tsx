/** The submissions of a person through the careers site: when, from which source, and the given consents. */
import type { Submission } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { partStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Rich, t } from "../../language/text.tsx"
import { Badge } from "../../parts/Page.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago } from "../../parts/Time.tsx"
import { reasonsOf } from "../quarantine/quarantine.ts"
import { sourceFacts } from "../quarantine/sourceFacts.tsx"

/** The submissions for an application, newest first. */
export const useSubmissions = (application: string): ReadonlyArray<Submission> =>
  useLoaded(
    ["submission", "of", application],
    async (signal) => (await candor.submissions.ofApplication(application, { signal })).submissions,
    partStaleTime
  ).value ?? []

export const Submissions = ({ application }: { readonly application: string }) => {
  const value = useSubmissions(application)
  if (value.length === 0) return null
  return (
    <Part title={t("Sent through the careers site")}>
      <ul className="entries">
        {value.map((submission, at) => (
          <Sent key={submission.id} submission={submission} isFirst={at === value.length - 1} />
        ))}
      </ul>
    </Part>
  )
}

const Sent = ({ isFirst, submission }: { readonly submission: Submission; readonly isFirst: boolean }) => {
  const { created_at, files, withdrawal_requested_at } = submission
  const at = <Ago at={created_at} />
  return (
    <li className="entry-item">
      <strong>
        {isFirst ? <Rich text="Sent {at}" values={{ at }} /> : <Rich text="Sent again {at}" values={{ at }} />}
      </strong>
      {withdrawal_requested_at === null ? null : (
        <p>
          <Badge tone="warning">{t("Asks to withdraw the application")}</Badge> <Ago at={withdrawal_requested_at} />
        </p>
      )}
      <Facts
        facts={[
          ...sourceFacts(submission),
          [t("Files"), files.map(({ original_filename }) => original_filename).join(", ")],
          [t("Waited"), reasonsOf(submission).join(" ")]
        ]}
      />
    </li>
  )
}
