/** `bun run docs`: writes all files that are generated from the code. */
import { join } from "node:path"
import * as Printed from "./print/Printed.ts"

for (const { path, text } of await Printed.all()) {
  await Bun.write(join(import.meta.dir, "..", path), text)
  console.log(path)
}
