/** The renderer of `/docs` as one script for browsers, imported as text. */
declare module "openapi-explorer/dist/browser/openapi-explorer.min.js" {
  const script: string
  export default script
}
