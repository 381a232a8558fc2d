/** The sources and campaigns of applicants, and the outcomes of their applications, for one job or all. */
import type { SourceCounts, SourceOverview } from "@candor/client"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Empty, Page, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { spelled } from "../../parts/Status.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { number } from "../../parts/Time.tsx"
import { periodsOfSources } from "../views.ts"
import { useIsWithoutTeam, WithoutTeam } from "../WithoutTeam.tsx"
import { campaignWords } from "./campaigns.ts"
import { BackToJob, BackToJobs } from "./JobTitle.tsx"

const dayMillis = 86_400_000

/** The default period in days. */
const defaultDays = "365"

const daysAgo = (days: string): string => new Date(Date.now() - Number(days) * dayMillis).toISOString()

export const Sources = () => {
  const { job, period = "" } = useSearch({ from: "/sources" })
  const navigate = useNavigate({ from: "/sources" })
  // No event reloads it: the server counts all applications for it.
  const overview = useLoaded(
    ["source_overview", job ?? "", period],
    (signal) =>
      candor.overviews.sources({
        job_id: job,
        created_after: period === "all" ? undefined : daysAgo(period || defaultDays)
      }, { signal })
  )
  const isWithoutTeam = useIsWithoutTeam()
  return (
    <Page
      title={t("Sources")}
      above={job === undefined ? <BackToJobs /> : <BackToJob id={job} />}
      lead={t("Where applicants come from, and how far they get.")}
    >
      {isWithoutTeam ? <WithoutTeam /> : (
        <>
          <Tabs
            label={t("Period")}
            tabs={periodsOfSources}
            value={period}
            onChange={(period) =>
              navigate({ search: { job, period: period || undefined }, replace: true, resetScroll: false })}
          />
          <Show of={overview}>{(overview) => <Tables overview={overview} />}</Show>
        </>
      )}
    </Page>
  )
}

const Tables = (
  { overview: { campaigns, other_campaigns, other_source_types, source_types } }: { readonly overview: SourceOverview }
) =>
  source_types.length === 0 ? <Empty title={t("No applications in this period")} /> : (
    <>
      <Part title={t("Sources")}>
        <Counted
          head={t("Source")}
          rows={source_types.map(({ source_type, ...counts }) => ({
            key: source_type,
            name: spelled(source_type),
            counts
          }))}
          others={other_source_types}
        />
      </Part>
      <Part title={t("Links and campaigns")}>
        {campaigns.length === 0
          ? (
            <Empty title={t("No applications from tracked links in this period")}>
              <p>
                {t(
                  "Add ?source=newsletter to a posting's link before you share it. Applications through that link are counted here."
                )}
              </p>
            </Empty>
          )
          : (
            <Counted
              head={t("Link or campaign")}
              rows={campaigns.map(({ active, applications, hired, rejected, withdrawn, ...fields }) => ({
                key: JSON.stringify(fields),
                ...campaignWords(fields),
                counts: { active, applications, hired, rejected, withdrawn }
              }))}
              others={other_campaigns}
            />
          )}
      </Part>
    </>
  )

interface Row {
  readonly key: string
  readonly name: string
  readonly details?: string
  readonly counts: SourceCounts
}

const Counted = (
  { head, others, rows }: {
    readonly head: string
    readonly rows: ReadonlyArray<Row>
    readonly others: SourceCounts | null
  }
) => {
  const all: ReadonlyArray<Row> = others === null ? rows : [...rows, { key: "", name: t("All others"), counts: others }]
  const most = Math.max(...all.map(({ counts }) => counts.applications))
  const columns = [["applications", t("Applications")], ["active", t("Active")], ["hired", t("Hired")], [
    "rejected",
    t("Rejected")
  ], ["withdrawn", t("Withdrawn")]] as const
  return (
    <table className="table counted">
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map(([column, name]) => <th key={column} scope="col">{name}</th>)}
        </tr>
      </thead>
      <tbody>
        {all.map(({ counts, details = "", key, name }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              {details === "" ? null : <span className="hint">{details}</span>}
              <span className="meter" aria-hidden="true">
                <span style={{ width: `${counts.applications / most * 100}%` }} />
              </span>
            </th>
            {columns.map(([column, name]) => (
              <td key={column} data-label={name} className={counts[column] === 0 ? "zero" : ""}>
                {number(counts[column])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
