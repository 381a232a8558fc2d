/**
 * The jobs of a board for programs: a sitemap, RSS, the XML that job portals read, and a script to embed them in other
 * sites.
 */
import type { PublicBoard, PublicJob, PublicJobDetail } from "@candor/domain/board/PublicBoard"
import { countryOf, withinCountry } from "@candor/domain/job/Region"
import { excerptOf, htmlOf } from "./Markdown.ts"
import { json, type Markup, markup } from "./Markup.ts"
import { factsOf, type Words } from "./Words.ts"

const declaration = markup`<?xml version="1.0" encoding="UTF-8"?>`

/** Returns the sitemap of a board (sitemaps.org, version 0.9). */
export const sitemap = ({ url }: PublicBoard, jobs: ReadonlyArray<PublicJob>): string =>
  markup`${declaration}
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${url}</loc></url>${
    jobs.map((job) =>
      markup`
<url><loc>${job.url}</loc><lastmod>${job.updated_at}</lastmod></url>`
    )
  }
</urlset>
`.text

/** Number of the latest jobs in the RSS feed. */
export const jobsInFeed = 100

/** Returns the latest jobs as a feed (RSS 2.0). */
export const feed = (board: PublicBoard, jobs: ReadonlyArray<PublicJob>, words: Words): string =>
  markup`${declaration}
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${board.title}</title>
<link>${board.url}</link>
<atom:link rel="self" type="application/rss+xml" href="${board.url}/feed.xml"/>
<description>${excerptOf(board.introduction, 300) || words.jobs}</description>${
    jobs.map((job) =>
      markup`
<item><title>${job.title}</title><link>${job.url}</link><guid>${job.url}</guid><pubDate>${
        new Date(job.published_at).toUTCString()
      }</pubDate>${job.department === null ? "" : markup`<category>${job.department}</category>`}<description>${
        factsOf(words, job).join(" · ")
      }</description></item>`
    )
  }
</channel></rss>
`.text

/** Maximum bytes of texts in the XML of all jobs. */
export const maxFeedBytes = 4 * 1024 * 1024

const element = (name: string, value: string | number | null | undefined): Markup | "" => {
  if (value === null || value === undefined || value === "") return ""
  const content = markup`${value}`
  return markup`<${name}>${content}</${name}>`
}

/** Returns the jobs with their texts, in the XML elements that most job portals read (those of Indeed). */
export const portalFeed = (board: PublicBoard, jobs: ReadonlyArray<Omit<PublicJobDetail, "form">>): string =>
  markup`${declaration}
<source>
<publisher>${board.organization_name}</publisher>
<publisherurl>${board.url}</publisherurl>${
    jobs.map((job) => {
      // Portals list remote work that is limited to a region in that region.
      const [region] = job.remote_regions
      const first = job.locations[0] ??
        (region === undefined
          ? undefined
          : { city: null, region: withinCountry(region), country: countryOf(region), postal_code: null, street: null })
      return markup`
<job>${element("title", job.title)}${element("date", new Date(job.published_at).toUTCString())}${
        element("referencenumber", job.public_slug)
      }${element("url", job.url)}${element("company", board.organization_name)}${
        element("city", first?.city ?? job.location)
      }${element("state", first?.region)}${element("country", first?.country)}${
        element("postalcode", first?.postal_code)
      }${element("streetaddress", first?.street)}${element("description", htmlOf(job.description_md).text)}${
        job.salary_min === null && job.salary_max === null
          ? ""
          : element(
            "salary",
            [
              job.salary_currency,
              [job.salary_min, job.salary_max].filter((one) => one !== null).join("-"),
              job.salary_timeframe && `per ${job.salary_timeframe}`
            ]
              .filter((one) => one !== null).join(" ")
          )
      }${element("jobtype", job.employment_type)}${element("category", job.department)}${
        element("remotetype", job.workplace_type)
      }${element("language", job.language)}${element("expirationdate", job.valid_through)}</job>`
    })
  }
</source>
`.text

/** Number of the latest jobs in the script for other sites. */
export const jobsInScript = 200

/**
 * Returns a script that lists the jobs where it is placed on a page of another site, or in the element that its
 * `data-target` names. The script contains the jobs, so a site only has to allow the script. Its elements have no
 * styles of their own, and so take on the site's style.
 */
export const embedScript = (board: PublicBoard, jobs: ReadonlyArray<PublicJob>, words: Words): string => {
  const data = {
    title: words.jobs,
    none: words.noJobs,
    all: jobs.length > jobsInScript ? { url: board.url, text: words.allJobs } : null,
    jobs: jobs.slice(0, jobsInScript).map((job) => ({
      title: job.title,
      url: job.url,
      facts: factsOf(words, job).join(" · ")
    }))
  }
  return `(function (data, script) {
  "use strict";
  script = script || document.querySelector("script[src*='/careers/${board.slug}/embed.js']");
  // Where the person came from, as the address of this page says it, goes along.
  var source = location.search.slice(1).split("&").filter(function (part) {
    return /^(source|utm_(source|medium|campaign|term|content))=/.test(part);
  }).join("&");
  function element(name, kind, text) {
    var made = document.createElement(name);
    made.className = "candor-" + kind;
    if (text) made.textContent = text;
    return made;
  }
  function link(to, text) {
    var made = element("a", "link", text);
    made.href = source ? to + "?" + source : to;
    return made;
  }
  var list = element(data.jobs.length === 0 ? "p" : "ul", "jobs", data.jobs.length === 0 ? data.none : "");
  if (data.jobs.length > 0) list.setAttribute("aria-label", data.title);
  data.jobs.forEach(function (job) {
    var item = list.appendChild(element("li", "job"));
    item.appendChild(link(job.url, job.title));
    if (job.facts) item.appendChild(element("div", "facts", job.facts));
  });
  if (data.all) list.appendChild(element("li", "all")).appendChild(link(data.all.url, data.all.text));
  function show() {
    var target = script && script.getAttribute("data-target") && document.getElementById(script.getAttribute("data-target"));
    if (target) target.appendChild(list);
    else if (script && script.parentNode && script.parentNode !== document.head) script.parentNode.insertBefore(list, script.nextSibling);
    else document.body.appendChild(list);
  }
  if (document.body && document.readyState !== "loading" || script && script.parentNode !== document.head && !script.getAttribute("data-target")) show();
  else document.addEventListener("DOMContentLoaded", show);
})(${json(data).text}, document.currentScript);
`
}
