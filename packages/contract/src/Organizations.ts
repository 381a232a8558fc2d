/** The organization of the key. */
import { OrganizationDetail, OrganizationPatch } from "@candor/domain/organization/Organization"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { bodyErrors, noQuery } from "./Endpoint.ts"

const OneOrganization = Schema.Struct({ organization: OrganizationDetail })

export class Organizations extends HttpApiGroup.make("Organizations")
  .add(
    HttpApiEndpoint.get("get", "/organization", {
      query: noQuery,
      success: OneOrganization
    }).annotate(OpenApi.Summary, "Get the key's organization"),
    HttpApiEndpoint.patch("update", "/organization", {
      query: noQuery,
      payload: OrganizationPatch,
      success: OneOrganization,
      error: bodyErrors
    }).middleware(AdminScope)
      .annotate(OpenApi.Summary, "Update the key's organization")
      .annotate(OpenApi.Description, "The service's operator sets the plan, and the publish limit with it.")
  )
  .annotate(OpenApi.Title, "Organization")
  .annotate(OpenApi.Description, "The organization of the key.")
{}
