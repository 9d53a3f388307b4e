import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { client, queryClient } from "../../platform/api.ts";
import { useReportView } from "./use-report-view.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

const item = { id: "b", owner: { id: "m", displayName: "Mira", photoURL: null }, trash: false };
let reports: unknown[] = [];
let isVisible = true;

beforeEach(() => {
  vi.useFakeTimers();
  reports = [];
  isVisible = true;
  localStorage.clear();
  queryClient.clear();
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (isVisible ? "visible" : "hidden"));
  vi.spyOn(client, "call").mockImplementation((async (route: { id: string }, args: object) => {
    if (route.id === "engagement.view") reports.push(args);
    return {};
  }) as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const Providers = ({ children }: { children: ReactNode }): ReactNode => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
/** Renders the page for this user. */
function view(userId: string, given: { isShown?: boolean; trash?: boolean } = {}) {
  queryClient.setQueryData(userQuery.queryKey, { id: userId } as never);
  return renderHook(({ isShown }) => useReportView({ ...item, trash: given.trash ?? false }, isShown), {
    wrapper: Providers,
    initialProps: { isShown: given.isShown ?? true },
  });
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("a view of three seconds by another user is reported once", async () => {
  view("someone");
  await pass(2_900);
  expect(reports).toEqual([]);
  await pass(200);
  const session = expect.stringMatching(/^[0-9a-f-]{36}$/u);
  expect(reports).toEqual([{ params: { itemId: "b" }, body: { session, seconds: 3, segments: [], source: "workspace" } }]);
  await pass(60_000);
  expect(reports).toHaveLength(1);
});

test("hidden time does not count: a background tab, or a picture that is not loaded", async () => {
  const { rerender } = view("someone", { isShown: false });
  await pass(10_000);
  rerender({ isShown: true });
  isVisible = false;
  await pass(10_000);
  isVisible = true;
  await pass(2_000);
  expect(reports).toEqual([]);
  await pass(1_100);
  expect(reports).toHaveLength(1);
});

test.each([
  ["its owner's own look", "m", {}],
  ["a look into the trash", "someone", { trash: true }],
])("%s is no view", async (_name, userId, given) => {
  view(userId, given);
  await pass(10_000);
  expect(reports).toEqual([]);
});

test("a visitor who leaves earlier is not counted", async () => {
  const { unmount } = view("someone");
  await pass(2_500);
  unmount();
  await pass(5_000);
  expect(reports).toEqual([]);
});
