import { createRouter } from "@tanstack/react-router";
import { queryClient } from "../platform/api.ts";
import { reportDefect } from "../platform/error-reports/script-errors.ts";
import { Failure } from "../ui/status/failure.tsx";
import { NotFoundScreen } from "../ui/status/not-found.screen.tsx";
import { rootRoute } from "./routes/__root.tsx";
import { accessRoutes } from "./routes/access.routes.tsx";
import { accountRoutes } from "./routes/account.routes.tsx";
import { administrationRoutes } from "./routes/administration.routes.tsx";
import { authRoutes } from "./routes/auth.routes.tsx";
import { workspacePageRoutes, inviteRoutes, workspaceListRoutes } from "./routes/workspace-pages.routes.tsx";
import { helpRoutes } from "./routes/help.routes.tsx";
import { installRoutes } from "./routes/install.routes.tsx";
import { integrationsRoute } from "./routes/integrations.route.tsx";
import { itemRoutes } from "./routes/item.routes.tsx";
import { libraryRoutes } from "./routes/library.routes.tsx";
import { recordRoutes } from "./routes/record.routes.tsx";
import { homeRoute, shellRoute, signedInRoute } from "./routes/signed-in.route.tsx";
import { workspaceLibraryRoutes, workspaceRoute } from "./routes/workspaces.routes.tsx";

const routeTree = rootRoute.addChildren([
  ...authRoutes,
  ...inviteRoutes,
  ...helpRoutes,
  signedInRoute.addChildren([
    homeRoute,
    shellRoute.addChildren([
      ...libraryRoutes,
      ...accessRoutes,
      ...accountRoutes,
      integrationsRoute,
      ...workspaceListRoutes,
      ...administrationRoutes,
      workspaceRoute.addChildren([...workspaceLibraryRoutes, ...workspacePageRoutes]),
    ]),
    ...itemRoutes,
    ...installRoutes,
    ...recordRoutes,
  ]),
]);

/**
 * Creates the portal's router. The query cache alone decides freshness. A function, because reading all routes takes long on a slow device:
 * the start does it in a separate task.
 */
export const createPortalRouter = () =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: Failure,
    // An error that a screen explains does not reach the window otherwise.
    defaultOnCatch: reportDefect,
    scrollRestoration: true,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
