import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.route.tsx";

const installRoute = createRoute({
  path: "/install",
  getParentRoute: () => signedInRoute,
  component: lazyRouteComponent(() => import("../../features/install/install.screen.tsx"), "InstallScreen"),
});

/** The guide to the extension: signed in, without the sidebar. */
export const installRoutes = [installRoute] as const;
