/** Loads the submissions in the quarantine for the navigation and their page. */
import type { Submission, SubmissionListItem } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { reloadChanged } from "../../api/store.ts"
import { useDeleted } from "../../api/useDeletion.ts"
import { usePaged } from "../../api/usePaged.ts"
import { type Marked, msg, t } from "../../language/text.tsx"

/** The newest submissions in the quarantine, of all jobs or of one. */
export const useQuarantine = (job?: string) => {
  const deleted = useDeleted()
  const list = usePaged(
    ["submission", "quarantine", job ?? ""],
    (page, signal) => candor.submissions.list({ job_id: job, ...page }, { signal }),
    ({ submissions }) => submissions
  )
  const { value } = list
  return value === undefined
    ? list
    : { ...list, value: { ...value, items: value.items.filter(({ id }) => !deleted.has(id)) } }
}

/** Reloads submissions after a change by this tab. */
export const reloadSubmissions = () => reloadChanged(["submission"])

const suspicions: { readonly [Suspicion in Submission["suspicions"][number]]: Marked } = {
  honeypot: msg("A hidden field was filled in, which people can't see."),
  too_fast: msg("The form was sent within two seconds."),
  no_proof: msg("It arrived during a flood of applications, without passing the bot check."),
  same_text: msg("The same text arrived from several IP addresses."),
  burst: msg("Many applications or very large files arrived from the same IP address."),
  job_closed: msg("The job was closed before the application could be created."),
  no_room: msg("The application has reached its limit for files or answers.")
}

/** Returns the reasons for which a submission is, or was, in the quarantine. */
export const reasonsOf = (submission: Pick<Submission, "suspicions">): ReadonlyArray<string> =>
  submission.suspicions.map((one) => t(suspicions[one]))

type Group = readonly [SubmissionListItem, ...ReadonlyArray<SubmissionListItem>]

/** Groups nearly equal submissions at the position of the first; each other one is a group by itself. */
export const groupsOf = (items: ReadonlyArray<SubmissionListItem>): ReadonlyArray<Group> =>
  [...Map.groupBy(items, ({ id, similar }) => similar?.id ?? id).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const]
  )
