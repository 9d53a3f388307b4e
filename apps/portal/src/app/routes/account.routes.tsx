import { createRoute } from "@tanstack/react-router";
import { preferencesQuery, sessionsQuery } from "../../entities/people/account.queries.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { shellRoute } from "./signed-in.route.tsx";
import { userQuery } from "../../platform/session/user.queries.ts";
import { lazyScreen } from "../../platform/lazy-view.ts";

const profileRoute = createRoute({
  path: "/profile",
  getParentRoute: () => shellRoute,
  loader: async ({ context }) => {
    const { recentItemsQuery } = await import("../../entities/items/recent-items.queries.ts");
    await Promise.all([
      context.queryClient.ensureQueryData(userQuery),
      context.queryClient.fetchQuery(recentItemsQuery),
      // The addresses of items depend on whether their space is a workspace.
      context.queryClient.ensureQueryData(workspacesQuery),
    ]);
  },
  component: lazyScreen(() => import("../../features/account/profile.screen.tsx"), "ProfileScreen", ["account"]),
});
const preferencesRoute = createRoute({
  path: "/preferences",
  getParentRoute: () => shellRoute,
  loader: ({ context }) => context.queryClient.ensureQueryData(preferencesQuery),
  component: lazyScreen(() => import("../../features/account/preferences.screen.tsx"), "PreferencesScreen", ["account"]),
});
const accountRoute = createRoute({
  path: "/account",
  getParentRoute: () => shellRoute,
  loader: ({ context }) => context.queryClient.ensureQueryData(userQuery),
  component: lazyScreen(() => import("../../features/account/account.screen.tsx"), "AccountScreen", ["account"]),
});

const notificationsRoute = createRoute({
  path: "/account/notifications",
  getParentRoute: () => shellRoute,
  loader: async ({ context }) => {
    // With the screen, so that the code of every page does not contain it.
    const { notificationSettingsQuery } = await import("../../entities/notifications/notification-settings.queries.ts");
    await context.queryClient.ensureQueryData(notificationSettingsQuery);
  },
  component: lazyScreen(() => import("../../features/account/notifications.screen.tsx"), "NotificationsScreen", [
    "account",
    "notifications",
  ]),
});

const securityRoute = createRoute({
  path: "/account/security",
  getParentRoute: () => shellRoute,
  loader: async ({ context }) => {
    const [{ passkeysQuery, twoFactorQuery }, { signInMethodsQuery }] = await Promise.all([
      import("../../entities/people/security.queries.ts"),
      import("../../entities/people/sign-in-methods.queries.ts"),
    ]);
    await Promise.all([
      context.queryClient.ensureQueryData(userQuery),
      context.queryClient.ensureQueryData(sessionsQuery),
      context.queryClient.ensureQueryData(preferencesQuery),
      context.queryClient.ensureQueryData(twoFactorQuery),
      context.queryClient.ensureQueryData(passkeysQuery),
      context.queryClient.ensureQueryData(signInMethodsQuery),
    ]);
  },
  component: lazyScreen(() => import("../../features/account/security/security.screen.tsx"), "SecurityScreen", ["account", "security"]),
});

const dataRoute = createRoute({
  path: "/account/data",
  getParentRoute: () => shellRoute,
  component: lazyScreen(() => import("../../features/account/data.screen.tsx"), "DataScreen", ["account"]),
});

const toolsRoute = createRoute({
  path: "/account/tools",
  getParentRoute: () => shellRoute,
  loader: async ({ context }) => {
    const { accessTokensQuery } = await import("../../entities/people/tools.queries.ts");
    await context.queryClient.ensureQueryData(accessTokensQuery);
  },
  component: lazyScreen(() => import("../../features/account/access-tools/tools.screen.tsx"), "ToolsScreen", ["account", "tools"]),
});

const webhooksRoute = createRoute({
  path: "/account/webhooks",
  getParentRoute: () => shellRoute,
  loader: async ({ context }) => {
    const { webhooksQuery } = await import("../../entities/people/tools.queries.ts");
    await Promise.all([context.queryClient.fetchQuery(webhooksQuery), context.queryClient.ensureQueryData(workspacesQuery)]);
  },
  component: lazyScreen(() => import("../../features/account/webhooks/webhooks.screen.tsx"), "WebhooksScreen", ["account", "tools"]),
});

/** Settings of the user's account. */
export const accountRoutes = [
  profileRoute,
  preferencesRoute,
  accountRoute,
  securityRoute,
  notificationsRoute,
  toolsRoute,
  webhooksRoute,
  dataRoute,
] as const;
