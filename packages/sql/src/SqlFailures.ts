/** What a failure of the database means. */
import { SqlError } from "effect/sql"

const heldUp = new Set(["LockTimeoutError", "StatementTimeoutError"])

const passing = new Set(["ConnectionError", ...heldUp])

const field = (cause: unknown, name: "code" | "constraint"): string =>
  typeof cause === "object" && cause !== null && name in cause ? String(Reflect.get(cause, name)) : ""

/**
 * Whether a failure says that the database cannot be reached or has too much to do, so that asking
 * again may help: besides the driver's own, SQLSTATE classes 53 (insufficient resources) and 57P
 * (operator intervention).
 */
export const isUnavailable = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (passing.has(error.reason._tag) || /^(53|57P)/.test(field(error.reason.cause, "code")))

/** Whether a statement has had to wait too long, which another one need not. */
export const isHeldUp = (error: SqlError.SqlError): boolean => heldUp.has(error.reason._tag)

/** Whether two transactions stood in each other's way, and this one was given up so that the other can go on. */
export const isCollision = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError"

/** The name of the constraint that a statement would have broken; empty where it was none. */
export const brokenConstraint = (error: SqlError.SqlError): string => field(error.reason.cause, "constraint")
