/** The API for signing in to the console, separate from the public API. */
import { HttpApi } from "effect/http-api"
import { InputErrors } from "./Authorization.ts"
import { NewConnectedApps } from "./ConnectedApps.ts"
import { Connections } from "./Connections.ts"
import { strict } from "./Endpoint.ts"
import { Passkeys } from "./Passkeys.ts"
import { SignIns } from "./SignIns.ts"

export class SignInApi extends HttpApi.make("candor-console")
  .add(SignIns)
  .add(Passkeys)
  .add(Connections)
  .add(NewConnectedApps)
  .prefix("/console")
  .middleware(InputErrors)
  .annotate(HttpApi.PayloadParseOptions, strict)
  .annotate(HttpApi.QueryParseOptions, strict)
{}
