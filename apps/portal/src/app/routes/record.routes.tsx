import { createRoute } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.route.tsx";
import { lazyScreen } from "../../platform/lazy-view.ts";

const recordRoute = createRoute({
  path: "/record",
  getParentRoute: () => signedInRoute,
  component: lazyScreen(() => import("../../features/record/record.screen.tsx"), "RecordScreen", ["recorder"]),
});

/** The recorder: signed in, without sidebar. */
export const recordRoutes = [recordRoute] as const;
