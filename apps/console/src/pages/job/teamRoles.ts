/** What members do for jobs, in words. */
import type { TeamMember } from "@candor/client"
import { type Marked, msg } from "../../language/text.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"

export const rolesInTeams = choicesOf<TeamMember["role"]>({
  recruiter: msg("Recruiter"),
  hiring_manager: msg("Hiring manager"),
  coordinator: msg("Coordinator"),
  interviewer: msg("Interviewer"),
  sourcer: msg("Sourcer")
})

const decides = msg("Moves, rejects and hires applicants, and asks for feedback.")
const comments = msg("Sees the applicants, and adds notes and feedback.")

/** What a role allows on the job, beside what the member may do anyway. */
export const rightsInTeams: Readonly<Record<TeamMember["role"], Marked>> = {
  recruiter: decides,
  hiring_manager: decides,
  coordinator: comments,
  interviewer: comments,
  sourcer: comments
}
