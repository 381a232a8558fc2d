/** What an app says about itself (RFC 7591, section 2). Nobody has verified it, so it is only shown as text. */
import { cleanPersonLine } from "@candor/domain/CleanText"
import { parseRedirectUri, redirectHost } from "@candor/domain/app/RedirectUri"
import { Result, Schema } from "effect"

/** Maximum characters of a name. */
const maxName = 80

/** Maximum redirect URIs of an app. */
const maxUris = 20

/** The fields of an app that its consent page and its codes need. */
export interface Client {
  readonly client_id: string
  readonly name: string
  readonly client_host: string | null
  readonly redirect_uris: ReadonlyArray<string>
}

export const ClientMetadata = Schema.Struct({
  client_name: Schema.optionalKey(Schema.String),
  redirect_uris: Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(maxUris)),
  token_endpoint_auth_method: Schema.optionalKey(Schema.String),
  grant_types: Schema.optionalKey(Schema.Array(Schema.String)),
  response_types: Schema.optionalKey(Schema.Array(Schema.String))
})
export interface ClientMetadata extends Schema.Schema.Type<typeof ClientMetadata> {}

/** Why metadata is refused: an error code of RFC 7591, section 3.2.2, with a description. */
export interface MetadataRefusal {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata"
  readonly what: string
}

const refusal = (error: MetadataRefusal["error"], what: string) => Result.fail<MetadataRefusal>({ error, what })

/** Returns the name and the redirect URIs in metadata, or the error in it. */
export const read = (
  metadata: unknown
): Result.Result<Pick<Client, "name" | "redirect_uris"> & ClientMetadata, MetadataRefusal> => {
  const decoded = Schema.decodeUnknownResult(ClientMetadata)(metadata)
  if (Result.isFailure(decoded))
    return refusal("invalid_client_metadata", `expected redirect_uris, 1 to ${maxUris} texts`)
  const { client_name = "", grant_types = ["authorization_code"], redirect_uris, response_types = ["code"] } =
    decoded.success
  const wrong = redirect_uris.findIndex((uri) => parseRedirectUri(uri) === undefined)
  if (wrong !== -1) {
    return refusal(
      "invalid_redirect_uri",
      `redirect_uris[${wrong}]: expected https, http on 127.0.0.1, [::1] or localhost, or an app's own scheme with a period, without a fragment or a user`
    )
  }
  if (!grant_types.includes("authorization_code") || !response_types.includes("code")) {
    return refusal("invalid_client_metadata", "expected the grant type authorization_code and the response type code")
  }
  const name = [...cleanPersonLine(client_name.slice(0, 1000).toWellFormed())].slice(0, maxName).join("").trim()
  return Result.succeed({ ...decoded.success, name: name === "" ? redirectHost(redirect_uris[0]!) : name })
}
