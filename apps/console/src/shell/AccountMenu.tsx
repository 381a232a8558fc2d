/** The account menu: who is signed in, the account, the language, and signing out. */
import { Link, useLocation } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { messageOf } from "../api/failures.ts"
import { t } from "../language/text.tsx"
import { Avatar } from "../parts/Avatar.tsx"
import { Discard } from "../parts/Dialog.tsx"
import { Icon } from "../parts/Icon.tsx"
import { useNotice, useEndNotices } from "../parts/Notice.tsx"
import { useOnSignedOut, useSession } from "../session/CurrentSession.tsx"
import { signOut } from "../session/Session.ts"
import { forgetDrafts } from "../session/useDraft.ts"
import { LanguageSelect } from "./LanguageSelect.tsx"

const menuId = "account-menu"

/** Returns whether the page has unsaved input, by the same event with which a browser asks before closing. */
const isUnsaved = (): boolean => !dispatchEvent(new Event("beforeunload", { cancelable: true }))

export const AccountMenu = () => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const session = useSession()
  const onSignedOut = useOnSignedOut()
  const tell = useNotice()
  const endNotices = useEndNotices()
  const menu = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => menu.current?.hidePopover(), [path])
  const leave = () =>
    endNotices().then(() => signOut(session)).then(() => {
      forgetDrafts()
      onSignedOut()
    }, (error: unknown) => tell(`${t("You're still signed in.")} ${messageOf(error)}`))
  const { user } = session
  return (
    <div className="person">
      <button type="button" className="person-button" popoverTarget={menuId} title={t("Account and language")}>
        <Avatar person={user} isNamed={false} />
        <span className="person-text">
          <span className="person-name">{user.full_name}</span>
          <span className="hint">{user.email}</span>
        </span>
        <Icon name="more" />
      </button>
      <div ref={menu} id={menuId} popover="auto" className="account-menu">
        <Link to="/account" className="menu-item">
          <Icon name="members" />
          {t("Account")}
        </Link>
        <LanguageSelect />
        <button type="button" className="menu-item" onClick={() => isUnsaved() ? setAsking(true) : leave()}>
          <Icon name="signOut" />
          {t("Sign out")}
        </button>
      </div>
      {isAsking
        ? (
          <Discard
            onKeep={() => setAsking(false)}
            onDiscard={() => {
              setAsking(false)
              void leave()
            }}
          />
        )
        : null}
    </div>
  )
}
