/** Words for rows that a decision refuses. */

/** What would have been accepted, by the kind of failure. */
const refusals: Readonly<Record<string, string>> = {
  CandidateAnonymised: "a person who was not anonymized",
  ExternalIdTaken: "an id that no other person has",
  LimitReached: "a person with room for it: a limit is reached",
  JobClosed: "an application that has ended, or a job that is not closed",
  JobNotFound: "a job that was not deleted",
  StageNotFound: "a stage of the job"
}

/** Returns what would have been accepted, for the message about a row that failed. */
export const refusalOf = (failure: unknown): string =>
  refusals[typeof failure === "object" && failure !== null && "_tag" in failure ? String(failure._tag) : ""] ??
    "a row that can be imported"
