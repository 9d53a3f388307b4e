import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./__root.tsx";
import { lazyScreen } from "../../platform/lazy-view.ts";

/** Search parameters of the login page. `next` is validated before use. */
interface LoginSearch {
  next?: string;
  /** Any value selects the administrator wording. */
  admin?: string;
  /** Error code of a failed sign-in by an identity provider. */
  error?: string;
}

const text = (value: unknown): string | undefined => (value === undefined || value === null || value === "" ? undefined : String(value));
const loginSearch = (search: Record<string, unknown>): LoginSearch => ({
  next: text(search.next),
  admin: text(search.admin),
  error: text(search.error),
});

const loginRoute = createRoute({
  path: "/auth/login",
  getParentRoute: () => rootRoute,
  validateSearch: loginSearch,
  component: lazyScreen(() => import("../../features/auth/login.screen.tsx"), "LoginScreen"),
});
const registerRoute = createRoute({
  path: "/auth/register",
  getParentRoute: () => rootRoute,
  validateSearch: (search: Record<string, unknown>): { next?: string } => ({ next: text(search.next) }),
  component: lazyScreen(() => import("../../features/auth/register.screen.tsx"), "RegisterScreen"),
});
const forgotRoute = createRoute({
  path: "/auth/forgot",
  getParentRoute: () => rootRoute,
  component: lazyScreen(() => import("../../features/auth/forgot.screen.tsx"), "ForgotScreen"),
});
const resetRoute = createRoute({
  path: "/auth/reset",
  getParentRoute: () => rootRoute,
  validateSearch: (search: Record<string, unknown>): { code?: string } => ({ code: text(search.code) }),
  component: lazyScreen(() => import("../../features/auth/reset.screen.tsx"), "ResetScreen"),
});
const emailRoute = createRoute({
  path: "/auth/email",
  getParentRoute: () => rootRoute,
  validateSearch: (search: Record<string, unknown>): { code?: string } => ({ code: text(search.code) }),
  component: lazyScreen(() => import("../../features/auth/confirm-email.screen.tsx"), "ConfirmEmailScreen"),
});
const unsubscribeRoute = createRoute({
  path: "/unsubscribe/$token",
  getParentRoute: () => rootRoute,
  component: lazyScreen(() => import("../../features/auth/unsubscribe.screen.tsx"), "UnsubscribeScreen", ["notifications"]),
});
const termsRoute = createRoute({
  path: "/terms",
  getParentRoute: () => rootRoute,
  component: lazyScreen(() => import("../../features/auth/legal.screen.tsx"), "TermsScreen"),
});
const privacyRoute = createRoute({
  path: "/privacy",
  getParentRoute: () => rootRoute,
  component: lazyScreen(() => import("../../features/auth/legal.screen.tsx"), "PrivacyScreen"),
});

/** Pages that need no session. */
export const authRoutes = [
  loginRoute,
  registerRoute,
  forgotRoute,
  resetRoute,
  emailRoute,
  unsubscribeRoute,
  termsRoute,
  privacyRoute,
] as const;
