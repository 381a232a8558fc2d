/** Makes the databases that tests copy and the programs that they start, before files that run at the same time would. */
import { program } from "@candor/process/testing/Programs"
import { folder } from "./Prepared.ts"

await Promise.all([folder(), program("api")])
process.exit(0)
