/** A tree as a part of a page: administrators add, rename, move and delete its rows. */
import { type ReactNode, useState } from "react"
import { changesOf } from "../api/changesOf.ts"
import { useDeleted, useDeletion } from "../api/useDeletion.ts"
import type { Loaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Button, Form, textOf, useAction } from "../parts/Action.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Select, TextField } from "../parts/Fields.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Empty, Show } from "../parts/Page.tsx"
import { Part } from "../parts/Part.tsx"
import { type Branch, treeOf, treeOptions, type TreeRow } from "../parts/treeOf.ts"
import { useMay } from "../session/CurrentSession.tsx"

interface Fields {
  readonly name: string
  readonly parent_id: string | null
}

interface TreeProps<Row extends TreeRow, More extends object> {
  readonly title: string
  /** The label of the button that adds a row. */
  readonly add: string
  readonly empty: string
  readonly rows: Loaded<ReadonlyArray<Row>>
  readonly operations: {
    readonly create: (fields: Fields & More) => Promise<unknown>
    readonly update: (id: string, changes: Partial<Fields & More>) => Promise<unknown>
    readonly delete: (id: string) => Promise<unknown>
  }
  /** What a row has besides its name: the form fields, their typed values, and the text in the list. */
  readonly more: {
    readonly fields: (row: Row | undefined) => ReactNode
    readonly read: (form: FormData) => More
    readonly shown: (row: Row) => string | null
  }
}

/** For rows that have only a name. */
export const nameAlone = { fields: () => null, read: () => ({}), shown: () => null }

export const TreePart = <Row extends TreeRow, More extends object>(props: TreeProps<Row, More>) => {
  const { add, empty, rows, title } = props
  const isAdmin = useMay("admin")
  const deleted = useDeleted()
  const [open, setOpen] = useState<"add" | Row>()
  return (
    <Part
      title={title}
      side={isAdmin
        ? (
          <Button onClick={() => setOpen("add")}>
            <Icon name="plus" />
            {add}
          </Button>
        )
        : null}
    >
      <Show of={rows}>
        {(all) => {
          const tree = treeOf(all.filter(({ id }) => !deleted.has(id)))
          return tree.length === 0 ? <Empty title={empty} /> : <Rows {...props} tree={tree} onEdit={setOpen} />
        }}
      </Show>
      {open === undefined
        ? null
        : <EditRow {...props} {...(open === "add" ? {} : { row: open })} onClose={() => setOpen(undefined)} />}
    </Part>
  )
}

interface RowsProps<Row extends TreeRow, More extends object> extends TreeProps<Row, More> {
  readonly tree: ReadonlyArray<Branch<Row>>
  readonly onEdit: (row: Row) => void
}

const Rows = <Row extends TreeRow, More extends object>(props: RowsProps<Row, More>) => {
  const { more, onEdit, operations, rows, tree } = props
  const isAdmin = useMay("admin")
  const deletion = useDeletion()
  const remove = ({ id, name }: Row) =>
    deletion({ id, what: `“${name}”`, send: () => operations.delete(id), onDeleted: rows.reload })
  return (
    <ul className="tree">
      {tree.map(({ branches, row }) => (
        <li key={row.id}>
          <div className="file">
            <span className="list-main">
              {row.name}
              <span className="hint">{more.shown(row)}</span>
            </span>
            {isAdmin
              ? (
                <span className="buttons">
                  <Button look="quiet" aria-label={t("Edit {name}", { name: row.name })} onClick={() => onEdit(row)}>
                    {t("Edit")}
                  </Button>
                  {branches.length > 0
                    ? null
                    : (
                      <Button
                        look="quiet"
                        aria-label={t("Delete {name}", { name: row.name })}
                        onClick={() => remove(row)}
                      >
                        {t("Delete")}
                      </Button>
                    )}
                </span>
              )
              : null}
          </div>
          {branches.length === 0 ? null : <Rows {...props} tree={branches} />}
        </li>
      ))}
    </ul>
  )
}

interface EditProps<Row extends TreeRow, More extends object> extends TreeProps<Row, More> {
  readonly row?: Row
  readonly onClose: () => void
}

const EditRow = <Row extends TreeRow, More extends object>(
  { add, more, onClose, operations, row, rows }: EditProps<Row, More>
) => {
  // The list behind the dialog may reload, so the dialog keeps the row as it was opened.
  const [opened] = useState(row)
  const save = useAction(async (form: FormData) => {
    const fields = { name: textOf(form, "name"), parent_id: textOf(form, "parent_id") || null, ...more.read(form) }
    await (opened === undefined ? operations.create(fields) : operations.update(opened.id, changesOf(fields, opened)))
    rows.reload()
    onClose()
  })
  return (
    <Dialog title={opened?.name ?? add} onClose={onClose}>
      <Form action={save} submit={t("Save")}>
        <TextField label={t("Name")} name="name" required defaultValue={opened?.name} />
        {more.fields(opened)}
        <Select
          label={t("Parent")}
          name="parent_id"
          defaultValue={opened?.parent_id ?? ""}
          options={[["", t("None (top level)")], ...treeOptions(rows.value ?? [], opened?.id)]}
        />
      </Form>
    </Dialog>
  )
}
