/** The failure of a server to listen. */
import { Schema } from "effect"

/** The address is taken or not of this machine. `variable` sets its port. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  hostname: Schema.String,
  port: Schema.Int,
  variable: Schema.Literals(["PORT", "WORKER_PORT"]),
  cause: Schema.Defect()
}) {
  override get message() {
    return `Cannot listen on ${this.hostname}:${this.port}. ` +
      `Set HOST and ${this.variable} to an address that is free. (${this.cause})`
  }
}
