/** The row of an API key. Of its text only the SHA-256 is stored. */
import { noun } from "@candor/domain/authentication/ApiKey"
import { hash } from "node:crypto"
import { rowColumns } from "../../statements/Nouns.ts"
import { pick } from "../../statements/Rows.ts"

/** Returns the row of a new key; its hash is `bytea` in hexadecimal. */
export const keyRow = (key: typeof noun.row.Type, text: string) => ({
  ...pick(key, rowColumns(noun)),
  hash: `\\x${hash("sha256", text)}`
})
