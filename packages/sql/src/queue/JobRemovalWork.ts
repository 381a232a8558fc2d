/** The queue of deleted jobs, whose rows are removed. */
export const queue = "deletions"
