import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.route.tsx";

const itemRoute = createRoute({
  path: "/images/$itemId",
  getParentRoute: () => signedInRoute,
  component: lazyRouteComponent(() => import("../features/item/item.screen.tsx"), "ItemScreen"),
});

/** Item pages: signed in, without the sidebar. */
export const itemRoutes = [itemRoute] as const;
