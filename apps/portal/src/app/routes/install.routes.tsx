import { createRoute } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.route.tsx";
import { lazyScreen } from "../../platform/lazy-view.ts";

const installRoute = createRoute({
  path: "/install",
  getParentRoute: () => signedInRoute,
  component: lazyScreen(() => import("../../features/install/install.screen.tsx"), "InstallScreen", ["install"]),
});

/** The extension guide: signed in, without sidebar. */
export const installRoutes = [installRoute] as const;
