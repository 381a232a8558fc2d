/**
 * What is written and not yet sent: it stays over navigation, a reload and a session that ends, until the person signs
 * out or the tab is closed; in `localStorage` over that, too.
 */
import { type ChangeEvent, useState } from "react"
import { useSession } from "./CurrentSession.tsx"

export interface Draft {
  /** What was written before; undefined where nothing was. */
  readonly text: string | undefined
  /** What is kept by now; undefined where nothing is. */
  readonly read: () => string | undefined
  /** Of the field that the draft is written in. */
  readonly field: {
    readonly defaultValue: string | undefined
    readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
  }
  /** Keeps a text as if it had been written. */
  readonly keep: (text: string) => void
  /** Forgets it, as when it was sent. */
  readonly forget: () => void
}

const prefix = "candor.draft "

/** Forgets all drafts, as when the person signs out. */
export const forgetDrafts = (): void => {
  for (const storage of [sessionStorage, localStorage]) {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
  }
}

/** The draft of this name that the person has; `sent` is what the field has without one. */
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
