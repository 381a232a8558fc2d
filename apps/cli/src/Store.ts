/** The repositories on the database that the environment names, with its schema current. */
import * as Database from "@candor/sql/Database"
import * as Repositories from "@candor/sql/Repositories"
import { Layer } from "effect"

export const layer = Repositories.layer.pipe(Layer.provideMerge(Database.layer))
