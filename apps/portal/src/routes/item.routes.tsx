import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.route.tsx";

const imageRoute = createRoute({
  path: "/images/$itemId",
  getParentRoute: () => signedInRoute,
  component: lazyRouteComponent(() => import("../features/item/item.screen.tsx"), "ImageScreen"),
});
const annotateRoute = createRoute({
  path: "/images/$itemId/annotate",
  getParentRoute: () => signedInRoute,
  component: lazyRouteComponent(() => import("../features/annotate/annotate.screen.tsx"), "AnnotateScreen"),
});
const videoRoute = createRoute({
  path: "/videos/$itemId",
  getParentRoute: () => signedInRoute,
  component: lazyRouteComponent(() => import("../features/watch/watch.screen.tsx"), "VideoScreen"),
});

/** Item pages: signed in, without the sidebar. */
export const itemRoutes = [imageRoute, annotateRoute, videoRoute] as const;
