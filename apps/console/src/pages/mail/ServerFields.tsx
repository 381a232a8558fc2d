/**
 * The fields of a mail server. A stored password is not shown; it is kept if the server and user name stay the same.
 */
import type { ImapServer, SmtpServer } from "@candor/client"
import { msg, t } from "../../language/text.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Select, TextField } from "../../parts/Fields.tsx"

const securities = choicesOf<SmtpServer["security"]>({
  starttls: msg("STARTTLS"),
  tls: msg("TLS"),
  none: msg("None (private networks only)")
})

/** A server in the form. */
export interface Server {
  readonly host: string
  readonly port: string
  readonly security: SmtpServer["security"]
  readonly username: string
  readonly password: string
  readonly folder: string
}

/** Empty fields, with the usual defaults. */
export const noServer: { readonly [Which in "smtp" | "imap"]: Server } = {
  smtp: { host: "", port: "587", security: "starttls", username: "", password: "", folder: "" },
  imap: { host: "", port: "993", security: "tls", username: "", password: "", folder: "INBOX" }
}

/** Returns the fields for a stored server; the defaults if there is none. */
export const serverOf = (which: "smtp" | "imap", server: SmtpServer | ImapServer | null): Server =>
  server === null ? noServer[which] : {
    ...noServer[which],
    host: server.host,
    port: String(server.port),
    security: server.security,
    username: server.username ?? "",
    ...("folder" in server ? { folder: server.folder } : {})
  }

/** Returns the server for a request: without a typed password, the stored one is kept. */
export const serverDraft = ({ host, password, port, security, username }: Server) => ({
  host: host.trim(),
  port: Number(port),
  security,
  username: username.trim() || null,
  ...(password === "" ? {} : { password })
})

interface Props {
  /** The stored server. */
  readonly of: SmtpServer | ImapServer | null
  readonly server: Server
  readonly onChange: (server: Server) => void
  /** A text with the usual ports. */
  readonly ports: string
  /** Whether this is the mailbox, which has fields for its folders. */
  readonly hasFolder?: boolean
}

export const ServerFields = ({ hasFolder = false, of, onChange, ports, server }: Props) => {
  const change = (changes: Partial<Server>) => onChange({ ...server, ...changes })
  const { folder, host, password, port, security, username } = server
  const isStored = of !== null && of.username !== null && of.host === host.trim() && String(of.port) === port &&
    of.security === security && of.username === username.trim()
  const isUsed = host.trim() !== ""
  return (
    <div className="stack">
      <TextField
        label={t("Server name")}
        required={hasFolder}
        value={host}
        onChange={({ target }) => change({ host: target.value })}
      />
      <div className="server-row">
        <TextField
          label={t("Port")}
          type="number"
          min={1}
          max={65_535}
          required={isUsed}
          value={port}
          onChange={({ target }) => change({ port: target.value })}
          hint={ports}
        />
        <Select
          label={t("Encryption")}
          value={security}
          onChange={({ target }) => change({ security: securities.of(target.value) ?? security })}
          options={securities.options}
        />
      </div>
      <TextField
        label={t("User name")}
        value={username}
        onChange={({ target }) => change({ username: target.value })}
        hint={t("Usually your full email address. Leave it empty if the server doesn't need one.")}
      />
      {username.trim() === "" ? null : (
        <TextField
          label={t("Account password")}
          type="password"
          autoComplete="new-password"
          required={isUsed && !isStored}
          value={password}
          placeholder={isStored ? t("stored") : ""}
          onChange={({ target }) => change({ password: target.value })}
          hint={isStored
            ? t("Stored and never shown. Type a new one to replace it.")
            : of === null
            ? t("Stored encrypted and never shown.")
            : t("If you change the server or user name, enter the password again.")}
        />
      )}
      {hasFolder
        ? <TextField label={t("Folder")} value={folder} onChange={({ target }) => change({ folder: target.value })} />
        : null}
    </div>
  )
}
