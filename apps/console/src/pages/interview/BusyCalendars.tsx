/** The calendars whose busy times block bookings of the signed-in person. */
import type { BusyCalendar } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { callSignIn } from "../../api/SignInRoutes.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { Button, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Select, TextField } from "../../parts/Fields.tsx"
import { Show } from "../../parts/Page.tsx"
import { PageForm } from "../../parts/PageForm.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago, exactTime } from "../../parts/Time.tsx"
import { useSession } from "../../session/CurrentSession.tsx"
import { providerNames } from "../mail/ConnectionPart.tsx"

export const problems = choicesOf<NonNullable<BusyCalendar["problem"]>>({
  no_address: msg("Candor can't reach its server from the Internet."),
  no_answer: msg("Its server didn't answer in time."),
  refused: msg("Its server refused the address or the password."),
  not_found: msg("There's nothing at this address."),
  failed: msg("Its server answered with an error."),
  redirected: msg("Its server leads to another address. Add that one."),
  not_a_calendar: msg("There's no calendar at this address."),
  too_large: msg("The calendar is too large."),
  too_slow: msg("The calendar takes too long to read."),
  secret_unreadable: msg("Its stored address can't be read. Remove it and add it again."),
  consent_ended: msg("The account is no longer connected. Remove it and connect it again.")
})

const kinds = choicesOf<"subscription" | "caldav">({ subscription: msg("iCal address"), caldav: msg("CalDAV server") })

export const BusyCalendars = () => {
  const loaded = useLoaded(["busy_calendars"], (signal) => candor.busyCalendars.list({ signal }))
  const removal = useAction(async (id: string) => {
    await candor.busyCalendars.remove(id)
    loaded.reload()
  })
  return (
    <Part title={t("My calendars")}>
      <p className="hint">
        {t("Candidates can't book you when you're busy in these calendars. Candor stores only when you're busy.")}
      </p>
      <Show of={loaded}>
        {({ busy_calendars, providers }) => (
          <>
            <ul className="list">
              {busy_calendars.map((calendar) => (
                <li key={calendar.id} className="entry-item">
                  <div className="row">
                    <strong>{calendar.host}</strong>
                    <ConfirmButton
                      label={t("Remove {name}", { name: calendar.host })}
                      question={t("Remove?")}
                      pending={removal.pending}
                      onConfirm={() => removal.run(calendar.id)}
                    >
                      {t("Remove")}
                    </ConfirmButton>
                  </div>
                  <State calendar={calendar} />
                </li>
              ))}
            </ul>
            <Connect providers={providers} />
          </>
        )}
      </Show>
      <Problem text={removal.error} />
      <AddCalendar onAdded={loaded.reload} />
    </Part>
  )
}

const Connect = ({ providers }: { readonly providers: ReadonlyArray<keyof typeof providerNames> }) => {
  const { byKey } = useSession()
  const connect = useAction(async (provider: keyof typeof providerNames) => {
    location.assign(
      (await callSignIn<{ readonly location: string }>("auth/connections", { body: { provider, use: "calendar" } }))
        .location
    )
  })
  if (byKey || providers.length === 0) return null
  return (
    <>
      <div className="buttons">
        {providers.map((provider) => (
          <Button
            key={provider}
            pending={connect.pending}
            onClick={() => connect.run(provider)}
          >
            {t("Connect {provider}", { provider: providerNames[provider] })}
          </Button>
        ))}
      </div>
      <Problem text={connect.error} />
    </>
  )
}

const State = (
  { calendar: { differing_interviews, problem, read_at, skipped_events, unknown_zones } }: {
    readonly calendar: BusyCalendar
  }
) => (
  <>
    <p className="hint">
      {read_at === null ? t("Not read yet") : (
        <>
          {t("Last read")} <Ago at={read_at} />
        </>
      )}
    </p>
    <Problem text={problem === null ? undefined : problems.name(problem)} />
    {skipped_events === 0
      ? null
      : (
        <p>
          {t("Candor can't read {n, plural, one {# event} other {# events}}, so candidates can book you then.", {
            n: skipped_events
          })}
        </p>
      )}
    {unknown_zones.length === 0
      ? null
      : (
        <p>
          {t("Candor doesn't know the time zone {names} and uses yours instead.", { names: unknown_zones.join(", ") })}
        </p>
      )}
    {differing_interviews.map(({ application_id, interview_id, starts_at, title }) => (
      <p key={interview_id}>
        {t("“{title}” was moved in this calendar to {time}, but not in Candor.", { title, time: exactTime(starts_at) })}
        {" "}
        <Link to="/applications/$id" params={{ id: application_id }}>{t("Open application")}</Link>
      </p>
    ))}
  </>
)

const AddCalendar = ({ onAdded }: { readonly onAdded: () => void }) => {
  const [kind, setKind] = useState<string>("subscription")
  // A new key empties the fields after each calendar.
  const [count, setCount] = useState(0)
  const action = useAction(async (form: FormData) => {
    const url = textOf(form, "url")
    await candor.busyCalendars.create(
      kind === "caldav"
        ? { kind: "caldav", url, username: textOf(form, "username"), password: String(form.get("password")) }
        : { kind: "subscription", url }
    )
    setCount(count + 1)
    onAdded()
  })
  return (
    <PageForm key={count} action={action} submit={t("Add calendar")} className="narrow">
      <Select
        label={t("Kind of calendar")}
        name="kind"
        options={kinds.options}
        value={kind}
        onChange={(event) => setKind(event.target.value)}
      />
      <TextField
        label={t("Calendar address")}
        name="url"
        required
        maxLength={2000}
        autoComplete="off"
        hint={kind === "caldav"
          ? t("The address of your server or of one calendar.")
          : t(
            "In Google Calendar, copy the secret address in iCal format. In Outlook, publish the calendar and copy the ICS link."
          )}
      />
      {kind === "caldav"
        ? (
          <>
            <TextField label={t("User name")} name="username" required autoComplete="off" />
            <TextField
              label={t("Password")}
              name="password"
              type="password"
              required
              autoComplete="off"
              hint={t("Create a password for this app alone, if your server can.")}
            />
          </>
        )
        : null}
    </PageForm>
  )
}
