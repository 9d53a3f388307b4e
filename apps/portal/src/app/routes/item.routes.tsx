import { createRoute } from "@tanstack/react-router";
import { signedInRoute } from "./signed-in.route.tsx";
import { ItemPageLayout } from "../item-page-layout.tsx";
import { itemQuery } from "../../entities/items/items.queries.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { isFirstPaintShown } from "../first-paint/first-paint.ts";
import { lazyScreen } from "../../platform/lazy-view.ts";

/** Parent of the pages of one item. */
const itemPageRoute = createRoute({ id: "item-page", getParentRoute: () => signedInRoute, component: ItemPageLayout });

const imageScreen = lazyScreen(() => import("../../features/item-page/item.screen.tsx"), "ImageScreen", ["watch"]);
const annotateScreen = lazyScreen(() => import("../../features/annotate/annotate.screen.tsx"), "AnnotateScreen", ["annotate", "editor"]);
const videoScreen = lazyScreen(() => import("../../features/item-page/video/watch.screen.tsx"), "VideoScreen", ["video", "watch"]);

const videoEditScreen = lazyScreen(() => import("../../features/video-edit/video-edit.screen.tsx"), "VideoEditScreen", [
  "video-edit",
  "video-editor",
  "editor",
  "transcript",
  "video",
]);

/** The drawing program is large. Its load begins together with that of the screen, which handles its errors. */
function loadBoardScreen() {
  import("../../features/item-page/board/board-page.tsx").catch(() => undefined);
  return import("../../features/item-page/board/board.screen.tsx");
}
const boardScreen = lazyScreen(loadBoardScreen, "BoardScreen", ["boards", "watch"]);

const imageRoute = createRoute({ path: "/images/$itemId", getParentRoute: () => itemPageRoute, component: imageScreen });
const annotateRoute = createRoute({
  path: "/images/$itemId/annotate",
  getParentRoute: () => signedInRoute,
  component: annotateScreen,
});
const videoRoute = createRoute({
  path: "/videos/$itemId",
  getParentRoute: () => itemPageRoute,
  // While the static first paint is visible, the whole page replaces it in one step. The screen handles errors.
  loader: ({ context: { queryClient }, params: { itemId } }) =>
    isFirstPaintShown() ? queryClient.prefetchQuery(itemQuery(itemId, "video", PERSONAL, null)) : undefined,
  component: videoScreen,
});

const workspaceImageRoute = createRoute({
  path: "/w/$workspaceId/images/$itemId",
  getParentRoute: () => itemPageRoute,
  component: imageScreen,
});
const workspaceAnnotateRoute = createRoute({
  path: "/w/$workspaceId/images/$itemId/annotate",
  getParentRoute: () => signedInRoute,
  component: annotateScreen,
});
const workspaceVideoRoute = createRoute({
  path: "/w/$workspaceId/videos/$itemId",
  getParentRoute: () => itemPageRoute,
  component: videoScreen,
});

const videoEditRoute = createRoute({ path: "/videos/$itemId/edit", getParentRoute: () => signedInRoute, component: videoEditScreen });
const workspaceVideoEditRoute = createRoute({
  path: "/w/$workspaceId/videos/$itemId/edit",
  getParentRoute: () => signedInRoute,
  component: videoEditScreen,
});

const boardRoute = createRoute({ path: "/boards/$itemId", getParentRoute: () => itemPageRoute, component: boardScreen });
const workspaceBoardRoute = createRoute({
  path: "/w/$workspaceId/boards/$itemId",
  getParentRoute: () => itemPageRoute,
  component: boardScreen,
});

/** Item pages of the personal space and of workspaces: signed in, without sidebar. */
export const itemRoutes = [
  itemPageRoute.addChildren([imageRoute, videoRoute, boardRoute, workspaceImageRoute, workspaceVideoRoute, workspaceBoardRoute]),
  annotateRoute,
  workspaceAnnotateRoute,
  videoEditRoute,
  workspaceVideoEditRoute,
] as const;
