/**
 * The mail that the person is writing. It is stored as a draft until it is sent or discarded. Other drafts are kept
 * behind it.
 */
import { useEffect, useRef, useState } from "react"
import { t } from "../../language/text.tsx"
import { exactTime } from "../../parts/Time.tsx"
import { useDraft } from "../../session/useDraft.ts"
import { type Mail, shownName, timeOf } from "./mails.ts"
import { quoteOf, replySubject } from "./quotes.ts"

export interface Letter {
  readonly subject: string
  readonly body: string
  /** The ids of the attached files. */
  readonly files: ReadonlyArray<string>
  /** The id of the mail that it replies to. */
  readonly replyTo?: string | undefined
}

const blank: Letter = { subject: "", body: "", files: [] }

const isBlank = ({ body, files, subject }: Letter): boolean =>
  body.trim() === "" && subject.trim() === "" && files.length === 0

const reply = (mail: Mail): Letter => {
  const said = t("On {time}, {name} wrote:", {
    name: mail.author?.full_name ?? shownName(mail.sender),
    time: exactTime(timeOf(mail))
  })
  return { subject: replySubject(mail.subject), body: `\n\n${said}\n\n${quoteOf(mail)}`, files: [], replyTo: mail.id }
}

/** The current draft, and those behind it, latest first. */
interface Letters {
  readonly letter: Letter
  readonly kept: ReadonlyArray<Letter>
}

const lettersOf = (text: string | undefined): Letters => {
  const { kept = [], ...letter }: Partial<Letter & Letters> = text === undefined ? {} : JSON.parse(text)
  return { letter: { ...blank, ...letter }, kept }
}

const textOf = ({ kept, letter }: Letters): string =>
  isBlank(letter) && kept.length === 0 ? "" : JSON.stringify({ ...letter, kept })

/** Returns the letters with another one in front. Drops the current one if it is blank. */
const before = (first: Letter, { kept, letter }: Letters): Letters => ({
  letter: first,
  kept: isBlank(letter) ? kept : [letter, ...kept]
})

/** Returns the letters without one of them; the next becomes current. */
const without = (gone: Letter, { kept, letter }: Letters): Letters => {
  if (letter !== gone) return { letter, kept: kept.filter((one) => one !== gone) }
  const [next = blank, ...others] = kept
  return { letter: next, kept: others }
}

/** Returns whether a letter still has these texts. */
const isSame = (letter: Letter, { body = letter.body, subject = letter.subject }: Partial<Letter>): boolean =>
  letter.subject === subject && letter.body === body

export interface Composer extends Letters {
  readonly isOpen: boolean
  /** How often the person opened it; each time its first field takes the focus. */
  readonly opened: number
  readonly change: (changes: Partial<Letter>) => void
  /** Opens the current draft or a new mail. */
  readonly write: () => void
  /** Opens it as a reply; text that is already written stays. */
  readonly reply: (mail: Mail) => void
  /**
   * Opens it with this letter, replacing `instead` if that was not changed since. A draft in progress is kept behind
   * it.
   */
  readonly restore: (letter: Letter, instead?: Partial<Letter>) => void
  /** Continues with a letter from behind the current one. */
  readonly goOn: (letter: Letter) => void
  /** Closes it; the text stays as a draft. */
  readonly close: () => void
  /** Deletes a letter, and closes the editor if there is no other draft. */
  readonly discard: (letter: Letter) => void
}

/**
 * The `restore` functions of the visible pages by application: an undo of a page that was left and opened again uses
 * the new page's function.
 */
const shown = new Map<string, Composer["restore"]>()

/** Returns the composer of an application. It is open if the person has a draft. */
export const useComposer = (application: string): Composer => {
  const draft = useDraft(`mail:${application}`)
  const [letters, setLetters] = useState(() => lettersOf(draft.text))
  const [isOpen, setOpen] = useState(draft.text !== undefined)
  const [opened, setOpened] = useState(0)
  // Always the current texts, for callbacks that run later, such as the undo of a mail that was just sent.
  const latest = useRef(letters)
  const put = (after: Letters) => {
    latest.current = after
    setLetters(after)
    draft.keep(textOf(after))
  }
  const open = () => {
    setOpen(true)
    setOpened((opened) => opened + 1)
  }
  const change = (changes: Partial<Letter>) =>
    put({ ...latest.current, letter: { ...latest.current.letter, ...changes } })
  const restore = (letter: Letter, instead?: Partial<Letter>) => {
    if (instead !== undefined && isSame(latest.current.letter, instead)) change(letter)
    else put(before(letter, latest.current))
    open()
  }
  useEffect(() => {
    shown.set(application, restore)
    return () => void shown.delete(application)
  }, [application])
  return {
    ...letters,
    isOpen,
    opened,
    change,
    write: open,
    reply: (mail) => {
      const { letter } = latest.current
      change(letter.body.trim() === "" ? reply(mail) : { replyTo: mail.id })
      open()
    },
    restore: (letter, instead) => {
      const restoreShown = shown.get(application)
      if (restoreShown !== undefined) restoreShown(letter, instead)
      else draft.keep(textOf(before(letter, lettersOf(draft.read()))))
    },
    goOn: (letter) => {
      put(before(letter, without(letter, latest.current)))
      open()
    },
    close: () => setOpen(false),
    discard: (letter) => {
      const after = without(letter, latest.current)
      put(after)
      if (isBlank(after.letter)) setOpen(false)
    }
  }
}
