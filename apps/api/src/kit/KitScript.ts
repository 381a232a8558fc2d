/** The script of the kit's page. It stores typed values on the device until the server has them. */
import { hash } from "node:crypto"
import text from "../careers/browser/Kit.js.txt" with { type: "text" }

export const kitScript = { name: `${hash("sha256", text, "hex").slice(0, 10)}.js`, text }
