/** The field of a note: names after an @ mention members, whom it offers while one types. */
import { useId, useMemo, useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useMemberLabels } from "../../api/memberNames.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Avatar } from "../../parts/Avatar.tsx"
import type { Draft } from "../../session/useDraft.ts"
import { asWritten, toStored } from "./mentionText.ts"
import { useMentionList } from "./useMentionList.ts"

interface Props {
  readonly label: string
  readonly draft: Draft
  /** The job whose team is offered first. */
  readonly jobId: string | undefined
  readonly hint?: string
  readonly autoFocus?: boolean
}

export const NoteField = ({ draft, hint, jobId, label, ...rest }: Props) => {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [stored, setStored] = useState(draft.field.defaultValue ?? "")
  const labels = useMemberLabels()
  const store = useMemo(() => toStored(labels), [labels])
  const { value: team } = useLoaded(["team_member", jobId ?? ""], async (signal) =>
    jobId === undefined ? [] : (await candor.teamMembers.list(jobId, { signal })).team)
  const keep = (written: string) => {
    setStored(store(written))
    draft.keep(store(written))
  }
  const list = useMentionList(field, new Set(team?.map(({ member }) => member.id)), keep)
  const isOpen = list.offered.length > 0
  return (
    <div className="field note-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={field}
        id={id}
        className="input"
        rows={3}
        required
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${list.active?.id}` : undefined}
        value={asWritten(stored, labels)}
        onChange={({ target }) => {
          keep(target.value)
          list.look()
        }}
        onSelect={list.look}
        onKeyDown={list.press}
        onBlur={list.close}
        {...rest}
      />
      <input type="hidden" name="note" value={stored} />
      {isOpen
        ? (
          <ul className="mention-list" role="listbox" id={`${id}-list`} aria-label={t("Members to mention")}>
            {list.offered.map((one) => (
              <li
                key={one.id}
                id={`${id}-${one.id}`}
                role="option"
                aria-selected={one.id === list.active?.id}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => list.take(one)}
              >
                <Avatar person={{ id: one.id, full_name: one.label }} isNamed={false} />
                <span className="list-main">{one.label}</span>
                {one.isInTeam ? <span className="hint">{t("Team")}</span> : null}
              </li>
            ))}
          </ul>
        )
        : null}
      {hint === undefined ? null : <p className="hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}

/** Shows a note to the team of the job alone, while it is on. */
export const TeamSwitch = ({ draft }: { readonly draft: Draft }) => {
  const [visibility, setVisibility] = useState(draft.field.defaultValue)
  return (
    <label className="check">
      <input
        type="checkbox"
        role="switch"
        name="visibility"
        value="team"
        checked={visibility === "team"}
        onChange={({ target }) => {
          const after = target.checked ? "team" : "everyone"
          setVisibility(after)
          draft.keep(after)
        }}
      />
      {t("Team only")}
    </label>
  )
}
