/** The fields of a job in its posting, besides texts. */
import { Schema } from "effect"
import { addedLater, defaulted, hidden, labelled, list, nullable, without } from "../Field.ts"
import { spelled } from "../Spelling.ts"
import { orNull } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { Country } from "./Country.ts"
import { Region } from "./Region.ts"
import {
  Countries,
  Deadline,
  JobLocations,
  Language,
  Listing,
  maxLocations,
  maxRegions,
  Regions,
  ShownJobLocations,
  ShownLanguage,
  WorkplaceType,
  workplaceSynonyms
} from "./Posting.ts"

export const postingFields = {
  workplace_type: nullable(WorkplaceType, orNull(spelled(WorkplaceType, workplaceSynonyms)), {
    description: "Whether the work is on site, hybrid or remote; null if not set",
    example: "hybrid",
    privacy: "kept"
  }).pipe(addedLater),
  locations: list(ShownJobLocations, JobLocations, {
    description:
      `The places where the work is done, at most ${maxLocations}, for job portals; \`location\` is the text that people read`,
    example: [{ street: null, city: "Hamburg", region: null, postal_code: "20457", country: "DE" }],
    privacy: "kept"
  }).pipe(labelled("Location", "Ort"), without("listed"), addedLater),
  remote_countries: list(Schema.Array(Country), Countries, {
    description: "The countries where remote workers may live, unique, in alphabetical order; empty if not specified",
    example: ["AT", "DE"],
    privacy: "kept"
  }).pipe(without("listed"), addedLater),
  remote_regions: list(Schema.Array(Region), Regions, {
    description:
      `The states and regions to which remote work is limited within their countries, at most ${maxRegions}, ` +
      "unique; a country of `remote_countries` without any is included as a whole",
    example: [],
    privacy: "kept"
  }).pipe(labelled("Region", "Region"), without("listed"), addedLater),
  valid_through: nullable(Timestamp, orNull(Deadline), {
    description:
      "Until when candidates may apply. Then the posting ends, but the status does not change. A date without a " +
      "time means its end in UTC. Null for no end",
    example: "2026-12-31T23:59:59.999Z",
    privacy: "kept"
  }).pipe(labelled("Application deadline", "Bewerbungsfrist"), addedLater),
  language: nullable(ShownLanguage, orNull(Language), {
    description: "The language of the job's texts, as a BCP 47 tag; null if not set",
    example: "en",
    privacy: "kept"
  }).pipe(without("listed"), addedLater),
  listing: defaulted(Listing, spelled(Listing), {
    description: "Who can find the published job: everybody (`public`, the default), people who have its address " +
      "(`unlisted`), or only members of the organization (`internal`)",
    example: "public",
    privacy: "kept"
  }).pipe(addedLater),
  published_at: hidden(Schema.NullOr(Timestamp), {
    description: "When the job was last published; null where it was not since this is kept",
    example: null,
    privacy: "kept"
  }),
  expired_at: hidden(Schema.NullOr(Timestamp), {
    description: "When it was told that the posting has ended; null where it was not, or until another end is set",
    example: null,
    privacy: "kept"
  })
}
