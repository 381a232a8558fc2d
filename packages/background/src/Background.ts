/** All background work: run it in as many processes as you like, over one database. */
import * as Queue from "@candor/sql/Queue"
import { Layer } from "effect"

export const layer = Layer.mergeAll(Layer.empty).pipe(Layer.provide(Queue.layer))
