/** The errors of imports. */
import type { UnknownColumn } from "@candor/domain/import/Import"
import { type UndoEnded, undoHours } from "@candor/domain/import/Undo"
import type { PartRefused } from "@candor/domain/import/OrganizationImport"
import { InvalidRequest } from "./Errors.ts"
import { invalidInput } from "./Issues.ts"

export const importErrors = {
  UndoEnded: (_: UndoEnded) =>
    new InvalidRequest({
      error: {
        message: `An import can be undone for ${undoHours} hours after its end.`,
        details: { reason: "invalid_state" }
      }
    }),
  PartRefused: ({ expected, number }: PartRefused) =>
    invalidInput([{ path: ["parts", String(number)], message: `Expected ${expected}`, reason: "out_of_range" }]),
  UnknownColumn: ({ column }: UnknownColumn) =>
    invalidInput([{ path: ["columns"], message: `The file has no column ${column}`, reason: "unknown_reference" }])
}
