import { MantineProvider } from "@mantine/core";
import { Toaster, toasts } from "@stillreel/ui";
import { theme } from "@stillreel/ui/mantine";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type RouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { queryClient } from "../platform/api.ts";
import { DialogHost } from "../app/dialogs.tsx";

/** Somebody in front of the portal. */
export interface Visit {
  user: UserEvent;
  history: RouterHistory;
}

/**
 * Shows screens as the portal does: with theme, queries, addresses and toasts.
 * @param screens by their address
 * @param entries addresses that were visited, the last one being open
 * @param frame what stands around every screen
 */
export function openScreens(screens: Record<string, RouteComponent>, entries: string[], frame: RouteComponent = Outlet): Visit {
  const root = createRootRouteWithContext<object>()({ component: () => <Page frame={frame} /> });
  const routes = Object.entries(screens).map(([path, component]) => createRoute({ path, getParentRoute: () => root, component }));
  const history = createMemoryHistory({ initialEntries: entries });
  const router = createRouter({ routeTree: root.addChildren(routes), history, context: {} });
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
        <Toaster store={toasts} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), history };
}

function Page({ frame: Frame }: { frame: RouteComponent }): ReactNode {
  return (
    <>
      <Frame />
      <DialogHost />
    </>
  );
}
