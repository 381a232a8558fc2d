/** The reads that are timed as an organization grows; each has a row in the page on growth. */

/** The values in the paths of the reads, from the organization that grows. */
export interface Sample {
  /** The number of the organization's applications. */
  readonly size: number
  /** The offset of the deep page. */
  readonly deep: number
  /** Returns the ids of another application and its candidate at every call. */
  readonly next: () => { readonly application: string; readonly candidate: string }
  /** The cursors of deep pages, by table and order. */
  readonly cursors: {
    readonly applications: string
    readonly changes: string
    readonly candidates: string
    readonly names: string
    readonly changedCandidates: string
  }
  readonly job: string
  readonly stage: string
  readonly search: string
  readonly prospect: string
  /** A note, a feedback and an attachment, with their applications. */
  readonly note: string
  readonly feedback: string
  readonly attachment: string
  readonly member: string
  readonly key: string
  /** The id of a candidate that was merged into another. */
  readonly merged: string
  /** The first and last name of a candidate, and a word that only its address contains. */
  readonly person: { readonly first: string; readonly last: string; readonly rare: string }
}

export interface Read {
  readonly name: string
  /** The operation, with the path of the contract. */
  readonly operation: string
  /** Returns the path of a request; the operation's by default. */
  readonly path?: (sample: Sample) => string
}

const since = encodeURIComponent("2026-10-01T00:00:00Z")
const [from, to] = ["2026-07-01T00:00:00Z", "2026-07-02T00:00:00Z"].map(encodeURIComponent)

