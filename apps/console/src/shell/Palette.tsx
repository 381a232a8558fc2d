/** The search of the console: finds pages, jobs, people and actions by a few letters. */
import { useNavigate } from "@tanstack/react-router"
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react"
import {
  Autocomplete,
  Header,
  I18nProvider,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  TextField
} from "react-aria-components"
import { candor } from "../api/Client.ts"
import { messageOf } from "../api/failures.ts"
import { standing, usePeople } from "../api/people.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { locale } from "../language/language.ts"
import { t } from "../language/text.tsx"
import { Icon } from "../parts/Icon.tsx"
import { matches } from "../parts/matches.ts"
import { spelled } from "../parts/Status.tsx"
import { useDebounced } from "../parts/useDebounced.ts"
import { useMay } from "../session/CurrentSession.tsx"
import type { DialogOfConsole } from "./CommandProvider.tsx"
import { type Command, useOffered, useTakeTyped } from "./commands.ts"
import { usePages } from "./navigation.ts"

/** The maximum number of jobs and of people in the results. */
const maxFound = 6

interface Entry extends Command {
  readonly id: string
  /** Distinguishes it from others with the same name. */
  readonly detail?: string | null
  /** What it is found by besides its name. */
  readonly words?: string | undefined
}

interface Section {
  readonly title: string
  readonly entries: ReadonlyArray<Entry>
}

/** Loads the jobs and people for a query; none for an empty one. */
const useFound = (query: string) => {
  const navigate = useNavigate()
  const jobs = useLoaded(
    ["job", "found", query],
    async (signal) => query === "" ? [] : (await candor.overviews.jobs({ q: query, limit: maxFound }, { signal })).jobs
  )
  const people = useLoaded(
    ["found", "few", query],
    async (signal) =>
      query === "" ? [] : (await candor.candidates.search({ q: query, limit: maxFound }, { signal })).results
  )
  const standings = usePeople((people.value ?? []).map(({ candidate }) => candidate.id))
  const sections: ReadonlyArray<Section> = [
    {
      title: t("Jobs"),
      entries: (jobs.value ?? []).map(({ id, status, title }) => ({
        id,
        name: title,
        detail: spelled(status),
        icon: "jobs",
        run: () => void navigate({ to: "/jobs/$id", params: { id } })
      }))
    },
    {
      title: t("People"),
      entries: (people.value ?? []).map(({ candidate: { full_name, id, primary_email } }) => ({
        id,
        name: full_name,
        detail: standing(standings.get(id)) ?? primary_email,
        icon: "candidates",
        run: () => void navigate({ to: "/candidates/$id", params: { id } })
      }))
    }
  ]
  return {
    sections,
    isLoading: [jobs, people].some(({ error, value }) => value === undefined && error === undefined),
    error: jobs.error ?? people.error
  }
}

interface Props {
  readonly onClose: () => void
  readonly onOpen: (dialog: DialogOfConsole) => void
}

