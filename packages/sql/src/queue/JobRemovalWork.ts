/** The queue of deleted jobs whose rows are to be removed. */
export const queue = "deletions"
