/** The routes: the page of each address, and its parameters. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link, redirect } from "@tanstack/react-router"
import { type Marked, msg, t } from "../language/text.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { Empty, Page } from "../parts/Page.tsx"
import { oneOf, optional, parseSearch, stringifySearch } from "../router/search.ts"
import type { PartOfSettings, Readers } from "../shell/navigation.ts"
import { Shell } from "../shell/Shell.tsx"
import { ApplicationPage } from "./application/ApplicationPage.tsx"
import { CandidatePage } from "./candidate/CandidatePage.tsx"
import { Candidates, sorts } from "./candidate/Candidates.tsx"
import { daysIn } from "./filter/days.ts"
import { filterIn } from "./job/boardFilter.ts"
import { JobPage } from "./job/JobPage.tsx"
import { Jobs } from "./job/Jobs.tsx"
import {
  daysOfWaiting,
  dialogsOfApplication,
  dialogsOfList,
  periodsOfSources,
  selectionsOfMails,
  statusesOfApplications,
  statusesOfDeliveries,
  statusesOfJobs,
  viewsOfBoard,
  viewsOfSearch
} from "./views.ts"
import { Waiting } from "./Waiting.tsx"

const NotFound = () => (
  <Page title={t("Page not found")}>
    <Empty title={t("Nothing here")}>
      <p>{t("The link may be wrong, or the page may have moved.")}</p>
      <Link to="/jobs">{t("Go to jobs")}</Link>
    </Empty>
  </Page>
)

type Search = Readonly<Record<string, unknown>>

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })
const getParentRoute = () => root

/** Makes the navigation entry of a page. */
const onDesk = (name: Marked, icon: IconName, readers: Readers = "all") =>
  ({ navigation: { part: "desk", name, icon }, readers }) as const
const settings = (
  part: PartOfSettings,
  name: Marked,
  icon: IconName,
  words?: Marked,
  readers: Readers = "administrators"
) => ({ navigation: { part, name, icon, words }, readers }) as const
const openSettings = (part: PartOfSettings, name: Marked, icon: IconName, words?: Marked) =>
  settings(part, name, icon, words, "unlimited")

/** Reads a parameter that can be any text. */
const text = (value: unknown): string | undefined => typeof value === "string" && value !== "" ? value : undefined

