/**
 * Prepares the databases that tests copy, and the programs and the console that they use, so that parallel test files
 * do not all do it.
 */
import { distribution } from "@candor/process/testing/Programs"
import * as OwnServer from "./OwnServer.ts"
import * as Prepared from "./Prepared.ts"

const isNamed = Boolean(process.env["TEST_DATABASE_URL"])
const server = isNamed || Prepared.defaultKind === "pglite" ? undefined : OwnServer.folder().catch(() => undefined)
await Promise.all([server, Prepared.folder(), distribution()])
process.exit(0)
