/** Every port of the domain, on the database. */
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as ApiKeys from "./ApiKeys.ts"
import * as Jobs from "./Jobs.ts"
import * as Organizations from "./Organizations.ts"

export const layer = Layer.mergeAll(
  ApiKeys.layer,
  Jobs.layer,
  Organizations.layer
).pipe(Layer.provide(SecureRandom.layerWebCrypto))
