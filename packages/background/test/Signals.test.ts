/** Signals as background work: on a flood, on held applications, for members who do not see all, and after an erasure. */
import * as Signals from "@candor/background/signal/Signals"
import type { Worker } from "@candor/domain/access/Actor"
import { reject } from "@candor/domain/application/Lifecycle"
import { anonymise } from "@candor/domain/candidate/Anonymisation"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { Signals as Port } from "@candor/domain/signal/Signals"
import { Submissions } from "@candor/domain/submission/Submissions"
import { CurrentViewer, manyMembers } from "@candor/sql/database/Viewer"
import { submitted } from "@candor/sql/testing/CareersCalls"
import { databases } from "@candor/sql/testing/Databases"
import { apply } from "@candor/sql/testing/Person"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { flooded } from "./flood/Flood.ts"
import { newJob, runOn } from "./WebhookWorld.ts"

const letter =
  "I have kept the timetables of trams in Ghent for nine years. When the old system failed on a Sunday I drew the plan of the day by hand, " +
  "and since then I ask about the backups first. I would like to do the same for your ferries."
