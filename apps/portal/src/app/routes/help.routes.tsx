import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./__root.tsx";
import { lazyScreen } from "../../platform/lazy-view.ts";

const helpRoute = createRoute({
  path: "/help",
  getParentRoute: () => rootRoute,
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => (typeof q === "string" && q !== "" ? { q } : {}),
  component: lazyScreen(() => import("../../features/help/help.screen.tsx"), "HelpScreen", ["help"]),
});
const articleRoute = createRoute({
  path: "/help/$article",
  getParentRoute: () => rootRoute,
  component: lazyScreen(() => import("../../features/help/article.screen.tsx"), "ArticleScreen", ["help"]),
});

/** The help centre, for users and for visitors without an account. */
export const helpRoutes = [helpRoute, articleRoute] as const;
