/**
 * The script of the application form: one file for all boards, which browsers cache for a year because its name has its
 * hash.
 */
import { hash } from "node:crypto"
import text from "./browser/Proof.js.txt" with { type: "text" }

const name = `${hash("sha256", text, "hex").slice(0, 10)}.js`

export const proofScript = { name, text }
