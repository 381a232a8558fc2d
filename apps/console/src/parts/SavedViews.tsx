/** A person's named views of a list: each is a name for the filters in its address. They are stored in this browser. */
import { Link, useLocation } from "@tanstack/react-router"
import { useState } from "react"
import { t } from "../language/text.tsx"
import { parseSearch, stringifySearch } from "../router/search.ts"
import { useSession } from "../session/CurrentSession.tsx"
import { Button, Form, textOf, useAction } from "./Action.tsx"
import { Dialog } from "./Dialog.tsx"
import { TextField } from "./Fields.tsx"
import { Icon } from "./Icon.tsx"
import { useNotice } from "./Notice.tsx"

interface View {
  readonly name: string
  /** The filters as the query of an address. */
  readonly search: string
}

const isView = (value: unknown): value is View =>
  typeof value === "object" && value !== null && "name" in value && typeof value.name === "string" &&
  "search" in value && typeof value.search === "string"

const read = (key: string): ReadonlyArray<View> => {
  const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
  return Array.isArray(stored) ? stored.filter(isView) : []
}

/** The saved views of the current list, and a way to save the current filters. */
export const SavedViews = () => {
  const pathname = useLocation({ select: ({ pathname }) => pathname })
  // The open entry beside the list is not part of a view.
  const search = useLocation({ select: ({ search: { application: _, ...search } }) => stringifySearch(search) })
  const key = `candor.views ${useSession().user.id} ${pathname}`
  const [views, setViews] = useState(() => read(key))
  const [isNaming, setNaming] = useState(false)
  const tell = useNotice()
  const keep = (after: ReadonlyArray<View>) => {
    localStorage.setItem(key, JSON.stringify(after))
    setViews(after)
  }
  const save = useAction(async (form: FormData) => {
    const name = textOf(form, "name")
    keep([...views.filter((view) => view.name !== name), { name, search }])
    setNaming(false)
  })
  const remove = (view: View) => {
    keep(views.filter(({ name }) => name !== view.name))
    tell(t("View “{name}” removed", { name: view.name }), { undo: async () => keep([...read(key), view]) })
  }
  const isNew = search !== "" && views.every((view) => view.search !== search)
  if (views.length === 0 && !isNew) return null
  return (
    <div className="views" role="group" aria-label={t("Saved views")}>
      {views.map((view) => (
        <span key={view.name} className={view.search === search ? "view chosen" : "view"}>
          <Link to="." search={() => parseSearch(view.search)} replace activeOptions={{ exact: true }}>
            {view.name}
          </Link>
          <button
            type="button"
            className="icon-button"
            aria-label={t("Remove view {name}", { name: view.name })}
            onClick={() => remove(view)}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {isNew
        ? (
          <Button look="quiet" onClick={() => setNaming(true)}>
            <Icon name="star" />
            {t("Save this view")}
          </Button>
        )
        : null}
      {isNaming ?
        (
          <Dialog title={t("Save this view")} onClose={() => setNaming(false)}>
            <Form action={save} submit={t("Save")}>
              <TextField
                label={t("Name")}
                name="name"
                required
                maxLength={60}
                help={t("Saved in this browser, only for you. To share a view, send its link.")}
              />
            </Form>
          </Dialog>
        ) :
        null}
    </div>
  )
}
