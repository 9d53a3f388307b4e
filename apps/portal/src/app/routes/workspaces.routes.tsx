import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "./signed-in.route.tsx";
import { lazyScreen } from "../../platform/lazy-view.ts";

/** Parent of a workspace's pages; it admits members only. */
export const workspaceRoute = createRoute({
  path: "/w/$workspaceId",
  getParentRoute: () => shellRoute,
  component: lazyScreen(() => import("../workspace-layout.tsx"), "WorkspaceLayout", ["workspaces"]),
});

const screen = (name: "WorkspaceScreen" | "AllScreen" | "WorkspaceStarredScreen" | "WorkspaceSharedScreen" | "WorkspaceTrashScreen") =>
  lazyScreen(() => import("../../features/library-view/workspace.screen.tsx"), name);

const filesRoute = createRoute({ path: "/", getParentRoute: () => workspaceRoute, component: screen("WorkspaceScreen") });
const folderRoute = createRoute({
  path: "/folder/$folderId",
  getParentRoute: () => workspaceRoute,
  component: screen("WorkspaceScreen"),
});
const allRoute = createRoute({ path: "/all", getParentRoute: () => workspaceRoute, component: screen("AllScreen") });
const starredRoute = createRoute({ path: "/starred", getParentRoute: () => workspaceRoute, component: screen("WorkspaceStarredScreen") });
const sharedRoute = createRoute({ path: "/shared", getParentRoute: () => workspaceRoute, component: screen("WorkspaceSharedScreen") });
const trashRoute = createRoute({ path: "/trash", getParentRoute: () => workspaceRoute, component: screen("WorkspaceTrashScreen") });

/** The library of a workspace inside the shell. */
export const workspaceLibraryRoutes = [filesRoute, folderRoute, allRoute, starredRoute, sharedRoute, trashRoute] as const;
