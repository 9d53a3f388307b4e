import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "./signed-in.route.tsx";

const imagesRoute = createRoute({
  path: "/images",
  getParentRoute: () => shellRoute,
  component: lazyRouteComponent(() => import("../features/library/library.screen.tsx"), "LibraryScreen"),
});

/** The library's pages, inside the shell. */
export const libraryRoutes = [imagesRoute] as const;