const waiting = createRoute({
  getParentRoute,
  path: "/waiting",
  staticData: onDesk(msg("To do"), "waiting"),
  component: Waiting,
  validateSearch: ({ days }: Search) => optional({ days: oneOf(daysOfWaiting, days) })
})
const jobs = createRoute({
  getParentRoute,
  path: "/jobs",
  staticData: onDesk(msg("Jobs"), "jobs"),
  component: Jobs,
  validateSearch: ({ q, status }: Search) => optional({ q: text(q), status: oneOf(statusesOfJobs, status) })
})
const job = createRoute({
  getParentRoute,
  path: "/jobs/$id",
  validateSearch: ({ application, shown, ...filter }: Search) =>
    optional({ application: text(application), shown: oneOf(viewsOfBoard, shown), ...filterIn(filter) }),
  // The key gives each address a new page without state of the previous one; the same below.
  component: () => <JobPage key={job.useParams().id} id={job.useParams().id} />
})
const application = createRoute({
  getParentRoute,
  path: "/applications/$id",
  validateSearch: ({ open, reply }: Search) =>
    optional({ open: oneOf(dialogsOfApplication, open), reply: text(reply) }),
  component: () => <ApplicationPage key={application.useParams().id} id={application.useParams().id} />
})
const sources = createRoute({
  getParentRoute,
  path: "/sources",
  component: lazyRouteComponent(() => import("./job/Sources.tsx"), "Sources"),
  validateSearch: ({ job, period }: Search) => optional({ job: text(job), period: oneOf(periodsOfSources, period) })
})
const candidates = createRoute({
  getParentRoute,
  path: "/candidates",
  staticData: onDesk(msg("Candidates"), "candidates"),
  component: Candidates,
  validateSearch: ({ job_id, q, sort, source_type, stage_id, status, tag, ...others }: Search) =>
    optional({
      q: text(q),
      sort: oneOf(sorts, sort),
      job_id: text(job_id),
      stage_id: text(stage_id),
      status: oneOf(statusesOfApplications, status),
      source_type: text(source_type),
      ...daysIn(others),
      tag: text(tag)
    })
})
const candidate = createRoute({
  getParentRoute,
  path: "/candidates/$id",
  component: () => <CandidatePage key={candidate.useParams().id} id={candidate.useParams().id} />
})
const interviews = createRoute({
  getParentRoute,
  path: "/interviews",
  staticData: onDesk(msg("Interviews"), "calendar"),
  component: lazyRouteComponent(() => import("./interview/WeekPage.tsx"), "WeekPage"),
  validateSearch: ({ member, week }: Search) =>
    optional({
      member: text(member),
      week: typeof week === "string" && /^\d{4}-\d{2}-\d{2}$/.test(week) && !Number.isNaN(Date.parse(week))
        ? week
        : undefined
    })
})
const KitPage = lazyRouteComponent(() => import("./scorecard/KitPage.tsx"), "KitPage")
const kit = createRoute({
  getParentRoute,
  path: "/interviews/$id",
  component: () => <KitPage key={kit.useParams().id} id={kit.useParams().id} />
})
const DebriefPage = lazyRouteComponent(() => import("./scorecard/DebriefPage.tsx"), "DebriefPage")
const debrief = createRoute({
  getParentRoute,
  path: "/applications/$id/debrief",
  component: () => <DebriefPage key={debrief.useParams().id} id={debrief.useParams().id} />
})
const ScorecardTemplatePage = lazyRouteComponent(
  () => import("./scorecard/ScorecardTemplatePage.tsx"),
  "ScorecardTemplatePage"
)
const scorecardTemplate = createRoute({
  getParentRoute,
  path: "/scorecard-templates/$id",
  staticData: { readers: "unlimited" },
  validateSearch: ({ copy }: Search) => optional({ copy: text(copy) }),
  component: () => (
    <ScorecardTemplatePage key={scorecardTemplate.useParams().id} id={scorecardTemplate.useParams().id} />
  )
})
const quarantine = createRoute({
  getParentRoute,
  path: "/quarantine",
  staticData: onDesk(msg("Held applications"), "quarantine", "recruiters"),
  component: lazyRouteComponent(() => import("./quarantine/Quarantine.tsx"), "Quarantine"),
  validateSearch: ({ job, submission }: Search) => optional({ job: text(job), submission: text(submission) })
})
const mail = createRoute({
  getParentRoute,
  path: "/mail",
  staticData: onDesk(msg("Email"), "mail", "recruiters"),
  component: lazyRouteComponent(() => import("./mail/Inbox.tsx"), "Inbox"),
  validateSearch: ({ message, select }: Search) =>
    optional({ message: text(message), select: oneOf(selectionsOfMails, select) })
})
const TemplatePage = lazyRouteComponent(() => import("./mail/TemplatePage.tsx"), "TemplatePage")
const ImportPage = lazyRouteComponent(() => import("./import/ImportPage.tsx"), "ImportPage")
const template = createRoute({
  getParentRoute,
  path: "/mail-templates/$id",
  staticData: { readers: "unlimited" },
  component: () => <TemplatePage key={template.useParams().id} id={template.useParams().id} />
})
const SearchPage = lazyRouteComponent(() => import("./sourcing/SearchPage.tsx"), "SearchPage")
const search = createRoute({
  getParentRoute,
  path: "/sourcing/$id",
  staticData: { readers: "unlimited" },
  validateSearch: ({ status }: Search) => optional({ status: oneOf(viewsOfSearch, status) }),
  component: () => <SearchPage key={search.useParams().id} id={search.useParams().id} />
})
const imported = createRoute({
  getParentRoute,
  path: "/imports/$id",
  staticData: { readers: "administrators" },
  component: () => <ImportPage key={imported.useParams().id} id={imported.useParams().id} />
})
const WebhookPage = lazyRouteComponent(() => import("./webhook/WebhookPage.tsx"), "WebhookPage")
const webhook = createRoute({
  getParentRoute,
  path: "/webhooks/$id",
  staticData: { readers: "administrators" },
  validateSearch: ({ status }: Search) => optional({ status: oneOf(statusesOfDeliveries, status) }),
  component: () => <WebhookPage key={webhook.useParams().id} id={webhook.useParams().id} />
})

