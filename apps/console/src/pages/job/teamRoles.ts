/** What members do for jobs, in words. */
import type { TeamMember } from "@candor/client"
import { msg } from "../../language/text.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"

export const rolesInTeams = choicesOf<TeamMember["role"]>({
  recruiter: msg("Recruiter"),
  hiring_manager: msg("Hiring manager"),
  coordinator: msg("Coordinator"),
  interviewer: msg("Interviewer"),
  sourcer: msg("Sourcer")
})
