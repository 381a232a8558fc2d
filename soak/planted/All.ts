/** All planted faults, in the order of their promises. */
import * as Access from "./Access.ts"
import * as Client from "./Client.ts"
import * as Console from "./Console.ts"
import * as Contention from "./Contention.ts"
import * as Documented from "./Documented.ts"
import * as Exports from "./Exports.ts"
import * as Files from "./Files.ts"
import * as FirstUse from "./FirstUse.ts"
import * as Interfaces from "./Interfaces.ts"
import * as LargeBodies from "./LargeBodies.ts"
import * as Lifecycle from "./Lifecycle.ts"
import * as Load from "./Load.ts"
import * as Merges from "./Merges.ts"
import * as Operating from "./Operating.ts"
import * as Outages from "./Outages.ts"
import * as People from "./People.ts"
import type { PlantedFault } from "./PlantedFault.ts"
import * as Plans from "./Plans.ts"
import * as Retention from "./Retention.ts"
import * as SafeWriting from "./SafeWriting.ts"
import * as SignIns from "./SignIns.ts"
import * as SilentSessions from "./SilentSessions.ts"
import * as Sourcing from "./Sourcing.ts"
import * as Texts from "./Texts.ts"
import * as Tools from "./Tools.ts"

export const plantedFaults: ReadonlyArray<PlantedFault> = [
  ...Load.faults,
  ...LargeBodies.faults,
  ...Sourcing.faults,
  ...Access.faults,
  ...SignIns.faults,
  ...People.faults,
  ...Files.faults,
  ...Exports.faults,
  ...Texts.faults,
  ...Plans.faults,
  ...Retention.faults,
  ...Merges.faults,
  ...FirstUse.faults,
  ...Interfaces.faults,
  ...Documented.faults,
  ...Lifecycle.faults,
  ...Client.faults,
  ...Console.faults,
  ...Tools.faults,
  ...Contention.faults,
  ...Operating.faults,
  ...SilentSessions.faults,
  ...Outages.faults,
  ...SafeWriting.faults
]
