/** Names and permissions of the roles in a job's team. */
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

/** What a role allows on the job, in addition to the member's general permissions. */
export const rightsInTeams: Readonly<Record<TeamMember["role"], Marked>> = {
  recruiter: decides,
  hiring_manager: decides,
  coordinator: comments,
  interviewer: comments,
  sourcer: comments
}
