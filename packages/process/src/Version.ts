/** The version of Candor, equal to that in the root's package.json; a test compares them. */
export const version = "1.0.0"
