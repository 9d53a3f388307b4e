import { isApiError } from "@stillreel/client";
import { CancelledError } from "@tanstack/react-query";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { userQuery } from "../../entities/people/account.queries.ts";
import { rootRoute } from "./__root.tsx";
import { shellRoute } from "./signed-in.route.tsx";
import { workspaceRoute } from "./workspaces.routes.tsx";

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
  component: lazyRouteComponent(() => import("../../features/workspaces/invite.screen.tsx"), "InviteScreen"),
});

/** The page of an invite, for anybody who holds it. */
export const inviteRoutes = [inviteRoute] as const;

const listRoute = createRoute({
  path: "/workspaces",
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import("../../features/workspaces/workspaces.screen.tsx"), "WorkspacesScreen"),
});
const newRoute = createRoute({
  path: "/workspaces/new",
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import("../../features/workspaces/workspaces.screen.tsx"), "NewWorkspaceScreen"),
});

/** All of one's workspaces, and the way to another. */
export const workspaceListRoutes = [listRoute, newRoute] as const;

const overviewRoute = createRoute({
  path: "/overview",
  getParentRoute: () => workspaceRoute,
  component: lazyRouteComponent(() => import("../../features/workspaces/overview.screen.tsx"), "OverviewScreen"),
});
const membersRoute = createRoute({
  path: "/members",
  getParentRoute: () => workspaceRoute,
  component: lazyRouteComponent(() => import("../../features/workspaces/members.screen.tsx"), "MembersScreen"),
});
const teamsRoute = createRoute({
  path: "/teams",
  getParentRoute: () => workspaceRoute,
  component: lazyRouteComponent(() => import("../../features/workspaces/teams.screen.tsx"), "TeamsScreen"),
});
const activityRoute = createRoute({
  path: "/activity",
  getParentRoute: () => workspaceRoute,
  component: lazyRouteComponent(() => import("../../features/workspaces/activity.screen.tsx"), "ActivityScreen"),
});
const settingsRoute = createRoute({
  path: "/settings",
  getParentRoute: () => workspaceRoute,
  component: lazyRouteComponent(() => import("../../features/workspaces/settings.screen.tsx"), "SettingsScreen"),
});

/** The pages of a workspace about itself: its people, teams, profile, and who did what. */
export const companyRoutes = [overviewRoute, membersRoute, teamsRoute, activityRoute, settingsRoute] as const;
