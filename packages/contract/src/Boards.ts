/** The careers board of the key's organization. */
import { Board, BoardPatch } from "@candor/domain/board/Board"
import { maxAddresses } from "@candor/domain/board/BoardSlug"
import { CoverContent, ImageUpload, LogoContent, maxImageBytes } from "@candor/domain/board/BoardImage"
import { described, named } from "@candor/domain/Described"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { bodyErrors, Deleted, documented, noQuery } from "./Endpoint.ts"

const OneBoard = Schema.Struct({ board: Board })

/** A page as candidates see it. */
export const PagePreview = Schema.Struct({
  html: Schema.String.pipe(described(
    "The page as HTML, to be shown in a sandboxed frame: it has no scripts and no working links. Its stylesheet " +
      "is at a path of this server",
    "<!DOCTYPE html><html lang=\"en\">…</html>"
  ))
}).pipe(named("PagePreview", "A preview of a careers site page"))

export class Boards extends HttpApiGroup.make("Boards")
  .add(
    HttpApiEndpoint.get("get", "/organization/board", { query: noQuery, success: OneBoard })
      .annotateMerge(
        documented(
          "Get the organization's careers board",
          "Every organization has a board. By default it is closed, and its address and title are made from the " +
            "organization's name."
        )
      ),
    HttpApiEndpoint.patch("update", "/organization/board", {
      query: noQuery,
      payload: BoardPatch,
      success: OneBoard,
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Update the organization's careers board",
        "Changes the given fields; null clears one. An address that another organization has or had is 400. A " +
          `board keeps its earlier addresses, ${maxAddresses.limit} in all: beyond that 400 with \`details.limit\`. ` +
          "A colour with low contrast is accepted; `color_contrast` reports it. Each change of `consent_text` or " +
          "`privacy_notice` increases `consent_version`."
      )
    ),
    HttpApiEndpoint.post("preview", "/organization/board/preview", {
      query: noQuery,
      payload: BoardPatch,
      success: Schema.Struct({ preview: PagePreview }),
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Preview the page of the careers board",
        "Returns the page as it would be after these changes, without storing them. Also works while the board is closed."
      )
    ),
    HttpApiEndpoint.put("setLogo", "/organization/board/logo", {
      query: noQuery,
      payload: ImageUpload,
      success: OneBoard,
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Set the logo of the careers board",
        `A PNG, JPEG or WebP image of at most ${maxImageBytes.logo} bytes; the type is detected from its ` +
          "content. Anything else is 400, including SVG, which can contain scripts."
      )
    ),
    HttpApiEndpoint.get("logo", "/organization/board/logo", {
      query: noQuery,
      success: Schema.Struct({ logo: Schema.NullOr(LogoContent).pipe(described("The logo; null where there is none")) })
    }).annotateMerge(documented("Get the logo of the careers board", "Returns the image in Base64.")),
    HttpApiEndpoint.delete("deleteLogo", "/organization/board/logo", {
      query: noQuery,
      success: Deleted
    }).middleware(AdminScope)
      .annotateMerge(documented("Remove the logo of the careers board", "A board without one is unchanged.")),
    HttpApiEndpoint.put("setCover", "/organization/board/cover", {
      query: noQuery,
      payload: ImageUpload,
      success: OneBoard,
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Set the cover picture of the careers board",
        `A PNG, JPEG or WebP image of at most ${maxImageBytes.cover} bytes, as its content says; 1600 × 600 ` +
          "pixels suit phones and large screens. It is shown above the jobs, cropped to its centre. `cover_text` " +
          "of the board describes it."
      )
    ),
    HttpApiEndpoint.get("cover", "/organization/board/cover", {
      query: noQuery,
      success: Schema.Struct({
        cover: Schema.NullOr(CoverContent).pipe(described("The picture; null where there is none"))
      })
    }).annotateMerge(documented("Get the cover picture of the careers board", "Returns the image in Base64.")),
    HttpApiEndpoint.delete("deleteCover", "/organization/board/cover", {
      query: noQuery,
      success: Deleted
    }).middleware(AdminScope)
      .annotateMerge(documented("Remove the cover picture of the careers board", "A board without one is unchanged."))
  )
  .annotate(OpenApi.Title, "Careers board")
  .annotate(OpenApi.Description, "What candidates see of the organization.")
{}
