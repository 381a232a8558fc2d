/** Statements whose text is made already do what those of the library do. */
import { expect, test } from "bun:test"
import { Effect, References, Tracer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import * as PlainStatements from "../src/database/PlainStatements.ts"
import { pglite, runOn } from "./Databases.ts"

/** Runs a statement with these parameters where traces are off, as in a request that none is made of. */
const runPlainly = (text: string, ...parameters: ReadonlyArray<unknown>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => PlainStatements.run<{ readonly n: number }>(sql, text, parameters)).pipe(
    Effect.provideService(References.TracerEnabled, false)
  )

test("a statement has its parameters, and fails with the failure of the library", () =>
  runOn(pglite)(Effect.gen(function*() {
    expect(yield* runPlainly("SELECT $1::integer + $2::integer AS n", 1, 2)).toEqual([{ n: 3 }])
    expect(yield* Effect.flip(runPlainly("SELECT 1 / $1::integer AS n", 0))).toMatchObject({ _tag: "SqlError" })
  })))

test("a statement within a transaction sees what that has written, and goes with it", () =>
  runOn(pglite)(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE numbers (n integer)`
    const count = runPlainly("SELECT count(*)::integer AS n FROM numbers")
    const within = Effect.andThen(runPlainly("INSERT INTO numbers VALUES (1)"), count)
    expect(yield* Effect.flip(sql.withTransaction(Effect.flatMap(within, (rows) => Effect.fail(rows))))).toEqual([{ n: 1 }])
    expect(yield* count).toEqual([{ n: 0 }])
  })))

test("a statement has a span where traces are on, and none where they are off", () =>
  runOn(pglite)(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const texts: Array<unknown> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        const attribute = span.attribute.bind(span)
        span.attribute = (key, value) => {
          if (key === "db.query.text") texts.push(value)
          attribute(key, value)
        }
        return span
      }
    })
    const traced = (isOn: boolean, text: string) =>
      PlainStatements.run(sql, text, []).pipe(
        Effect.provideService(References.TracerEnabled, isOn),
        Effect.provideService(Tracer.Tracer, tracer)
      )
    yield* traced(true, "SELECT 1 AS n")
    yield* traced(false, "SELECT 2 AS n")
    expect(texts).toEqual(["SELECT 1 AS n"])
  })))

test("a transformer of statements sees each", () =>
  runOn(pglite)(Effect.gen(function*() {
    const texts: Array<string> = []
    const seeing: Statement.Transformer = (statement) =>
      Effect.sync(() => {
        texts.push(statement.compile()[0])
        return statement
      })
    yield* Effect.provideService(runPlainly("SELECT 1 AS n"), Statement.CurrentTransformer, seeing)
    expect(texts).toEqual(["SELECT 1 AS n"])
  })))
