/** Makes the databases that tests copy, before test files that run at the same time would each make them. */
import { folder } from "./Prepared.ts"

await folder()
process.exit(0)
