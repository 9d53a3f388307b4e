import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "./signed-in.route.tsx";
import { lazyScreen } from "../../platform/lazy-view.ts";

const screen = (name: "AdministrationFrame" | "AdministrationStart" | "AdministrationTab") =>
  lazyScreen(() => import("../../features/administration/administration.screen.tsx"), name, ["administration"]);

const administrationRoute = createRoute({ path: "/admin", getParentRoute: () => shellRoute, component: screen("AdministrationFrame") });
const startRoute = createRoute({ path: "/", getParentRoute: () => administrationRoute, component: screen("AdministrationStart") });
// The tabs are listed in the feature, so that the entry bundle does not grow with them.
const tabRoute = createRoute({ path: "/$tab", getParentRoute: () => administrationRoute, component: screen("AdministrationTab") });

/** The administration of the installation; its frame admits only administrators. */
export const administrationRoutes = [administrationRoute.addChildren([startRoute, tabRoute])] as const;
