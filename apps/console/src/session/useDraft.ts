/**
 * Drafts of unsent input. They survive navigation, a reload and the end of a session, until the person signs out or
 * closes the tab; those in `localStorage` also survive closing the tab.
 */
import { type ChangeEvent, useState } from "react"
import { useSession } from "./CurrentSession.tsx"

export interface Draft {
  /** The stored text when the component mounted; undefined if there was none. */
  readonly text: string | undefined
  /** Returns the stored text now; undefined if there is none. */
  readonly read: () => string | undefined
  /** Props for the field of the draft. */
  readonly field: {
    readonly defaultValue: string | undefined
    readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
  }
  /** Stores a text as if it had been typed. */
  readonly keep: (text: string) => void
  /** Deletes the draft, for example after it was sent. */
  readonly forget: () => void
}

const prefix = "candor.draft "

/** Deletes all drafts, for example when the person signs out. */
export const forgetDrafts = (): void => {
  for (const storage of [sessionStorage, localStorage]) {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
  }
}

/** Returns the draft of this name; `sent` is the field's value without one. */
export const useDraft = (name: string, sent?: string, storage: Storage = sessionStorage): Draft => {
  const key = `${prefix}${useSession().user.id} ${name}`
  const read = () => storage.getItem(key) ?? undefined
  const [text] = useState(read)
  const forget = () => storage.removeItem(key)
  const keep = (text: string) => text === (sent ?? "") ? forget() : storage.setItem(key, text)
  return {
    text,
    read,
    field: { defaultValue: text ?? sent, onChange: ({ target }) => keep(target.value) },
    keep,
    forget
  }
}
