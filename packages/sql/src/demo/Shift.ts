/** Moves the demo to the day on which it is loaded: by whole days, so that times of day stay, as far that nothing is in the future. */
import { Timestamp } from "@candor/domain/Timestamp"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { day, timestamp, today } from "./Times.ts"

/** Days from the demo's present to the present. */
export const days = Effect.map(Clock.currentTimeMillis, (now) => Math.floor((now - today) / day))

const isTime = Schema.is(Timestamp)

/** Rows of the demo with all their times later by this many days. */
export const rows = <A extends object>(all: ReadonlyArray<A>, days: number): ReadonlyArray<object> =>
  all.map((row) => Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, isTime(value) ? timestamp(Date.parse(value) + days * day) : value])
  ))

/**
 * The same for the rows of these organizations in a database that began with the template. Of all but small tables, an
 * index that holds a time is made anew: with the room that the template leaves, no other index has to be changed, of which those of texts
 * take seconds.
 */
export const stored = Effect.fnUntraced(function*(organizations: ReadonlyArray<string>, days: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    DO $shift$
    DECLARE one record; dropped record; indexes text;
    BEGIN
      FOR one IN
        SELECT attrelid::regclass AS name, string_agg(format('%1$I = %1$I + ''${sql.literal(String(days))} days''', attname), ', ') AS moved
        FROM pg_attribute JOIN pg_class c ON c.oid = attrelid AND relkind = 'r' AND pg_relation_size(c.oid) > 0
        WHERE atttypid = 'timestamptz'::regtype AND attnum > 0 AND (attrelid = 'organizations'::regclass
          OR EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id'))
        GROUP BY attrelid
      LOOP
        indexes := '';
        FOR dropped IN
          SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
          WHERE indrelid = one.name AND NOT indisprimary AND pg_relation_size(one.name) > 65536
            AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = indexrelid AND atttypid = 'timestamptz'::regtype)
        LOOP
          EXECUTE format('DROP INDEX %s', dropped.name);
          indexes := indexes || dropped.definition || ';';
        END LOOP;
        EXECUTE format('UPDATE %s SET %s WHERE %I = ANY (%L)', one.name, one.moved,
          CASE one.name WHEN 'organizations'::regclass THEN 'id' ELSE 'organization_id' END, ${sql.literal(`'{${organizations.join()}}'`)});
        IF indexes <> '' THEN EXECUTE indexes; END IF;
      END LOOP;
    END $shift$
  `
})
