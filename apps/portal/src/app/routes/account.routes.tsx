import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { preferencesQuery, sessionsQuery, userQuery } from "../../entities/people/account.queries.ts";
import { shellRoute } from "./signed-in.route.tsx";

const profileRoute = createRoute({
  path: "/profile",
  getParentRoute: () => shellRoute,
  loader: ({ context }) => context.queryClient.ensureQueryData(userQuery),
  component: lazyRouteComponent(() => import("../../features/account/profile.screen.tsx"), "ProfileScreen"),
});
const preferencesRoute = createRoute({
  path: "/preferences",
  getParentRoute: () => shellRoute,
  loader: ({ context }) => context.queryClient.ensureQueryData(preferencesQuery),
  component: lazyRouteComponent(() => import("../../features/account/preferences.screen.tsx"), "PreferencesScreen"),
});
const accountRoute = createRoute({
  path: "/account",
  getParentRoute: () => shellRoute,
  loader: ({ context }) =>
    Promise.all([context.queryClient.ensureQueryData(userQuery), context.queryClient.ensureQueryData(sessionsQuery)]),
  component: lazyRouteComponent(() => import("../../features/account/account.screen.tsx"), "AccountScreen"),
});

const dataRoute = createRoute({
  path: "/account/data",
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import("../../features/account/data.screen.tsx"), "DataScreen"),
});

/** Settings of one's own account. */
export const accountRoutes = [profileRoute, preferencesRoute, accountRoute, dataRoute] as const;
