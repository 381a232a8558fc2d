/** The views of lists: what an address may say of them, with their names. */
import { msg } from "../language/text.tsx"

export const statusesOfJobs = [["", msg("All")], ["published", msg("Published")], ["draft", msg("Drafts")], ["closed", msg("Closed")]] as const

/** What a board shows: those under way with those hired, or those with one status. */
export const viewsOfBoard = [["", msg("Under way")], ["rejected", msg("Rejected")], ["withdrawn", msg("Withdrawn")]] as const

export const viewsOfSearch = [["", msg("All")], ["shortlisted", msg("Shortlist")]] as const

export const statusesOfDeliveries = [["", msg("All")], ["pending", msg("Pending")], ["succeeded", msg("Succeeded")], ["failed", msg("Failed")]] as const
