/**
 * Floods a job with 2,000 machine-written applications among 200 of people. Prints the share of each that is detected
 * in groups of nearly equal ones, and the CPU time for each application.
 *
 *     TEST_DATABASE_URL=postgres://… bun soak/flood.ts --seed 1 [--spun 2000] [--people 200] [--writer spun|rephrased]
 *
 * Exits with 1 if less than 95 % of the flood or more than 1 % of the people are in groups.
 */
import { flooded } from "@candor/background/testing/flood/Flood"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { newJob } from "@candor/sql/testing/WebhookWorld"
import * as World from "@candor/sql/testing/World"
import { Effect, Schema } from "effect"
import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    spun: { type: "string", default: "2000" },
    people: { type: "string", default: "200" },
    writer: { type: "string", default: "spun" }
  }
})

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const { ofPeople, ofSpun, processorMillis } = await runOn(databases[0]!)(Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Flooded" })
  const job = yield* newJob(actor, "Engineer")
  return yield* flooded(actor, job, Number(values.seed), {
    spun: Number(values.spun),
    people: Number(values.people),
    writer: Schema.decodeUnknownSync(Schema.Literals(["spun", "rephrased"]))(values.writer)
  })
}))

console.log(
  `Seed ${values.seed}: ${percent(ofSpun)} of the flood and ${percent(ofPeople)} of people in groups, ${
    processorMillis.toFixed(1)
  } ms of processor for each`
)
process.exit(ofSpun >= 0.95 && ofPeople <= 0.01 ? 0 : 1)
