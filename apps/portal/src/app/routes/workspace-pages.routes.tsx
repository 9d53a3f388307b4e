import { isApiError } from "@stillreel/client";
import { CancelledError } from "@tanstack/react-query";
import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./__root.tsx";
import { shellRoute } from "./signed-in.route.tsx";
import { workspaceRoute } from "./workspaces.routes.tsx";
import { userQuery } from "../../platform/session/user.queries.ts";
import { lazyScreen } from "../../platform/lazy-view.ts";

const inviteRoute = createRoute({
  path: "/invite/$inviteId",
  getParentRoute: () => rootRoute,
  // The session is checked before the page is rendered, because a signed-out response clears the query cache.
  loader: async ({ context: { queryClient } }) => {
    try {
      await queryClient.ensureQueryData(userQuery);
    } catch (error) {
      // Clearing the cache cancels this query too.
      if (!isApiError(error, "unauthenticated") && !(error instanceof CancelledError)) throw error;
    }
  },
  component: lazyScreen(() => import("../../features/workspaces/invites/invite.screen.tsx"), "InviteScreen", ["workspaces"]),
});

/** The invite page, for signed-in and signed-out visitors. */
export const inviteRoutes = [inviteRoute] as const;

const listRoute = createRoute({
  path: "/workspaces",
  getParentRoute: () => shellRoute,
  component: lazyScreen(() => import("../../features/workspaces/workspaces.screen.tsx"), "WorkspacesScreen", ["workspaces"]),
});
const newRoute = createRoute({
  path: "/workspaces/new",
  getParentRoute: () => shellRoute,
  component: lazyScreen(() => import("../../features/workspaces/workspaces.screen.tsx"), "NewWorkspaceScreen", ["workspaces"]),
});

/** The user's workspaces, and the page that creates one. */
export const workspaceListRoutes = [listRoute, newRoute] as const;

const overviewRoute = createRoute({
  path: "/overview",
  getParentRoute: () => workspaceRoute,
  component: lazyScreen(() => import("../../features/workspaces/overview.screen.tsx"), "OverviewScreen", ["workspaces"]),
});
const membersRoute = createRoute({
  path: "/members",
  getParentRoute: () => workspaceRoute,
  component: lazyScreen(() => import("../../features/workspaces/members/members.screen.tsx"), "MembersScreen", ["workspaces"]),
});
const teamsRoute = createRoute({
  path: "/teams",
  getParentRoute: () => workspaceRoute,
  component: lazyScreen(() => import("../../features/workspaces/teams/teams.screen.tsx"), "TeamsScreen", ["workspaces"]),
});
const activityRoute = createRoute({
  path: "/activity",
  getParentRoute: () => workspaceRoute,
  component: lazyScreen(() => import("../../features/workspaces/activity/activity.screen.tsx"), "ActivityScreen", ["workspaces"]),
});
const settingsRoute = createRoute({
  path: "/settings",
  getParentRoute: () => workspaceRoute,
  component: lazyScreen(() => import("../../features/workspaces/settings/settings.screen.tsx"), "SettingsScreen", ["workspaces"]),
});

/** Pages about a workspace: overview, members, teams, activity and settings. */
export const workspacePageRoutes = [overviewRoute, membersRoute, teamsRoute, activityRoute, settingsRoute] as const;
