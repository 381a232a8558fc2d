/** The views of lists: what an address may say of them, with their names. */
export const statusesOfJobs = [["", "All"], ["published", "Published"], ["draft", "Drafts"], ["closed", "Closed"]] as const

/** What a board shows: those under way with those hired, or those with one status. */
export const viewsOfBoard = [["", "Under way"], ["rejected", "Rejected"], ["withdrawn", "Withdrawn"]] as const

export const viewsOfSearch = [["", "All"], ["shortlisted", "Shortlist"]] as const

export const statusesOfDeliveries = [["", "All"], ["pending", "Pending"], ["succeeded", "Succeeded"], ["failed", "Failed"]] as const