export const router = createRouter({
  basepath: "/console",
  routeTree: root.addChildren([
    createRoute({
      getParentRoute,
      path: "/",
      beforeLoad: () => redirect({ to: "/waiting", replace: true, throw: true })
    }),
    waiting,
    jobs,
    job,
    sources,
    application,
    debrief,
    candidates,
    candidate,
    interviews,
    kit,
    mail,
    quarantine,
    createRoute({
      getParentRoute,
      path: "/sourcing",
      component: lazyRouteComponent(() => import("./sourcing/Searches.tsx"), "Searches"),
      staticData: onDesk(msg("Sourcing"), "sourcing", "unlimited")
    }),
    createRoute({
      getParentRoute,
      path: "/sourcing/shortlist",
      component: lazyRouteComponent(() => import("./sourcing/Shortlist.tsx"), "Shortlist"),
      staticData: { readers: "unlimited" }
    }),
    search,
    createRoute({
      getParentRoute,
      path: "/activity",
      component: lazyRouteComponent(() => import("./Activity.tsx"), "Activity"),
      staticData: onDesk(msg("Activity"), "activity", "unlimited")
    }),
    createRoute({
      getParentRoute,
      path: "/account",
      component: lazyRouteComponent(() => import("./Account.tsx"), "Account"),
      validateSearch: ({ turn_off }: Search) => optional({ turn_off: text(turn_off) })
    }),
    createRoute({
      getParentRoute,
      path: "/organization",
      component: lazyRouteComponent(() => import("./Organization.tsx"), "Organization"),
      staticData: openSettings(
        "company",
        msg("Organization"),
        "organization",
        msg("export all data, time zone, working hours, holidays, retention, language, files")
      )
    }),
    createRoute({
      getParentRoute,
      path: "/careers-site",
      component: lazyRouteComponent(() => import("./careers/CareersSite.tsx"), "CareersSite"),
      staticData: settings("hiring", msg("Careers site"), "careers")
    }),
    createRoute({
      getParentRoute,
      path: "/mail-account",
      component: lazyRouteComponent(() => import("./mail/MailAccountPage.tsx"), "MailAccountPage"),
      staticData: settings("email", msg("Email settings"), "mail", msg("SMTP, IMAP, sender, Google, Microsoft"))
    }),
    createRoute({
      getParentRoute,
      path: "/mail-templates",
      component: lazyRouteComponent(() => import("./mail/Templates.tsx"), "Templates"),
      staticData: openSettings("email", msg("Email templates"), "template")
    }),
    createRoute({
      getParentRoute,
      path: "/connected",
      component: lazyRouteComponent(() => import("./mail/Connected.tsx"), "Connected")
    }),
    template,
    createRoute({
      getParentRoute,
      path: "/departments",
      component: lazyRouteComponent(() => import("./Departments.tsx"), "Departments"),
      staticData: settings("hiring", msg("Departments and offices"), "tree")
    }),
    createRoute({
      getParentRoute,
      path: "/imports",
      component: lazyRouteComponent(() => import("./import/Imports.tsx"), "Imports"),
      staticData: settings("hiring", msg("Import"), "upload", msg("CSV, Excel, upload candidates"))
    }),
    imported,
    createRoute({
      getParentRoute,
      path: "/rejection-reasons",
      component: lazyRouteComponent(() => import("./RejectionReasons.tsx"), "RejectionReasons"),
      staticData: openSettings("hiring", msg("Rejection reasons"), "close")
    }),
    createRoute({
      getParentRoute,
      path: "/scorecard-templates",
      component: lazyRouteComponent(() => import("./scorecard/ScorecardTemplates.tsx"), "ScorecardTemplates"),
      staticData: openSettings("hiring", msg("Scorecard templates"), "star")
    }),
    scorecardTemplate,
    createRoute({
      getParentRoute,
      path: "/members",
      component: lazyRouteComponent(() => import("./Members.tsx"), "Members"),
      validateSearch: ({ open }: Search) => optional({ open: oneOf(dialogsOfList, open) }),
      staticData: openSettings("company", msg("Members"), "members", msg("invite, users, roles"))
    }),
    createRoute({
      getParentRoute,
      path: "/api-keys",
      component: lazyRouteComponent(() => import("./ApiKeys.tsx"), "ApiKeys"),
      validateSearch: ({ open }: Search) => optional({ open: oneOf(dialogsOfList, open) }),
      staticData: settings("developers", msg("API keys"), "key")
    }),
    createRoute({
      getParentRoute,
      path: "/connected-apps",
      component: lazyRouteComponent(() => import("./app/Apps.tsx"), "Apps"),
      staticData: settings("developers", msg("Connected apps"), "key")
    }),
    createRoute({
      getParentRoute,
      path: "/webhooks",
      component: lazyRouteComponent(() => import("./webhook/Webhooks.tsx"), "Webhooks"),
      staticData: settings("developers", msg("Webhooks"), "webhook")
    }),
    webhook,
    createRoute({
      getParentRoute,
      path: "/background-work",
      component: lazyRouteComponent(() => import("./FailedWork.tsx"), "FailedWork"),
      staticData: settings("developers", msg("Failed tasks"), "warning")
    })
  ]),
  parseSearch,
  scrollRestoration: true,
  stringifySearch
})

declare module "@tanstack/react-router" {
  interface Register {
    readonly router: typeof router
  }
}
