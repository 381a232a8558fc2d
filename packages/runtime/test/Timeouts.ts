/** How long a test and a hook may take where they do not say so themselves: many start a database or a program. */
import { setDefaultTimeout } from "bun:test"

const millis = 60_000

setDefaultTimeout(millis)
