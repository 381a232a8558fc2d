/** A caller of the mailbox reader in tests: it stores positions and subjects. */
import type { MailboxPosition } from "@candor/domain/mail/MailboxPosition"
import { Effect, Stream } from "effect"
import type { Handling, MailboxMail } from "@candor/mail/Receiving"

export const subjectOf = (text: string): string => /^Subject: (.*?)\r?$/m.exec(text)?.[1] ?? ""

export const read = ({ source }: MailboxMail) => Stream.mkString(Stream.decodeText(source))

/** Makes a store of positions and subjects, to which a mail is added together with its position. */
export const store = () => {
  const state = {
    position: null as MailboxPosition | null,
    subjects: [] as Array<string>,
    unhandled: [] as Array<string>
  }
  const put = (position: MailboxPosition) =>
    Effect.sync(() => {
      state.position = position
    })
  const handling = (): Handling<never, never> => ({
    position: state.position,
    hasRoom: Effect.succeed(true),
    needsRoom: () => Effect.succeed(true),
    onMail: (one) =>
      Effect.flatMap(read(one), (text) => {
        state.subjects.push(subjectOf(text))
        return put(one.position)
      }),
    onUnhandled: (one) => {
      state.unhandled.push(String(one.uid))
      return put(one.position)
    },
    onOpen: Effect.void,
    onPosition: put
  })
  return { state, put, handling }
}
