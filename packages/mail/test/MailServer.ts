/** A mail server for tests, by the library smtp-server. */
import { Effect } from "effect"
import type * as net from "node:net"
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server"

export interface Received {
  readonly envelope: SMTPServerSession["envelope"]
  readonly secure: boolean
  readonly user: string | undefined
  readonly raw: Buffer
}

export interface Serving {
  readonly port: number
  readonly received: Array<Received>
  /** Resolves when a connection has ended. */
  readonly ended: Promise<void>
}

/** Accepts tokens (XOAUTH2) instead of passwords, like Google and Microsoft. */
export const byToken = (accepts: (user: string, token: string) => boolean): SMTPServerOptions => ({
  authMethods: ["XOAUTH2"],
  allowInsecureAuth: true,
  onAuth: ({ accessToken = "", username = "" }, _, callback) =>
    accepts(username, accessToken)
      ? callback(null, { user: username })
      : callback(null, { data: { status: "400", schemes: "bearer", scope: "https://mail.google.com/" } })
})

/** Serves on 127.0.0.1 until the scope closes. It accepts the user `jobs` with the password `correct horse`. */
export const serving = (options: SMTPServerOptions) =>
  Effect.acquireRelease(
    Effect.callback<Serving & { readonly server: SMTPServer }>((resume) => {
      const received: Array<Received> = []
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const server = new SMTPServer({
        closeTimeout: 1000,
        disableReverseLookup: true,
        hideSMTPUTF8: false,
        onAuth: ({ password, username }, _, callback) =>
          password === "correct horse" ? callback(null, { user: username }) : callback(new Error("Wrong")),
        onData: (stream, { envelope, secure, user }, callback) => {
          const chunks: Array<Buffer> = []
          stream.on("data", (chunk: Buffer) => void chunks.push(chunk))
          stream.on("end", () => {
            received.push({ envelope: structuredClone(envelope), secure, user, raw: Buffer.concat(chunks) })
            callback(null, "Taken")
          })
        },
        onClose: () => end(),
        ...options
      })
      server.on("error", () => undefined)
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.server.address() as net.AddressInfo
        resume(Effect.succeed({ port, received, ended, server }))
      })
    }),
    ({ server }) => Effect.callback<void>((resume) => server.close(() => resume(Effect.void)))
  )
