/** Templates of scorecards. */
import { described } from "@candor/domain/Described"
import { scorecardTemplates, ScorecardTemplateUse } from "@candor/domain/template/ScorecardTemplates"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { documented } from "./Endpoint.ts"
import { plainOperations } from "./ResourceOperations.ts"

const { limit: { limit } } = scorecardTemplates
const templates = plainOperations(scorecardTemplates)

export class ScorecardTemplates extends HttpApiGroup.make("ScorecardTemplates")
  .add(
    templates.all("by name", {
      used_by: Schema.Array(ScorecardTemplateUse).pipe(described("What uses each template, ordered by template id"))
    })
      .annotateMerge(
        documented("List templates of scorecards", "Returns all templates by name, including archived ones.")
      ),
    templates.get.annotateMerge(
      documented("Get a template of scorecards", "Returns a template with its sections and questions.")
    ),
    templates.create.annotateMerge(
      documented(
        "Create a template of scorecards",
        `An organization has at most ${limit} templates; more are 400 with \`details.limit\`. Names ` +
          "are unique, ignoring case. Interviews, planned interviews and meetings of scheduling links name a " +
          "template, which their interviewers fill in."
      )
    ),
    templates.update.annotateMerge(
      documented(
        "Update a template of scorecards",
        "`sections` and `questions` replace the existing ones. An attribute or question sent with its id stays " +
          "the same, so its ratings stay together. Scorecards already begun do not change."
      )
    ),
    templates.delete.annotateMerge(
      documented(
        "Delete a template of scorecards",
        "Permanently deletes the template. A template that interviews, planned interviews or open scheduling " +
          "links use is 400 with `details.uses`: archive it instead."
      )
    )
  )
  .annotate(OpenApi.Title, "Scorecard templates")
  .annotate(OpenApi.Description, "Templates of the scorecards that interviewers fill in.")
{}
