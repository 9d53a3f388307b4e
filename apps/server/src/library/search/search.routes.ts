import { search } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { createSearchPace } from "./search.pace.ts";
import type { SearchService } from "./search.service.ts";

/** The one route of search. */
export function searchRoutes(app: FastifyInstance, service: SearchService, pace: ReturnType<typeof createSearchPace>): void {
  implement(app, search, ({ query }, { actor }) => {
    const user = signedIn(actor);
    pace.take(user.id);
    return service.find(user, query);
  });
}
