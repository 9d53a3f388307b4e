import { createRoute } from "@tanstack/react-router";
import { lazyScreen } from "../../platform/lazy-view.ts";
import { shellRoute } from "./signed-in.route.tsx";

const accessRequestsRoute = createRoute({
  path: "/access/$type/$id",
  getParentRoute: () => shellRoute,
  component: lazyScreen(() => import("../../features/access/access-requests.screen.tsx"), "AccessRequestsScreen", ["access"]),
});

/** Requests for access to an item, a folder or a link: for the person who asks, and for users who answer. */
export const accessRoutes = [accessRequestsRoute] as const;
