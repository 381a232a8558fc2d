/**
 * The style of the careers site: one file per color, which browsers cache for a year because its name has its version.
 */
import { readableOn, textOn } from "@candor/domain/board/Color"
import { hash } from "node:crypto"

const [light, dark] = [{ page: "#ffffff", text: "#1a1d21" }, { page: "#14171a", text: "#e8eaed" }]

/** The color of boards without one. */
const usual = "#1d4ed8"

const rules = `
*{box-sizing:border-box}
html{color-scheme:light dark;background:var(--page);color:var(--text);font:1rem/1.6 system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:46rem;padding:.75rem 1rem 3rem;overflow-wrap:anywhere}
h1{font-size:clamp(1.625rem,1.4rem + 1.25vw,2.25rem);line-height:1.2;letter-spacing:-.01em;margin:1rem 0 .5rem}
h2{font-size:1.25rem;line-height:1.3;margin:2rem 0 .5rem}
h3,h4,h5,h6{font-size:1.0625rem;margin:1.5rem 0 .25rem}
a{color:var(--link);text-underline-offset:.2em}
img{max-width:100%;height:auto}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-999rem}
.skip:focus{position:static}
header a{display:inline-block;padding:.25rem 0;font-weight:600;text-decoration:none}
.logo{display:block;max-height:3rem;width:auto;background:#fff;padding:.25rem;border-radius:.25rem}
.cover{display:block;width:100%;height:clamp(6rem,26vw,15rem);object-fit:cover;border-radius:.75rem;margin:.5rem 0 0}
.lead{font-size:1.0625rem}
.lead p{margin:.5rem 0}
.count{display:inline-block;min-width:1.75rem;padding:0 .5rem;border-radius:1rem;background:var(--line);font-size:.9375rem;font-weight:600;text-align:center}
.facts{display:flex;flex-wrap:wrap;gap:.125rem 1rem;list-style:none;margin:.25rem 0 1rem;padding:0;color:var(--quiet)}
.jobs{list-style:none;margin:.75rem 0;padding:0;display:grid;gap:.625rem}
.jobs>li{position:relative;border:1px solid var(--line);border-radius:.625rem;padding:.75rem 1rem}
.jobs>li:hover{border-color:var(--link)}
.jobs a{font-weight:600;font-size:1.0625rem;display:inline-block;min-height:1.5rem;text-decoration:none}
.jobs a:hover{text-decoration:underline}
.jobs a::after{content:"";position:absolute;inset:0;border-radius:.625rem}
.jobs a:focus-visible{outline:none}
.jobs a:focus-visible::after{outline:3px solid var(--link);outline-offset:2px}
.jobs .facts{margin-bottom:0;font-size:.9375rem}
main>h3{margin:1.25rem 0 .5rem}
.new{display:inline-block;padding:0 .5rem;border-radius:1rem;background:var(--button);color:var(--on-button);font-size:.8125rem;font-weight:600}
.about{margin-top:2.5rem;padding-top:.5rem;border-top:1px solid var(--line)}
.standing{border-inline-start:.25rem solid var(--button);border-radius:.375rem;background:var(--field);padding:.875rem 1rem;font-size:1.125rem;font-weight:600}
.search{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:end;margin:.75rem 0}
.search p{margin:0}
.search .words{flex:1 1 9rem}
.search details{flex-basis:100%}
.search details[open] p{margin:.5rem 0}
@media (min-width:40rem){.search details[open]{display:grid;grid-template-columns:repeat(3,1fr);gap:0 .75rem}.search summary{grid-column:1/-1}}
.pages{display:flex;gap:1.5rem}
.quiet{color:var(--quiet)}
.table{overflow-x:auto}
table{border-collapse:collapse}
th,td{border:1px solid var(--line);padding:.25rem .5rem;text-align:start;overflow-wrap:break-word}
pre{overflow-x:auto;background:var(--field);padding:.75rem}
blockquote{border-inline-start:3px solid var(--line);margin-inline-start:0;padding-inline-start:1rem}
form p,fieldset{margin:1.25rem 0}
label,legend{font-weight:600}
fieldset{border:1px solid var(--border);border-radius:.375rem;padding:.5rem 1rem .75rem}
summary{padding:.25rem 0;cursor:pointer}
dt{font-weight:600}
dd{margin:0 0 .75rem;white-space:pre-line}
fieldset label,.consent label{font-weight:400;display:flex;gap:.625rem;align-items:start;padding:.5625rem 0}
.votes{display:grid;grid:repeat(3,auto)/auto-flow auto;justify-content:start;column-gap:clamp(.5rem,4vw,2rem)}
.touch{display:block;padding:.625rem 0}
.hint{display:block;color:var(--quiet);font-weight:400;font-size:.9375rem}
input,select,textarea,button{font:inherit;color:inherit}
input,select,textarea{font-weight:400}
input:not([type=radio],[type=checkbox]),select,textarea{display:block;width:100%;margin-top:.25rem;padding:.5rem .625rem;min-height:2.75rem;background:var(--field);border:1px solid var(--border);border-radius:.375rem}
input[type=radio],input[type=checkbox]{width:1.375rem;height:1.375rem;margin:0;flex:none;accent-color:var(--button)}
:is(input,select,textarea)[aria-invalid=true]{border:2px solid var(--wrong)}
.wrong{color:var(--wrong);font-weight:600}
.problems{border:2px solid var(--wrong);border-radius:.375rem;padding:0 1rem;margin:1.5rem 0}
button,.button{display:inline-block;background:var(--button);color:var(--on-button);border:2px solid transparent;border-radius:.375rem;padding:.5rem 1.25rem;min-height:2.75rem;font-weight:600;cursor:pointer;text-decoration:none}
.times{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(6rem,1fr));gap:.5rem}
.times button{width:100%;padding-inline:.25rem;background:none;color:var(--link);border-color:var(--border)}
.times button:hover{border-color:var(--link)}
.day summary h2{display:inline;font-size:1.0625rem}
.notice{border:2px solid var(--border);border-radius:.375rem;padding:.5rem 1rem}
input,select,textarea,fieldset{scroll-margin-top:8rem}
.away{position:absolute;left:-999rem;width:1px;height:1px;overflow:hidden}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--quiet);font-size:.9375rem}
@media print{form,.button,.search,.pages,.cover,.skip,nav{display:none}html{background:none;color:#000}body{max-width:none;padding:0}a[href^=http]::after{content:" (" attr(href) ")"}}
`

const variables = (color: string, { page, text }: typeof light, rest: string): string =>
  `--page:${page};--text:${text};--link:${readableOn(page, color)};--button:${color};--on-button:${
    textOn(color)
  };${rest}`

const written = (color: string): string =>
  `:root{${
    variables(color, light, "--quiet:#50565e;--line:#d9dce1;--border:#767c85;--field:#fafbfc;--wrong:#b3141d")
  }}` +
  `@media screen and (prefers-color-scheme:dark){:root{${
    variables(color, dark, "--quiet:#aab1ba;--line:#343a41;--border:#868e98;--field:#1c2025;--wrong:#ff8a80")
  }}}` + rules.replaceAll("\n", "")

const version = hash("sha256", written(usual), "hex").slice(0, 10)

/** The name of the file with the style for this color. */
export const styleName = (color: string | null): string => `${version}-${(color ?? usual).slice(1)}.css`

/** Returns the style file of this name; undefined if there is none. */
export const styleOf = (name: string): string | undefined => {
  const [, color] = new RegExp(`^${version}-([0-9a-f]{6})\\.css$`).exec(name) ?? []
  return color === undefined ? undefined : written(`#${color}`)
}
