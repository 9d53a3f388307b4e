import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.route.tsx";

const recordRoute = createRoute({
  path: "/record",
  getParentRoute: () => signedInRoute,
  component: lazyRouteComponent(() => import("../../features/record/record.screen.tsx"), "RecordScreen"),
});

/** The recorder: signed in, without the sidebar. */
export const recordRoutes = [recordRoute] as const;
