import { search } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { createSearchLimit } from "./search.limit.ts";
import type { SearchService } from "./search.service.ts";

/** Registers the route of search. */
export function searchRoutes(app: FastifyInstance, service: SearchService, limit: ReturnType<typeof createSearchLimit>): void {
  implement(app, search, { needs: "item.list" }, ({ query }, { actor }) => {
    const user = signedIn(actor);
    limit.take(user.id);
    return service.find(user, query);
  });
}
