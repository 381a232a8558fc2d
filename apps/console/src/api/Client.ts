/** The project's client, with the credential of the person who signed in. */
import { createClient } from "@candor/client"
import { sendWithCredential } from "./Credential.ts"

export const candor = createClient({ baseUrl: `${location.origin}/api/v1`, fetch: sendWithCredential })
