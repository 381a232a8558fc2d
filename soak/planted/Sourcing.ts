/** Faults that store a person twice, or leave a link that leads nowhere. */
import type { PlantedFault } from "./PlantedFault.ts"

const conversion = "packages/sql/src/repositories/sourcing/Conversion.ts"
const prospects = "packages/sql/src/repositories/sourcing/Prospects.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "prospects",
    says: "Each of the conversions at once is saved",
    file: conversion,
    find: "AND version = ${before.prospect.version}",
    replace: "AND version >= ${before.prospect.version}",
    tests: ["packages/sql/test/Conversion.test.ts"],
    pattern: "32 conversions at once make one candidate"
  },
  {
    breaks: "prospects",
    says: "A deleted job erases the events of its converted prospects",
    file: "packages/sql/src/sequencing/EventErasure.ts",
    find: "const isNoProspect = sql`e.type NOT LIKE 'prospect.%'`",
    replace: "const isNoProspect = sql`true`",
    tests: ["packages/sql/test/Conversion.test.ts"],
    pattern: "the erasure of a deleted job leaves the events"
  },
  {
    breaks: "prospects",
    says: "Imports at once are not kept apart by their e-mail addresses",
    file: prospects,
    find: "email_is_unique: true,",
    replace: "email_is_unique: false,",
    tests: ["packages/sql/test/Prospects.test.ts"],
    pattern: "exactly 1 succeeds, and the others say which it is"
  },
  {
    breaks: "prospects",
    says: "A prospect gets the e-mail address of another one",
    file: prospects,
    find: "email_is_unique || entity.email !== prospect.email",
    replace: "email_is_unique && entity.email === prospect.email",
    tests: ["packages/sql/test/ProspectChanges.test.ts"],
    pattern: "8 prospects get one e-mail address at once"
  }
]
