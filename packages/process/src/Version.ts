/** The version of Candor, as the root's package.json has it; a test compares them. */
export const version = "1.0.0"
