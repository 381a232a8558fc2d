/** The whole interface, version 1.0.0 (spec, part 9). Server and typed client are both made from it. */
import { HttpApi, OpenApi } from "effect/http-api"
import { Authorization, InputErrors } from "./Authorization.ts"
import { Jobs } from "./Jobs.ts"

const strict = { onExcessProperty: "error", errors: "all" } as const

export class Api extends HttpApi.make("candor")
  .add(Jobs)
  .prefix("/api/v1")
  .middleware(InputErrors)
  .middleware(Authorization)
  .annotate(HttpApi.PayloadParseOptions, strict)
  .annotate(HttpApi.QueryParseOptions, strict)
  .annotateMerge(OpenApi.annotations({
    title: "Candor",
    version: "1.0.0",
    description: "An applicant tracking service: jobs, applications, candidates, notes, feedback and sourcing.",
    license: { name: "MIT", identifier: "MIT" }
  }))
{}