/** Swaps the third and the fourth letter. */
const misspelt = (word: string): string => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`

const applications = "/applications"
const candidates = "/candidates"
const search = "/candidates/search"

const listed = (operation: string, name: string, query: (sample: Sample) => string): Read => ({
  name,
  operation,
  path: (sample) => `${operation}?${query(sample)}`
})

const ofApplication = (rest: string) => ({ next }: Sample): string => `/applications/${next().application}${rest}`
const ofCandidate = (rest: string) => ({ next }: Sample): string => `/candidates/${next().candidate}${rest}`

export const reads: ReadonlyArray<Read> = [
  { name: "first page", operation: applications },
  listed(applications, "filtered page", ({ stage }) => `stage_id=${stage}`),
  listed(applications, "page of a status", () => "status=hired"),
  listed(applications, "page of a rare source", () => "source_type=referral"),
  listed(applications, "page of a candidate", ({ next }) => `candidate_id=${next().candidate}`),
  listed(applications, "page of a day", () => `created_after=${from}&created_before=${to}`),
  listed(
    applications,
    "page of a day, a status and a rare source",
    () => `created_after=${from}&created_before=${to}&status=hired&source_type=referral`
  ),
  listed(
    applications,
    "page of a job, a status and a rare source",
    ({ job }) => `job_id=${job}&status=hired&source_type=referral`
  ),
  listed(applications, "page of changes", () => `updated_since=${since}`),
  listed(
    applications,
    "page of changes, a status and a rare source",
    () => `updated_since=${since}&status=hired&source_type=referral`
  ),
  listed(applications, "page at offset 100,000", ({ deep }) => `offset=${deep}`),
  listed(applications, "cursor there", ({ cursors }) => `cursor=${cursors.applications}`),
  listed(applications, "cursor there, a status", ({ cursors }) => `cursor=${cursors.applications}&status=hired`),
  listed(
    applications,
    "cursor there, changes",
    ({ cursors }) => `updated_since=${encodeURIComponent("2026-01-01T00:00:00Z")}&cursor=${cursors.changes}`
  ),
  { name: "detail", operation: "/applications/{id}", path: ofApplication("") },
  { name: "history", operation: "/applications/{id}/history", path: ofApplication("/history") },
  { name: "notes", operation: "/applications/{id}/notes", path: ofApplication("/notes") },
  { name: "note", operation: "/applications/{id}/notes/{noteId}", path: ({ note }) => `/applications/${note}` },
  { name: "feedback of an application", operation: "/applications/{id}/feedback", path: ofApplication("/feedback") },
  {
    name: "feedback",
    operation: "/applications/{id}/feedback/{feedbackId}",
    path: ({ feedback }) => `/applications/${feedback}`
  },
  { name: "attachments", operation: "/applications/{id}/attachments", path: ofApplication("/attachments") },
  {
    name: "attachment",
    operation: "/applications/{id}/attachments/{attachmentId}",
    path: ({ attachment }) => `/applications/${attachment}`
  },
  { name: "candidates", operation: candidates },
  listed(candidates, "candidates, offset 100,000", ({ deep }) => `offset=${deep}`),
  listed(candidates, "candidates, cursor there", ({ cursors }) => `cursor=${cursors.candidates}`),
  listed(candidates, "candidates by name", () => "sort=name"),
  listed(candidates, "candidates by name, cursor at 100,000", ({ cursors }) => `sort=name&cursor=${cursors.names}`),
  listed(candidates, "candidates, changes", () => `updated_since=${since}`),
  listed(
    candidates,
    "candidates, changes, cursor at 100,000",
    ({ cursors }) => `updated_since=${encodeURIComponent("2026-01-01T00:00:00Z")}&cursor=${cursors.changedCandidates}`
  ),
  listed(candidates, "candidates with a frequent tag", () => "tag=engineer"),
  listed(candidates, "candidates with a rare tag", () => "tag=compilers"),
  listed(candidates, "candidates with a tag that nobody has", () => "tag=none"),
  listed(candidates, "candidates with an address", ({ person }) => `email=person-0-${person.rare}@example.com`),
  { name: "candidate", operation: "/candidates/{candidateId}", path: ofCandidate("") },
  { name: "merged candidate", operation: "/candidates/{candidateId}", path: ({ merged }) => `/candidates/${merged}` },
  {
    name: "applications of a candidate",
    operation: "/candidates/{candidateId}/applications",
    path: ofCandidate("/applications")
  },
  {
    name: "AI profiles of a candidate",
    operation: "/candidates/{candidateId}/ai-profiles",
    path: ofCandidate("/ai-profiles")
  },
  { name: "merges into a candidate", operation: "/candidates/{candidateId}/merges", path: ofCandidate("/merges") },
  { name: "possible duplicates", operation: "/candidates/{candidateId}/duplicates", path: ofCandidate("/duplicates") },
  { name: "export of a candidate", operation: "/candidates/{candidateId}/export", path: ofCandidate("/export") },
  listed(search, "search, both names", ({ person: { first, last } }) => `q=${first}+${last}`),
  listed(search, "search, a misspelt name", ({ person: { first, last } }) => `q=${first}+${misspelt(last)}`),
  listed(search, "search, a rare word", ({ person: { rare } }) => `q=${rare}`),
  listed(search, "search, two words that everybody has", () => "q=experienced+engineer"),
  listed(
    search,
    "search, both names and a status",
    ({ person: { first, last } }) => `q=${first}+${last}&status=active`
  ),
  { name: "jobs", operation: "/jobs" },
  { name: "job", operation: "/jobs/{jobId}", path: ({ job }) => `/jobs/${job}` },
  { name: "sourcing searches", operation: "/sourcing/searches" },
  {
    name: "sourcing search",
    operation: "/sourcing/searches/{searchId}",
    path: ({ search }) => `/sourcing/searches/${search}`
  },
  {
    name: "prospects of a search of 10,000",
    operation: "/sourcing/searches/{searchId}/prospects",
    path: ({ search }) => `/sourcing/searches/${search}/prospects`
  },
  {
    name: "shortlisted prospects of it",
    operation: "/sourcing/searches/{searchId}/prospects",
    path: ({ search }) => `/sourcing/searches/${search}/prospects?status=shortlisted&pipeline_stage=not_contacted`
  },
  {
    name: "shortlist of all searches",
    operation: "/sourcing/prospects",
    path: () => "/sourcing/prospects?status=shortlisted"
  },
  {
    name: "prospect",
    operation: "/sourcing/prospects/{prospectId}",
    path: ({ prospect }) => `/sourcing/prospects/${prospect}`
  },
  { name: "organization", operation: "/organization" },
  { name: "members", operation: "/members" },
  { name: "member", operation: "/members/{memberId}", path: ({ member }) => `/members/${member}` },
  { name: "API keys", operation: "/api-keys" },
  { name: "API key", operation: "/api-keys/{apiKeyId}", path: ({ key }) => `/api-keys/${key}` },
  { name: "API key's use", operation: "/api-keys/{apiKeyId}/usage", path: ({ key }) => `/api-keys/${key}/usage` },
  { name: "rejection reasons", operation: "/rejection-reasons" },
  { name: "tags", operation: "/tags" },
  {
    name: "who is due by a retention rule",
    operation: "/organization/retention/preview",
    path: () => "/organization/retention/preview?anonymise_after_months=1"
  },
  {
    name: "change feed, old cursor",
    operation: "/events",
    path: ({ size }) => `/events?after=${Math.floor(size / 100)}&limit=100`
  },
  { name: "change feed, new cursor", operation: "/events", path: ({ size }) => `/events?after=${size - 200}&limit=100` }
]
