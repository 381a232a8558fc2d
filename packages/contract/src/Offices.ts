/** Offices of the organization. */
import { offices } from "@candor/domain/office/Offices"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { documented } from "./Endpoint.ts"
import { plainOperations } from "./ResourceOperations.ts"

const { levels, limit: { limit } } = offices
const operations = plainOperations(offices)

export class Offices extends HttpApiGroup.make("Offices")
  .add(
    operations.all("by name", {}).annotateMerge(
      documented("List offices", "Returns all of them, by name. `parent_id` makes them a tree.")
    ),
    operations.get.annotateMerge(documented("Get an office", "Returns an office.")),
    operations.create.annotateMerge(
      documented(
        "Create an office",
        `An organization has at most ${limit} offices; more are 400 with \`details.limit\`. They have at most ` +
          `${levels} levels, and names are unique, ignoring case.`
      )
    ),
    operations.update
      .annotateMerge(
        documented("Change or move an office", "Moves everything below it as well. Moving it below itself is 400.")
      ),
    operations.delete.annotateMerge(
      documented(
        "Delete an office",
        "If others belong to it: 400 with `details.uses`, which names some of them. Move them first."
      )
    )
  )
  .annotate(OpenApi.Description, "The tree of the organization's offices.")
{}
