/** The script of the page of a kit: it keeps what was typed on the device until the server has it. */
import { hash } from "node:crypto"
import text from "../careers/browser/Kit.js.txt" with { type: "text" }

export const kitScript = { name: `${hash("sha256", text, "hex").slice(0, 10)}.js`, text }
