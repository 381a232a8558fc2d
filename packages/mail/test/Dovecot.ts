/** Dovecot with its own configuration, users and mailboxes, if it is installed. */
import { freePort } from "@candor/process/testing/FreePort"
import type { Options, Process } from "@candor/process/testing/Processes"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { answering, deliver } from "./Delivering.ts"

const path = Bun.which("dovecot", { PATH: `${process.env["PATH"]}:/usr/sbin` })
const version = path === null ? "" : new TextDecoder().decode(Bun.spawnSync([path, "--version"]).stdout)
const hasLmtp = path !== null &&
  Bun.spawnSync(["sh", "-c", "ls /usr/lib/dovecot/lmtp /usr/libexec/dovecot/lmtp"]).stdout.length > 0

/** Why the tests with Dovecot do not run; null if they do. The format of its configuration changed with 2.4. */
export const missing = path === null
  ? "because Dovecot is not installed"
  : !version.startsWith("2.3")
  ? "because Dovecot is not of version 2.3"
  : hasLmtp
  ? null
  : "because its LMTP server is not installed"

export const password = "correct-horse-battery-staple"

export interface Dovecot {
  readonly ports: { readonly plain: number; readonly tls: number; readonly lmtp: number }
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Delivers mails one by one in an LMTP session (RFC 2033). */
  readonly deliver: (user: string, mails: ReadonlyArray<string | Uint8Array>) => Promise<void>
  /** Runs a command of `doveadm`. */
  readonly admin: (...command: ReadonlyArray<string>) => string
}

const isRoot = process.getuid?.() === 0

const configuration = (
  folder: string,
  certificate: string,
  ports: { readonly plain: number; readonly tls: number; readonly lmtp: number }
) => {
  const own = isRoot ? { uid: 1000, gid: 1000 } : { uid: process.getuid?.(), gid: process.getgid?.() }
  const user = Bun.spawnSync(["id", "-un"]).stdout.toString().trim()
  return `
protocols = imap lmtp
hostname = mx.harbor.example
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
${isRoot ? "" : `default_internal_user = ${user}\ndefault_login_user = ${user}\ndefault_internal_group = ${user}\n`}
first_valid_uid = 1
mail_location = maildir:~/Maildir
disable_plaintext_auth = no
auth_failure_delay = 0
ssl = yes
ssl_cert = <${certificate}.crt
ssl_key = <${certificate}.key
lmtp_user_concurrency_limit = 0
mail_max_userip_connections = 50
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${own.uid} gid=${own.gid} home=${folder}/home/%u allow_all_users=yes
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.plain}
  }
  inet_listener imaps {
    port = ${ports.tls}
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${ports.lmtp}
  }
}
`
}

/** A folder, and a function that starts programs which end with the folder's owner. */
export interface Scratch {
  readonly folder: string
  readonly start: (command: ReadonlyArray<string>, options?: Options) => Process
}

/** Sets up Dovecot in a folder, with a certificate: the path of a `.crt` and a `.key`. */
export const dovecot = async ({ folder, start }: Scratch, certificate: string): Promise<Dovecot> => {
  const ports = { plain: await freePort(), tls: await freePort(), lmtp: await freePort() }
  for (const name of ["run", "home", "state"]) mkdirSync(join(folder, name))
  chmodSync(folder, 0o755)
  chmodSync(join(folder, "home"), 0o777)
  const file = join(folder, "dovecot.conf")
  writeFileSync(file, configuration(folder, certificate, ports))
  let running: Process | undefined
  return {
    ports,
    start: async () => {
      running = start([path!, "-F", "-c", file], { env: { PATH: `${process.env["PATH"]}:/usr/sbin` } })
      await answering(running, ports.lmtp)
    },
    stop: async () => void await running?.stop(),
    deliver: (user, mails) => deliver({ port: ports.lmtp, hello: "LHLO", from: "", to: user }, mails),
    admin: (...command) => {
      const { exitCode, stderr, stdout } = Bun.spawnSync(["doveadm", "-c", file, ...command])
      if (exitCode !== 0) throw new Error(`doveadm ${command.join(" ")}: ${stderr}`)
      return stdout.toString()
    }
  }
}
