/** The row of an API key. Of its text only the SHA-256 is stored. */
import type { ApiKey } from "@candor/domain/access/ApiKey"
import { hash } from "node:crypto"

/** Returns the row of a new key; its hash is `bytea` in hexadecimal. */
export const keyRow = ({ last_used_at: _, ...key }: ApiKey, text: string) => ({ ...key, hash: `\\x${hash("sha256", text)}` })
