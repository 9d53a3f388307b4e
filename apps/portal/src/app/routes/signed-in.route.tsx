import { isApiError } from "@stillreel/client";
import type { ReactNode } from "react";
import { createRoute, Outlet, redirect } from "@tanstack/react-router";
import { refreshOnRemoteChanges } from "../../entities/items/refresh-on-remote-changes.ts";
import { startLive } from "../../platform/live/start-live.ts";
import { Shell } from "../shell/shell.tsx";
import { rootRoute } from "./__root.tsx";
import { isSignedOut } from "../../platform/session/session.ts";
import { startPath } from "../../platform/session/start-path.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { DialogHost } from "../dialogs.tsx";
import { usePreviewEnd } from "../../features/access/use-preview-end.ts";

const toSignIn = (next: string): ReturnType<typeof redirect> => redirect({ to: "/auth/login", search: { next } });

/**
 * Parent of every page that needs a session. It queries the user in parallel with the page's loader, so that a page needs one round
 * trip.
 */
export const signedInRoute = createRoute({
  id: "signed-in",
  getParentRoute: () => rootRoute,
  // Without a session, the loaders of the page would only send requests that are refused.
  beforeLoad: ({ location }) => {
    if (isSignedOut()) throw toSignIn(location.href);
  },
  loader: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(userQuery);
      refreshOnRemoteChanges();
      startLive();
    } catch (error) {
      if (isApiError(error, "unauthenticated")) throw toSignIn(location.href);
      throw error;
    }
  },
  component: SignedInPage,
});

/** Frame of signed-in pages with the dialogs that can open on each. */
function SignedInPage(): ReactNode {
  usePreviewEnd();
  return (
    <>
      <Outlet />
      <DialogHost />
    </>
  );
}

/** Parent of pages with sidebar and header. */
export const shellRoute = createRoute({ id: "shell", getParentRoute: () => signedInRoute, component: Shell });

/** The start page is the default workspace, or the library. */
export const homeRoute = createRoute({
  path: "/",
  getParentRoute: () => signedInRoute,
  beforeLoad: async ({ context }) => {
    // A refused request leads to the sign-in page from there.
    const user = await context.queryClient.ensureQueryData(userQuery).catch(() => null);
    throw redirect({ to: user ? startPath(user.preferences) : "/images", replace: true });
  },
});
