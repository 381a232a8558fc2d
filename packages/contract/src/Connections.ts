/** Connecting accounts at other services to an organization, by somebody's consent in a browser (decision 0087). */
import { ConsentProblem, Provider } from "@candor/domain/connection/Connection"
import { text } from "@candor/domain/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { bodyErrors, noQuery } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { errors } from "./SignIns.ts"

/** The use of an account: the mail of the organization, or a calendar of the member who connects it. */
const ConnectionUse = Schema.Literals(["mail", "calendar"])

const connecting = [...errors, ...bodyErrors, Errors.Forbidden]

export class Connections extends HttpApiGroup.make("Connections")
  .add(
    HttpApiEndpoint.post("begin", "/auth/connections", {
      query: noQuery,
      payload: Schema.Struct({ provider: Provider, use: Schema.optionalKey(ConnectionUse) }),
      /** The provider's address, to which the browser goes for consent. */
      success: Schema.Struct({ location: Schema.String }),
      error: [...connecting, Errors.NotFound]
    }),
    HttpApiEndpoint.post("complete", "/auth/connections/complete", {
      query: noQuery,
      /** The query with which the provider sent the browser back: Microsoft's codes have about 1,500 characters. */
      payload: Schema.Struct({ query: text(16_000) }),
      /** The connected account, or why none was connected. */
      success: Schema.Struct({
        use: ConnectionUse,
        account: Schema.NullOr(Schema.String),
        problem: Schema.NullOr(ConsentProblem),
        detail: Schema.NullOr(Schema.String)
      }),
      error: connecting
    })
  )
{}
