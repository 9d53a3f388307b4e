import { createRoute } from "@tanstack/react-router";
import { levelQuery } from "../../entities/folders/folders.queries.ts";
import { listQuery, personalList } from "../../entities/items/items.queries.ts";
import { readPreference } from "../../entities/items/view-preference.ts";
import { BoardsScreen, ImagesScreen, VideosScreen } from "../../features/library-view/library.screen.tsx";
import { isFirstPaintShown } from "../first-paint/first-paint.ts";
import { shellRoute } from "./signed-in.route.tsx";
import { lazyScreen } from "../../platform/lazy-view.ts";
import { RecoveryBanner } from "../../features/record/recovery-banner.tsx";

/** The open folder; absent for the root. */
interface FolderSearch {
  folder?: string;
}

const folderSearch = ({ folder }: Record<string, unknown>): FolderSearch => (typeof folder === "string" && folder !== "" ? { folder } : {});

const imagesRoute = createRoute({
  path: "/images",
  getParentRoute: () => shellRoute,
  validateSearch: folderSearch,
  // While the static first paint is visible, the whole page replaces it in one step. The screen handles errors.
  loader: ({ context: { queryClient } }) =>
    isFirstPaintShown()
      ? Promise.all([
          queryClient.prefetchInfiniteQuery(listQuery(personalList("folder", "image", readPreference("images").sort))),
          queryClient.prefetchQuery(levelQuery("image", null)),
        ])
      : undefined,
  // The start page: its code is part of the entry bundle to avoid a round trip.
  component: ImagesScreen,
});
const videosRoute = createRoute({
  path: "/videos",
  getParentRoute: () => shellRoute,
  validateSearch: folderSearch,
  component: () => <VideosScreen notice={<RecoveryBanner />} />,
});
const boardsRoute = createRoute({
  path: "/boards",
  getParentRoute: () => shellRoute,
  validateSearch: folderSearch,
  component: BoardsScreen,
});
const sharedRoute = createRoute({
  path: "/shared",
  getParentRoute: () => shellRoute,
  component: lazyScreen(() => import("../../features/library-view/shared.screen.tsx"), "SharedScreen"),
});
const starredRoute = createRoute({
  path: "/starred",
  getParentRoute: () => shellRoute,
  component: lazyScreen(() => import("../../features/library-view/starred.screen.tsx"), "StarredScreen"),
});
const trashRoute = createRoute({
  path: "/trash",
  getParentRoute: () => shellRoute,
  component: lazyScreen(() => import("../../features/library-view/trash/trash.screen.tsx"), "TrashScreen"),
});

const requestsRoute = createRoute({
  path: "/requests",
  getParentRoute: () => shellRoute,
  component: lazyScreen(() => import("../../features/requests/requests.screen.tsx"), "RequestsScreen", ["requests"]),
});

/** The library pages inside the shell. */
export const libraryRoutes = [imagesRoute, videosRoute, boardsRoute, sharedRoute, starredRoute, trashRoute, requestsRoute] as const;
