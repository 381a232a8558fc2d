/** Values of people that do not depend on their trade. The mail domains are reserved for examples (RFC 2606). */

export const mailDomains = ["example.com", "example.org", "example.net"]

export const universities = [
  "Chalmers University of Technology",
  "KTH Royal Institute of Technology",
  "Technical University of Munich",
  "Delft University of Technology",
  "Aalto University",
  "Purdue University",
  "University of Waterloo",
  "Ohio State University",
  "Politecnico di Milano",
  "University of Edinburgh",
  "Portland Community College"
]

export const languages = ["English", "Swedish", "German", "Spanish", "Dutch", "French", "Polish", "Hindi"]

/** Sources of applications, with their frequencies. */
export const sources = [
  { value: "careers_site", weight: 45 },
  { value: "linkedin", weight: 22 },
  { value: "referral", weight: 14 },
  { value: "job_board", weight: 12 },
  { value: "agency", weight: 4 },
  { value: "sourced", weight: 3 }
]

/** Summaries of prospects. */
export const prospectSummaries = [
  "Shipped two generations of the same product and stayed for its service calls.",
  "Leads a team of five; writes about what went wrong as often as about what went right.",
  "Moved from consulting to product work three years ago, in a field close to ours.",
  "Answers questions in a public forum of the trade, patiently, and for years.",
  "Has been through a certification audit twice, both times on the hook for the evidence.",
  "Speaks at the regional meet-up; known for explaining hard things plainly.",
  "Long tenure, promoted every other year, and the last one was fourteen months ago."
]

/** Statements at the top of a résumé. */
export const aims = [
  "Likes work that somebody uses on the same day, and teams that say when something went wrong.",
  "Calm in incidents, careful with promises, and glad to write things down.",
  "Looks for a team in which questions are asked early.",
  "Has worked in small companies and in a very large one, and prefers the small ones.",
  "Would rather finish one thing than start three.",
  "Known among colleagues for patience with old systems and new people."
]
