import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.route.tsx";

const imageScreen = lazyRouteComponent(() => import("../../features/item-page/item.screen.tsx"), "ImageScreen");
const annotateScreen = lazyRouteComponent(() => import("../../features/annotate/annotate.screen.tsx"), "AnnotateScreen");
const videoScreen = lazyRouteComponent(() => import("../../features/item-page/video/watch.screen.tsx"), "VideoScreen");

const imageRoute = createRoute({ path: "/images/$itemId", getParentRoute: () => signedInRoute, component: imageScreen });
const annotateRoute = createRoute({
  path: "/images/$itemId/annotate",
  getParentRoute: () => signedInRoute,
  component: annotateScreen,
});
const videoRoute = createRoute({ path: "/videos/$itemId", getParentRoute: () => signedInRoute, component: videoScreen });

const workspaceImageRoute = createRoute({
  path: "/w/$workspaceId/images/$itemId",
  getParentRoute: () => signedInRoute,
  component: imageScreen,
});
const workspaceAnnotateRoute = createRoute({
  path: "/w/$workspaceId/images/$itemId/annotate",
  getParentRoute: () => signedInRoute,
  component: annotateScreen,
});
const workspaceVideoRoute = createRoute({
  path: "/w/$workspaceId/videos/$itemId",
  getParentRoute: () => signedInRoute,
  component: videoScreen,
});

/** Item pages, of one's own space and of workspaces: signed in, without the sidebar. */
export const itemRoutes = [
  imageRoute,
  annotateRoute,
  videoRoute,
  workspaceImageRoute,
  workspaceAnnotateRoute,
  workspaceVideoRoute,
] as const;
