/** Servers that send and read mail, instead of Google's and Microsoft's. */
import { MailProviders } from "@candor/mail/MailProviders"
import { Context, Effect, Exit, Scope } from "effect"
import { byToken, serving } from "./MailServer.ts"
import { scriptedImap } from "./ScriptedImap.ts"

/** Starts servers that accept these tokens. `inPlace` makes a service under test use them. */
export const providerMail = async (accepts: (user: string, token: string) => boolean) => {
  const scope = Scope.makeUnsafe()
  const servers = Effect.all({
    smtp: serving(byToken(accepts)),
    imap: scriptedImap({ accepts }),
    plain: serving({ allowInsecureAuth: true })
  })
  const { imap, plain, smtp } = await Effect.runPromise(Scope.provide(servers, scope))
  const at = (port: number) => ({ host: "127.0.0.1", port, security: "none" }) as const
  const provider = (scopes: ReadonlyArray<string>) => ({ scopes, smtp: at(smtp.port), imap: at(imap.port) })
  return {
    /** The port of a sending server with a password. */
    port: plain.port,
    inPlace: <Ports>(ports: Context.Context<Ports>): Context.Context<Ports> =>
      Context.add(ports, MailProviders, {
        google: provider(["https://mail.google.com/"]),
        microsoft: provider(["https://outlook.office.com/SMTP.Send"])
      }),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
