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
  // Whether somebody is signed in is known before the page is drawn: being told that nobody is empties what the page has read.
  loader: async ({ context: { queryClient } }) => {
    try {
      await queryClient.ensureQueryData(userQuery);
    } catch (error) {
      // Emptying it ends this very question, too.
      if (!isApiError(error, "unauthenticated") && !(error instanceof CancelledError)) throw error;
    }
  },
  component: lazyScreen(() => import("../../features/workspaces/invite.screen.tsx"), "InviteScreen", ["workspaces"]),
});

/** The page of an invite, for anybody who holds it. */
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

/** All of one's workspaces, and the way to another. */
export const workspaceListRoutes = [listRoute, newRoute] as const;

const overviewRoute = createRoute({
  path: "/overview",
  getParentRoute: () => workspaceRoute,
  component: lazyScreen(() => import("../../features/workspaces/overview.screen.tsx"), "OverviewScreen", ["workspaces"]),
});
const membersRoute = createRoute({
  path: "/members",
  getParentRoute: () => workspaceRoute,
  component: lazyScreen(() => import("../../features/workspaces/members.screen.tsx"), "MembersScreen", ["workspaces"]),
});
const teamsRoute = createRoute({
  path: "/teams",
  getParentRoute: () => workspaceRoute,
  component: lazyScreen(() => import("../../features/workspaces/teams.screen.tsx"), "TeamsScreen", ["workspaces"]),
});
const activityRoute = createRoute({
  path: "/activity",
  getParentRoute: () => workspaceRoute,
  component: lazyScreen(() => import("../../features/workspaces/activity.screen.tsx"), "ActivityScreen", ["workspaces"]),
});
const settingsRoute = createRoute({
  path: "/settings",
  getParentRoute: () => workspaceRoute,
  component: lazyScreen(() => import("../../features/workspaces/settings.screen.tsx"), "SettingsScreen", ["workspaces"]),
});

/** The pages of a workspace about itself: its people, teams, profile, and who did what. */
export const companyRoutes = [overviewRoute, membersRoute, teamsRoute, activityRoute, settingsRoute] as const;
