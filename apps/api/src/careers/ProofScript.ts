/** The script of the form's page, one file for all boards, which browsers keep for a year by its name. */
import { hash } from "node:crypto"
import text from "./browser/Proof.js.txt" with { type: "text" }

const name = `${hash("sha256", text, "hex").slice(0, 10)}.js`

export const proofScript = { name, text }
