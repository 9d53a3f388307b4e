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
import { render, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { queryClient } from "../platform/api.ts";
import { DialogHost } from "../app/dialogs.tsx";

/** A user's visit of the portal. */
export interface Visit {
  user: UserEvent;
  history: RouterHistory;
  /** Waits until the first navigation has ended: a screen can be visible before. */
  settled: () => Promise<void>;
}

/**
 * Renders screens like the portal: with theme, queries, router and toasts.
 * @param screens by their address
 * @param entries visited addresses; the last one is open
 * @param frame frame around every screen
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
  const settled = () =>
    waitFor(() => {
      if (!router.state.resolvedLocation) throw new Error("The first navigation has not ended.");
    });
  return { user: userEvent.setup(), history, settled };
}

function Page({ frame: Frame }: { frame: RouteComponent }): ReactNode {
  return (
    <>
      <Frame />
      <DialogHost />
    </>
  );
}
