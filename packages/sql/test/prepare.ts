/** Makes the databases that tests copy, and the programs and the console that they use, before files that run at the same time would. */
import { distribution } from "@candor/process/testing/Programs"
import { folder } from "./Prepared.ts"

await Promise.all([folder(), distribution()])
process.exit(0)
