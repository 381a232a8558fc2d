/** Postfix with its own configuration and queue, if it is installed and this process is root, as it requires. */
import { appendFileSync, chownSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { answering } from "./Delivering.ts"
import type { Scratch } from "./Dovecot.ts"

const path = Bun.which("postfix", { PATH: `${process.env["PATH"]}:/usr/sbin` })

/** Why mails do not go over Postfix; null if they do. */
export const missing = path === null
  ? "because Postfix is not installed"
  : process.getuid?.() === 0
  ? null
  : "because Postfix is started as root"

const idOf = (kind: "-u" | "-g"): number => Number(Bun.spawnSync(["id", kind, "postfix"]).stdout)

/** The user and group under which Postfix runs. */
export const owner = { uid: idOf("-u"), gid: idOf("-g") }

const services = `
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`

const common = (own: string) => ({
  compatibility_level: "3.6",
  queue_directory: join(own, "spool"),
  data_directory: join(own, "data"),
  mail_owner: "postfix",
  inet_interfaces: "127.0.0.1",
  inet_protocols: "ipv4",
  disable_dns_lookups: "yes",
  mydestination: "",
  alias_maps: "",
  alias_database: "",
  mynetworks: "127.0.0.0/8",
  smtpd_relay_restrictions: "permit_mynetworks, reject"
})

export interface Postfix {
  /** The path of its log. */
  readonly log: string
  /** Stops it with all processes that it started. */
  readonly stop: () => void
}

/**
 * Starts Postfix in a folder: a server for each port with these options, and with settings in addition to the common
 * ones.
 */
export const postfix = async (
  { folder, start }: Scratch,
  servers: Readonly<Record<number, string>>,
  settings: Readonly<Record<string, string>>
): Promise<Postfix> => {
  const own = join(folder, "postfix")
  for (const name of ["", "spool", "data"]) mkdirSync(join(own, name))
  chownSync(join(own, "data"), owner.uid, owner.gid)
  const lines = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, value]) => `${name} = ${value}\n`).join("")
  writeFileSync(join(own, "main.cf"), lines({ ...common(own), ...settings }))
  const listeners = Object.entries(servers).map(([port, options]) =>
    `127.0.0.1:${port} inet n - n - - smtpd ${options}\n`
  )
  writeFileSync(join(own, "master.cf"), listeners.join("") + services)
  const readable = (command: string) => ["sh", "-c", `umask 022; chmod -R a+rX '${own}'; exec ${command}`]
  const { stderr } = Bun.spawnSync(readable(`${path} -c '${own}' check`))
  if (stderr.length > 0) throw new Error(`Postfix does not start: ${stderr}`)
  const log = join(own, "log")
  // Not before the check, which would start its own log daemon.
  appendFileSync(join(own, "main.cf"), lines({ maillog_file: log, maillog_file_prefixes: own }))
  // Runs what "postfix start" would start as a child of this process.
  const programs = Bun.spawnSync([join(dirname(path!), "postconf"), "-h", "daemon_directory"]).stdout.toString().trim()
  const running = start(readable(`${programs}/master -c '${own}' -d`), { group: true })
  for (const port of Object.keys(servers)) await answering(running, Number(port))
  return { log, stop: () => void Bun.spawnSync([path!, "-c", own, "stop"]) }
}
