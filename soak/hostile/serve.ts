/** Serves one hostile way on a local port: `bun serve.ts <protocol> <way> <port>`. Ends by itself. */
import { http } from "./Http.ts"
import { imap } from "./Imap.ts"
import { smtp } from "./Smtp.ts"

/** Milliseconds after which it ends, unless it was ended before. */
const lifetime = 180_000

const [protocol = "", way = "", port] = process.argv.slice(2)
const servers: Readonly<Record<string, typeof http>> = { IMAP: imap, SMTP: smtp }
const server = (servers[protocol] ?? http)(way)
server.listen(Number(port), "127.0.0.1", () => console.log("ready"))
setTimeout(() => process.exit(0), lifetime)
