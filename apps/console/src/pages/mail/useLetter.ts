/** A mail that is being written: it stays as a draft until it is sent or discarded. */
import { useState } from "react"
import { t } from "../../language/text.tsx"
import { exactTime } from "../../parts/Time.tsx"
import { useDraft } from "../../session/useDraft.ts"
import { type Mail, shownName, timeOf } from "./mails.ts"
import { quoteOf, replySubject } from "./quotes.ts"

export interface Letter {
  readonly subject: string
  readonly body: string
  /** The ids of the files that go with it. */
  readonly files: ReadonlyArray<string>
  /** The id of the mail that it replies to. */
  readonly replyTo?: string | undefined
}

const blank: Letter = { subject: "", body: "", files: [] }

const isBlank = ({ body, files, subject }: Letter): boolean => body.trim() === "" && subject.trim() === "" && files.length === 0

const reply = (mail: Mail): Letter => {
  const said = t("On {time}, {name} wrote:", { name: mail.author?.full_name ?? shownName(mail.sender), time: exactTime(timeOf(mail)) })
  return { subject: replySubject(mail.subject), body: `\n\n${said}\n\n${quoteOf(mail.body)}`, files: [], replyTo: mail.id }
}

export interface Composer {
  readonly letter: Letter
  readonly isOpen: boolean
  /** How often it was opened by the person, who goes on in its first field. */
  readonly opened: number
  readonly change: (changes: Partial<Letter>) => void
  /** Opens it, for a new mail or for the one that was begun. */
  readonly write: () => void
  /** Opens it for a reply; what was written stays. */
  readonly reply: (mail: Mail) => void
  /** Opens it with this text. */
  readonly restore: (letter: Letter) => void
  /** Closes it; what was written stays. */
  readonly close: () => void
  /** Closes it, and forgets what was written. */
  readonly discard: () => void
}

/** The mail that the person writes on an application. One that was begun is open. */
export const useComposer = (application: string): Composer => {
  const draft = useDraft(`mail:${application}`)
  const [letter, setLetter] = useState<Letter>(() => draft.text === undefined ? blank : { ...blank, ...JSON.parse(draft.text) })
  const [isOpen, setOpen] = useState(draft.text !== undefined)
  const [opened, setOpened] = useState(0)
  const put = (after: Letter) => {
    setLetter(after)
    draft.keep(isBlank(after) ? "" : JSON.stringify(after))
  }
  const open = () => {
    setOpen(true)
    setOpened((opened) => opened + 1)
  }
  return {
    letter,
    isOpen,
    opened,
    change: (changes) => put({ ...letter, ...changes }),
    write: open,
    reply: (mail) => {
      put(letter.body.trim() === "" ? reply(mail) : { ...letter, replyTo: mail.id })
      open()
    },
    restore: (letter) => {
      put(letter)
      open()
    },
    close: () => setOpen(false),
    discard: () => {
      put(blank)
      setOpen(false)
    }
  }
}