const Palette = ({ onClose, onOpen }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState("")
  const query = typed.trim()
  const debounced = useDebounced(query)
  const offered = useOffered()
  const takeTyped = useTakeTyped()
  const pages = usePages()
  const navigate = useNavigate()
  const mayWrite = useMay("write")
  const isAdmin = useMay("admin")
  const found = useFound(debounced)
  useLayoutEffect(() => {
    const { current } = dialog
    const before = document.activeElement
    current?.showModal()
    const ahead = takeTyped()
    if (ahead !== "") setTyped(ahead)
    return () => {
      current?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [takeTyped])
  const actions: ReadonlyArray<Command> = [
    ...offered,
    ...(mayWrite
      ? [
        ...(offered.some(({ name }) => name === t("Add an applicant"))
          ? []
          : [{ name: t("Add an applicant"), icon: "plus", run: () => onOpen("applicant") } as const]),
        { name: t("New job"), icon: "plus", run: () => onOpen("job") },
        { name: t("Add candidate"), icon: "plus", run: () => onOpen("person") }
      ] as const
      : []),
    ...(isAdmin
      ? [
        { name: t("Add member"), icon: "plus", run: () => void navigate({ to: "/members", search: { open: "new" } }) },
        { name: t("New API key"), icon: "key", run: () => void navigate({ to: "/api-keys", search: { open: "new" } }) }
      ] as const
      : []),
    { name: t("Keyboard shortcuts"), icon: "key", run: () => onOpen("keys") }
  ]
  const fixed: ReadonlyArray<Section> = [
    { title: t("Actions"), entries: actions.map((action) => ({ ...action, id: `action:${action.name}` })) },
    {
      title: t("Pages"),
      entries: pages.map(({ icon, name, to, words }) => ({
        id: `page:${name}`,
        name,
        icon,
        words,
        run: () => void navigate({ to })
      }))
    }
  ]
  const matching = fixed.map(({ entries, title }) => ({
    title,
    // Those that are named so come first.
    entries: [
      ...entries.filter(({ name }) => matches(query)(name)),
      ...entries.filter(({ name, words }) => !matches(query)(name) && words !== undefined && matches(query)(words))
    ]
  }))
  const isLoading = found.isLoading || debounced !== query
  const isKnown = debounced === query && (!found.isLoading || found.error !== undefined)
  // The list highlights its first option after each letter: a result of the previous query would be highlighted, and
  // then disappear.
  const sections = [...matching, ...(isKnown ? found.sections : [])].filter(({ entries }) => entries.length > 0)
  const take = (entry: Entry) => {
    onClose()
    entry.run()
  }
  /** The first result for the typed text, as soon as it is known. */
  const first = (isLoading ? matching : sections).flatMap(({ entries }) => entries)[0]
  const [isTaking, setTaking] = useState(false)
  useEffect(() => {
    if (!isTaking || first === undefined && isLoading) return
    setTaking(false)
    if (first !== undefined) take(first)
  })
  /** Runs the first result if none is highlighted yet: at once, or when it arrives. */
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    if (document.getElementById(event.target.getAttribute("aria-activedescendant") ?? "") !== null) return
    event.preventDefault()
    event.stopPropagation()
    setTaking(query !== "")
  }
  const nothing = found.error !== undefined
    ? messageOf(found.error)
    : isLoading
    ? t("Searching…")
    : t("No results for “{query}”", { query })
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t("Search")}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDownCapture={press}
      onMouseDown={({ currentTarget, target }) => {
        if (target === currentTarget) onClose()
      }}
    >
      <I18nProvider locale={locale()}>
        <Autocomplete
          inputValue={typed}
          onInputChange={(text) => {
            setTyped(text)
            setTaking(false)
          }}
        >
          <TextField
            aria-label={t("Search pages, jobs and people, or run a command")}
            autoFocus
            className="palette-field"
          >
            <Icon name="search" />
            <Input placeholder={t("Search, or run a command")} />
            <kbd>{t("Esc")}</kbd>
          </TextField>
          <ListBox
            aria-label={t("Results")}
            className="palette-list"
            renderEmptyState={() => <p className="hint" role="status">{nothing}</p>}
          >
            {sections.map(({ entries, title }) => (
              <ListBoxSection key={title} id={title}>
                <Header>{title}</Header>
                {entries.map((entry) => (
                  <ListBoxItem
                    key={entry.id}
                    id={entry.id}
                    textValue={entry.name}
                    onAction={() => take(entry)}
                  >
                    <Icon name={entry.icon} />
                    <span className="palette-name">{entry.name}</span>
                    {entry.detail === undefined || entry.detail === null
                      ? null
                      : <span className="hint">{entry.detail}</span>}
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            ))}
          </ListBox>
        </Autocomplete>
      </I18nProvider>
    </dialog>
  )
}

export default Palette
