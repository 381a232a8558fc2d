/** The writes that safewriting.test.ts makes and repeats; conformance.test.ts makes the others. */
import { keptOperations } from "../../src/mcp/KeptOperations.ts"
import { isWrite, kindsOfWrites, type Name, names, operation } from "./operations.ts"
import { idOf } from "./toolcalls.ts"

/** Writes whose body is a form: it comes in on a path of its own. */
export const ofForms: ReadonlyArray<Name> = names.filter((name) => isWrite(name) && operation(name).form)

/** One of each kind, forms, and those that no tool tries (../mcp/operations.test.ts). */
export const repeated: ReadonlyArray<Name> = names.filter((name) =>
  isWrite(name) && (kindsOfWrites.includes(name) || ofForms.includes(name) || keptOperations.has(idOf(name)))
)
