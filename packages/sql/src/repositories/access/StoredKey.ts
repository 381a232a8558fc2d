/** The row of an API key, which has only the SHA-256 hash of its text. */
import { noun } from "@candor/domain/authentication/ApiKey"
import { hash } from "node:crypto"
import { rowColumns } from "../../statements/Nouns.ts"
import { pick } from "../../statements/Rows.ts"

/** Returns the row of a new key. Its hash is `bytea` in hexadecimal. */
export const keyRow = (key: typeof noun.row.Type, text: string) => ({
  ...pick(key, rowColumns(noun)),
  hash: `\\x${hash("sha256", text)}`
})
