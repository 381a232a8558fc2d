/** Whether the receiving server could verify the sender of a mail. */
import { Schema } from "effect"

export const SenderCheck = Schema.Literals(["passed", "failed"])
export type SenderCheck = typeof SenderCheck.Type
