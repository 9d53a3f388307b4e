import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../platform/lazy-view.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { shellRoute } from "./signed-in.route.tsx";

/** How the visit of a service ended: the connected service, or the code of an error. */
interface VisitSearch {
  connected?: string;
  error?: string;
}

/** The services that the user can connect. */
export const integrationsRoute = createRoute({
  path: "/integrations",
  getParentRoute: () => shellRoute,
  validateSearch: ({ connected, error }: Record<string, unknown>): VisitSearch => ({
    ...(typeof connected === "string" ? { connected } : {}),
    ...(typeof error === "string" ? { error } : {}),
  }),
  loader: async ({ context }) => {
    // With the screen, so that the code of every page does not contain it.
    const { integrationsQuery } = await import("../../entities/integrations/integrations.queries.ts");
    await Promise.all([context.queryClient.ensureQueryData(userQuery), context.queryClient.fetchQuery(integrationsQuery)]);
  },
  component: lazyScreen(() => import("../../features/integrations/integrations.screen.tsx"), "IntegrationsScreen", ["integrations"]),
});
