/** Limits events to those about rows that the member may see. */
import { hiddenFeedback, inTeam, seenBy } from "@candor/domain/access/Sees"
import { nouns } from "@candor/domain/nouns"
import type { compiler, Rows, Viewing, Way } from "./WhereSql.ts"

/** The rest of a SELECT of the row in a table that an event is about. */
const subjectIn = (table: string): string =>
  `FROM ${table} x WHERE x.organization_id = $organization AND x.id = r.subject_id`

const some = (selection: string): string => `(SELECT true ${selection} LIMIT 1) IS TRUE`

/** A condition: the event is about a note for the team only, by its data or by the stored note. */
const isForTeam = `r.type LIKE 'note.%' AND (r.data->>'visibility' IS NOT DISTINCT FROM 'team' OR EXISTS (
  SELECT FROM notes n WHERE n.organization_id = $organization AND n.id = r.subject_id AND n.visibility = 'team'
))`

/**
 * Returns the condition that the viewer sees an event `r`. For members who do not see all jobs, events are hidden if
 * their data were erased, or if they do not lead to a visible job. For members who see all jobs, only events about rows
 * that some do not see may be hidden. Members who are not limited see the id of a deleted candidate, and of a deleted
 * job that was not confidential. Events of nouns whose rows everybody sees are visible to all.
 */
export const seenEvents = (
  { access, hidesFeedback }: Viewing,
  { compile, isOf, sees }: ReturnType<typeof compiler>,
  way: Way,
  all: ReadonlyArray<Rows> = nouns
): string => {
  const isOpen = access === "open"
  const seen = (subject: string, id: string, by = way) => isOf(subject, id, sees(subject), "s", by)
  // Events of a removed job are hidden until they are erased.
  const job = (id: string) =>
    isOpen
      ? `(${seen("job", id)} AND ${id} IN (SELECT j.id FROM jobs j WHERE j.organization_id = $organization))`
      : seen("job", id)
  const application = (id: string) =>
    isOpen
      ? `${seen("application", id, "found")} AND (NOT (${isForTeam})
      OR ${isOf("application", id, { of: "job", where: inTeam }, "s", "found")})`
      : seen("application", id)
  /**
   * Visibility of an event whose row may have moved to another owner: decided by the row's current state. Events of a
   * deleted row are hidden, except a deletion whose data names the owner.
   */
  const ofRow = (subject: string, table: string, deletion: boolean) =>
    `CASE
    WHEN ${some(subjectIn(table))} THEN ${
      some(`${subjectIn(table)} AND ${compile(sees(subject)!, subject, "x", "found")}`)
    }
    ELSE r.type LIKE '%.deleted' AND ${deletion} END`
  // Rows that not everybody sees: whoever sees the row sees its events. A deletion reveals nothing of it.
  const ofSome = all.filter((noun) => noun.everybodySees !== undefined).map((noun) =>
    `WHEN r.type LIKE '${noun.subject}.%' AND r.type <> '${noun.subject}.deleted' THEN ${
      some(`${subjectIn(noun.table)} AND ${compile(seenBy(noun, access, hidesFeedback)!, noun.subject, "x", "found")}`)
    }\n  `
  ).join("")
  // For these nouns the event's data names the author and the application, even after the row is gone.
  const ofOthers = all.filter(({ othersAfterOwn }) => hidesFeedback && othersAfterOwn !== undefined).map((
    { othersAfterOwn, subject }
  ) =>
    `WHEN r.type LIKE '${subject}.%' AND r.data->>'${othersAfterOwn}' IS DISTINCT FROM ($member)::text
      AND (${
      hiddenFeedback.map(({ where }) => isOf("application", "(r.data->>'application_id')::uuid", where, "s", "found"))
        .join(" OR ")
    }) THEN false\n  `
  ).join("")
  if (access === "all") return `CASE ${ofOthers}${ofSome}ELSE true END`
  const visible = nouns.flatMap((noun) => noun.sees === "all" ? [`${noun.subject}.%`] : [])
  return `CASE
  WHEN r.data IS NULL THEN false
  ${ofOthers}${ofSome}WHEN r.type = 'candidate.deleted' AND ${isOpen} THEN true
  WHEN r.type = 'job.deleted' AND ${isOpen} AND r.data->>'is_confidential' = 'false' THEN true
  WHEN r.type LIKE ANY ('{job.%,job_criteria.%,job_form.%}') THEN ${job("r.subject_id")}
  WHEN r.type LIKE 'candidate.%' THEN ${seen("candidate", "r.subject_id")}
  WHEN r.type LIKE 'sourcing_search.%' THEN ${isOpen}
  WHEN r.type LIKE 'prospect.%' THEN ${ofRow("prospect", "prospects", isOpen)}
  WHEN r.type LIKE 'message.%' THEN ${ofRow("message", "messages", isOpen)}
  WHEN r.type LIKE 'mail_rule.%' AND r.data->>'job_id' IS NULL THEN true
  WHEN r.data->>'job_id' IS NOT NULL THEN ${job("(r.data->>'job_id')::uuid")}
  WHEN r.data->>'application_id' IS NOT NULL THEN ${application("(r.data->>'application_id')::uuid")}
  WHEN r.data->>'candidate_id' IS NOT NULL THEN ${seen("candidate", "(r.data->>'candidate_id')::uuid")}
  ELSE r.type LIKE ANY ('{${visible.join()}}')
END`
}
