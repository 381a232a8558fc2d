/**
 * The fields of a note. A name after an @ mentions a member, and the first field suggests members while the person
 * types. A switch makes the note visible to the team only.
 */
import { useId, useMemo, useRef, useState } from "react"
import { useMemberLabels } from "../../api/memberNames.ts"
import { useAudience } from "../../api/teams.ts"
import { t } from "../../language/text.tsx"
import { Avatar } from "../../parts/Avatar.tsx"
import { Switch } from "../../parts/Fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { pasteMarkdown } from "../../parts/pasteMarkdown.ts"
import type { Draft } from "../../session/useDraft.ts"
import { asWritten, toStored } from "./mentionText.ts"
import { useMentionList } from "./useMentionList.ts"

interface Props {
  readonly label: string
  readonly draft: Draft
  /** The job whose team is suggested first. */
  readonly jobId: string | undefined
  readonly hint?: string
  readonly autoFocus?: boolean
  /** Whether only the job's team sees the note. */
  readonly isTeamOnly: boolean
}

const NoteField = ({ autoFocus, draft, hint, isTeamOnly, jobId, label }: Props) => {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [stored, setStored] = useState(draft.field.defaultValue ?? "")
  const labels = useMemberLabels()
  const store = useMemo(() => toStored(labels), [labels])
  const everybody = useAudience(jobId)
  const audience = everybody === undefined
    ? undefined
    : { ...everybody, isTeamOnly: isTeamOnly || everybody.isTeamOnly }
  const keep = (written: string) => {
    setStored(store(written))
    draft.keep(store(written))
  }
  const list = useMentionList(field, audience, keep)
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
        autoFocus={autoFocus}
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
        onPaste={pasteMarkdown}
        onSelect={list.look}
        onKeyDown={list.press}
        onBlur={list.close}
      />
      {/* Also mentions a member whose name was typed before the members were loaded. */}
      <input type="hidden" name="note" value={store(stored)} />
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
                {one.isInTeam ? <span className="hint">{t("Hiring team")}</span> : null}
                {one.isBlind
                  ? (
                    <span className="for-team">
                      <Icon name="lock" />
                      {t("can't see this note")}
                    </span>
                  )
                  : null}
              </li>
            ))}
          </ul>
        )
        : null}
      {hint === undefined ? null : <p className="hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}

/** The fields of a note; `visibility` is the draft of the switch, for a note on an application. */
export const NoteFields = ({ visibility, ...rest }: Omit<Props, "isTeamOnly"> & { readonly visibility: Draft }) => {
  const [isTeamOnly, setTeamOnly] = useState(visibility.field.defaultValue === "team")
  return (
    <>
      <NoteField isTeamOnly={isTeamOnly} {...rest} />
      {rest.jobId === undefined ? null : (
        <Switch
          label={t("Team only")}
          name="visibility"
          value="team"
          checked={isTeamOnly}
          onChange={({ target: { checked } }) => {
            setTeamOnly(checked)
            visibility.keep(checked ? "team" : "everyone")
          }}
        />
      )}
    </>
  )
}
