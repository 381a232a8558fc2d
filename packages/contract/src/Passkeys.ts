/** Signing in to the console with a passkey, and the passkeys of the signed-in member (decision 0053). */
import { PasskeyName } from "@candor/domain/authentication/Passkey"
import { PasskeyId } from "@candor/domain/Id"
import { ShownLine, text } from "@candor/domain/Text"
import { Timestamp } from "@candor/domain/Timestamp"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { bodyErrors, noQuery } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { errors, SessionInfo } from "./SignIns.ts"
import { because } from "@candor/domain/IssueReason"

/** A passkey as its member sees it. */
export const ShownPasskey = Schema.Struct({
  id: PasskeyId,
  name: ShownLine,
  created_at: Timestamp,
  last_used_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "ShownPasskey" })
export interface ShownPasskey extends Schema.Schema.Type<typeof ShownPasskey> {}

/**
 * The options that a script passes to the browser, with a new challenge: PublicKeyCredentialCreationOptionsJSON or
 * …RequestOptionsJSON (WebAuthn, section 5.1).
 */
const Options = Schema.Struct({ options: Schema.Record(Schema.String, Schema.Json) })

/** Bytes in base64url, of at most `max` characters. */
const bytes = (max: number) =>
  text(max).check(
    Schema.isPattern(/^[\w-]+$/, { expected: "base64url", ...because("wrong_form"), toJsonSchema: () => ({}) })
  )

/** A credential id: at most 1,023 bytes (WebAuthn, section 4). */
const CredentialId = bytes(1364)

/** The JSON whose hash the device signs. */
const clientData = bytes(8192)

const challenge = bytes(100)

export class Passkeys extends HttpApiGroup.make("Passkeys")
  .add(
    HttpApiEndpoint.get("list", "/auth/passkeys", {
      query: noQuery,
      success: Schema.Struct({ passkeys: Schema.Array(ShownPasskey) }),
      error: errors
    }),
    HttpApiEndpoint.post("beginAdding", "/auth/passkeys/options", {
      query: noQuery,
      success: Options,
      error: [...errors, Errors.NotFound]
    }),
    HttpApiEndpoint.post("add", "/auth/passkeys", {
      query: noQuery,
      payload: Schema.Struct({
        name: PasskeyName,
        challenge,
        credential_id: CredentialId,
        client_data: clientData,
        attestation: bytes(65_536)
      }),
      success: Schema.Struct({ passkey: ShownPasskey }),
      error: [...errors, ...bodyErrors, Errors.InvalidRequest, Errors.NotFound]
    }),
    HttpApiEndpoint.post("remove", "/auth/passkeys/remove", {
      query: noQuery,
      payload: Schema.Struct({ id: PasskeyId }),
      success: SessionInfo,
      error: [...errors, ...bodyErrors, Errors.NotFound]
    }),
    HttpApiEndpoint.post("beginSignIn", "/auth/passkey/options", {
      query: noQuery,
      success: Options,
      error: [...errors, Errors.NotFound]
    }),
    HttpApiEndpoint.post("signIn", "/auth/passkey", {
      query: noQuery,
      payload: Schema.Struct({
        challenge,
        credential_id: CredentialId,
        client_data: clientData,
        authenticator_data: bytes(8192),
        signature: bytes(8192),
        user_handle: bytes(100)
      }),
      success: SessionInfo,
      error: [...errors, ...bodyErrors, Errors.NotFound]
    })
  )
{}
