/** Faults that let organizations hold up each other in the database, the change feed or the deliveries. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "lockedRows",
    says: "An organization may use all connections",
    file: "packages/sql/src/database/Database.ts",
    find: "maxPerOrganization: Math.ceil(maxConnections / 2)",
    replace: "maxPerOrganization: maxConnections",
    tests: ["packages/sql/test/Client.test.ts"],
    pattern: "statements of one organization that wait for a lock",
    needs: "PostgreSQL"
  },
  {
    breaks: "lockedRows",
    says: "A change of a locked row is not tried again",
    file: "packages/sql/src/statements/Writing.ts",
    find: "if (isLocked(error) && ++locked < lockedAttempts)",
    replace: "if (isLocked(error) && ++locked < 0)",
    tests: ["packages/sql/test/Tenants.test.ts"],
    pattern: "its own change is given up after a second",
    needs: "PostgreSQL"
  },
  {
    breaks: "lockedRows",
    says: "A job is deleted with all its applications by one statement",
    file: "packages/sql/src/repositories/job/JobRemoval.ts",
    find: "SELECT count(*) > ${maxDirectRows} FROM (",
    replace: "SELECT count(*) < 0 FROM (",
    tests: ["packages/sql/test/DeletedJobs.test.ts"]
  },
  {
    breaks: "lockedRows",
    says: "CANDOR_DATABASE_CONNECTIONS is not used",
    file: "packages/sql/src/database/Database.ts",
    find: "maxConnections: yield* connections",
    replace: "maxConnections: 10",
    tests: ["packages/sql/test/Client.test.ts"],
    pattern: "CANDOR_DATABASE_CONNECTIONS is the number",
    needs: "PostgreSQL"
  },
  {
    breaks: "sequencing",
    says: "Each reader sequences by itself",
    file: "packages/sql/src/sequencing/Sequencer.ts",
    find: "? request(organization)\n",
    replace: "? sequenceWithin(organization)\n",
    tests: ["packages/sql/test/Sequencer.test.ts"],
    pattern: "100 callers at once are served by the same batches"
  },
  {
    breaks: "sequencing",
    says: "Each reader reads its own page",
    file: "packages/sql/src/repositories/event/SharedReads.ts",
    find: "if (known !== undefined) return Deferred.await(known)",
    replace: "",
    tests: ["packages/sql/test/Sequencer.test.ts"],
    pattern: "200 readers who follow an organization"
  },
  {
    breaks: "sequencing",
    says: "The first who waits for events of an organization has two looks made",
    file: "packages/sql/src/repositories/event/EventWatch.ts",
    find: "        arrival.openUnsafe()\n        watching.openUnsafe()\n",
    replace: "        watching.openUnsafe()\n        arrival.openUnsafe()\n",
    tests: ["packages/sql/test/EventWatch.test.ts"],
    pattern: "who waits for events is looked for at once"
  },
  {
    breaks: "feedPages",
    says: "A page of the feed has any number of bytes",
    file: "packages/sql/src/repositories/event/EventPages.ts",
    find: "page ON page.total = page.bytes OR page.total <= ${max_bytes}",
    replace: "page ON page.total = page.bytes OR page.total <= ${max_bytes}::bigint * 1000",
    tests: ["packages/sql/test/EventPages.test.ts"]
  },
  {
    breaks: "feedPages",
    says: "A stream says nothing while only events of other types happen",
    file: "apps/api/src/streams/EventStream.ts",
    find: "left <= 0 || ",
    replace: "",
    tests: ["apps/api/test/rules/streamlife.test.ts"],
    pattern: "a stream says every 15 seconds that it is there, and how far it is"
  },
  {
    breaks: "feedPages",
    says: "A page of events of some types looks at all others after the cursor",
    file: "packages/sql/src/repositories/event/EventPages.ts",
    find: " AND e.sequence <= start.begin + ${maxPageSearch}::integer",
    replace: "",
    tests: ["packages/sql/test/EventPages.test.ts"],
    pattern: "a page of types looks at so many events, and the next one goes on from there"
  },
  {
    breaks: "clock",
    says: "The hour of a key is that of the server's clock",
    file: "packages/sql/src/statements/Admission.ts",
    find: "return run(\"counted\", [rowsOf(keys, owing)], ([rows]) => counted(rows!)).pipe(",
    replace: `return Effect.clockWith((clock) => {
        const [text, parameters] = counted(PgTypes.jsonb(rowsOf(keys, owing))).compile()
        const hour = \`date_trunc('hour', to_timestamp(\${clock.currentTimeMillisUnsafe() / 1000}))\`
        return sql.unsafe<Row>(text.replaceAll("date_trunc('hour', now())", hour), parameters)
      }).pipe(`,
    tests: ["apps/api/test/ratelimit.test.ts"],
    pattern: "a server whose clock is 26 hours ahead"
  },
  {
    breaks: "clock",
    says: "An hour that a fast clock counted blocks the key until then",
    file: "packages/sql/src/statements/Admission.ts",
    find: "usage.window_start BETWEEN excluded.window_start AND excluded.window_start + interval '1 hour'",
    replace: "usage.window_start >= excluded.window_start",
    tests: ["apps/api/test/ratelimit.test.ts"],
    pattern: "a server whose clock is 26 hours ahead"
  },
  {
    breaks: "clock",
    says: "Hours in which a key was not used are left out of its use",
    file: "packages/sql/src/statements/Admission.ts",
    find: "(array_fill(0, ARRAY[least(",
    replace: "(array_fill(0, ARRAY[0 * least(",
    tests: ["packages/sql/test/KeyUsage.test.ts"],
    pattern: "each of the latest 24 hours"
  },
  {
    breaks: "clock",
    says: "A key's hours from before an earlier version stand in the place of others",
    file: "packages/sql/src/statements/Admission.ts",
    find: "CASE WHEN usage.earlier_until = usage.window_start THEN",
    replace: "CASE WHEN true THEN",
    tests: ["packages/sql/test/KeyUsage.test.ts"],
    pattern: "hours that cannot be placed"
  },
  {
    breaks: "horizon",
    says: "A transaction of another database holds up events",
    file: "packages/sql/src/sequencing/WaitingEvents.ts",
    find: "${holder === null ? plainHorizon : horizon}",
    replace: "${plainHorizon}",
    tests: ["packages/sql/test/Horizon.test.ts"],
    pattern: "a transaction that is open in another database holds up nothing",
    needs: "PostgreSQL"
  },
  {
    breaks: "sequencing",
    says: "Each event of the sequencer's batch brings the status of all",
    file: "packages/sql/src/sequencing/WaitingEvents.ts",
    find: "CASE WHEN e.id IS NULL OR e.total = e.own THEN",
    replace: "CASE WHEN true THEN",
    tests: ["packages/sql/test/SequencerBatches.test.ts"],
    pattern: "a batch has the events of 100 organizations"
  },
  {
    breaks: "horizon",
    says: "The metric of the lag is always 0",
    file: "packages/sql/src/sequencing/SequencingLag.ts",
    find: "Metric.update(lagSeconds, seconds)",
    replace: "Metric.update(lagSeconds, 0)",
    tests: ["packages/sql/test/SequencingLag.test.ts"],
    pattern: "is a metric and a log line"
  },
  {
    breaks: "horizon",
    says: "The log does not tell of the lag",
    file: "packages/sql/src/sequencing/SequencingLag.ts",
    find: "if (lag !== undefined && seconds >= Duration.toSeconds(notable)) yield* log(lag)\n    else if",
    replace: "if",
    tests: ["packages/sql/test/SequencingLag.test.ts"],
    pattern: "is a metric and a log line"
  },
  {
    breaks: "horizon",
    says: "The log does not name the transaction that holds up events",
    file: "packages/sql/src/sequencing/SequencingLag.ts",
    find: "WHERE backend_xid IS NOT NULL AND datname = current_database() AND pid <> pg_backend_pid()",
    replace: "WHERE backend_xid IS NOT NULL AND pid = pg_backend_pid()",
    tests: ["packages/sql/test/SequencingLag.test.ts"],
    pattern: "the log names the transaction that holds up events",
    needs: "PostgreSQL"
  },
  {
    breaks: "receivers",
    says: "An organization may take every receiver slot",
    file: "packages/background/src/webhook/ReceiverSlots.ts",
    find: "taken >= maxSlots.process || ofOrganization >= maxSlots.organization",
    replace: "taken >= maxSlots.process || ofOrganization >= maxSlots.process",
    tests: ["packages/background/test/ReceiverSlots.test.ts"]
  },
  {
    breaks: "receivers",
    says: "A receiver that hangs is tried as often as any other",
    file: "packages/background/src/webhook/ReceiverSlots.ts",
    find: "state.retryAt = ended + pace * Math.min(backOff.longest, backOff.first * 2 ** state.timeouts)",
    replace: "state.retryAt = 0",
    tests: ["packages/background/test/ReceiverSlots.test.ts"]
  },
  {
    breaks: "receivers",
    says: "A receiver that nobody knows has as many slots as a quick one",
    file: "packages/background/src/webhook/ReceiverSlots.ts",
    find: "state.timeouts > 0 ? 1 : maxSlots.receiver[state.speed]",
    replace: "maxSlots.receiver.quick",
    tests: ["packages/background/test/ReceiverSlots.test.ts"]
  },
  {
    breaks: "lists",
    says: "Two long statements of one organization delay the requests of all others by 10 ms each",
    file: "packages/sql/src/statements/Batcher.ts",
    find: "next.started + waitMillis - now",
    replace: "waitMillis",
    tests: ["packages/sql/test/Batcher.test.ts"],
    pattern: "that has run for 10 ms counts no more"
  },
  {
    breaks: "lists",
    says: "A read waits behind the slow reads of all kinds, one after the other",
    file: "packages/sql/src/statements/Batcher.ts",
    find: "Math.min(untilRoom(now), until - now)",
    replace: "untilRoom(now)",
    tests: ["packages/sql/test/Batcher.test.ts"],
    pattern: "waits for 10 ms at most, however many wait before it"
  },
  {
    breaks: "openRoutes",
    says: "A hundred copies of a document are given to their connections at once, for 0.3 s",
    file: "apps/api/src/open/DocumentPace.ts",
    find: "restore(turns.take(1))",
    replace: "restore(Effect.void)",
    tests: ["apps/api/test/documentpace.test.ts"]
  }
]
