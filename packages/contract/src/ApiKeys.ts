/** API keys of the organization, for its administrators. */
import { ApiKey, ApiKeyDraft, ApiKeyPatch, ApiKeyRotation, maxKeys } from "@candor/domain/authentication/ApiKey"
import { KeyUsage } from "@candor/domain/authentication/KeyUsage"
import { described } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { ApiKeyId } from "@candor/domain/Id"
import { Pagination } from "@candor/domain/Pagination"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { bodyErrors, Deleted, documented, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

const OneKey = Schema.Struct({ api_key: ApiKey })
const WithText = Schema.Struct({
  api_key: ApiKey,
  key: Schema.String.pipe(
    described("The text of the key, for the `Authorization` header. No other response shows it", example.keyText)
  )
})
const keyParams = { apiKeyId: pathId(ApiKeyId) }

export class ApiKeys extends HttpApiGroup.make("ApiKeys")
  .add(
    HttpApiEndpoint.get("list", "/api-keys", {
      query: pageQuery,
      success: Schema.Struct({
        api_keys: Schema.Array(ApiKey).pipe(described("The API keys of the page, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).middleware(AdminScope).annotateMerge(
      documented(
        "List API keys, including revoked and expired ones",
        "Returns the keys. `last_used_at` is the beginning of the clock hour of a key's latest request."
      )
    ),
    HttpApiEndpoint.post("create", "/api-keys", {
      query: noQuery,
      payload: ApiKeyDraft,
      success: WithText.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Create an API key",
        "The key acts as the active member `user_id`, by default the caller. Its scope is at most the member's " +
          `role. Only this response shows \`key\`. An organization has at most ${maxKeys.limit} keys that are ` +
          "neither revoked nor expired; more are 400 with `details.limit`."
      )
    ),
    HttpApiEndpoint.get("get", "/api-keys/:apiKeyId", {
      params: keyParams,
      query: noQuery,
      success: OneKey,
      error: resourceErrors
    }).middleware(AdminScope)
      .annotateMerge(documented("Get an API key", "Returns the key without its text, even a revoked or expired one.")),
    HttpApiEndpoint.get("usage", "/api-keys/:apiKeyId/usage", {
      params: keyParams,
      query: noQuery,
      success: Schema.Struct({ usage: KeyUsage }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Get the use of an API key's limit",
        "Returns the number of requests that counted towards the key's limit in each of the latest 24 clock " +
          "hours, by the database's clock."
      )
    ),
    HttpApiEndpoint.patch("update", "/api-keys/:apiKeyId", {
      params: keyParams,
      query: noQuery,
      payload: ApiKeyPatch,
      success: OneKey,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope)
      .annotate(ResponseExample, { api_key: { name: "Careers site (production)" } })
      .annotateMerge(
        documented("Rename an API key", "Scope, member and expiry cannot change: create another key instead.")
      ),
    HttpApiEndpoint.delete("revoke", "/api-keys/:apiKeyId", {
      params: keyParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Revoke an API key, permanently",
        "Every server refuses the key from its next request on. It stays in the list with `revoked_at`, because events refer to it."
      )
    ),
    HttpApiEndpoint.post("rotate", "/api-keys/:apiKeyId/rotate", {
      params: keyParams,
      query: noQuery,
      payload: ApiKeyRotation,
      success: WithText.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Replace an API key with a new one",
        "The new key has the name, member and scope of the old one, and its expiry if `expires_at` is omitted. " +
          "Both work for `overlap_hours` (24 by default); with 0 the old one is revoked immediately. The old key " +
          "has the new one's id in `replaced_by`, and `last_used_at` shows whether it is still in use. Only this " +
          "response shows `key`."
      )
    )
  )
  .annotate(OpenApi.Title, "API keys")
  .annotate(OpenApi.Description, "Keys of the organization's members.")
{}
