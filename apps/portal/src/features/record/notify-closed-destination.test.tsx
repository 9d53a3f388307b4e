import { toasts } from "@stillreel/ui";
import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { useMovedTo } from "../../entities/items/moved-items.ts";
import type { Done } from "./background-recorder.ts";
import { notifyClosedLater } from "./notify-closed-destination.ts";

fakeServer();

const done = (itemId: string | null): Done => ({
  phase: "done",
  id: "r",
  reason: "stopped",
  itemId,
  shareUrl: itemId && `http://stills.example/s/${itemId}`,
  durationMs: 2_000,
  progress: { disk: { bytes: 2, ms: 2_000 }, server: { bytes: 1, ms: 1_000 }, trouble: null },
});

/** Page of the item before the recording was moved. */
function OldPage() {
  const to = useMovedTo("old");
  return <h1>{to ? `Moved to ${to.workspaceId}/${to.id}` : "There"}</h1>;
}

test("a recording that is redirected after its page was shown is reported with its new link and page", async () => {
  const { user } = openScreens({ "/": OldPage }, ["/"]);
  await screen.findByRole("heading", { name: "There" });
  const writeText = vi.spyOn(navigator.clipboard, "writeText");
  await act(() => notifyClosedLater(done("new"), done("old"), "Bugs"));
  expect(screen.getByRole("alert").textContent).toContain("You no longer have access to Bugs. Saved in My videos.");
  await screen.findByRole("heading", { name: "Moved to personal/new" });
  await user.click(screen.getByRole("button", { name: "Copy its new link" }));
  await screen.findByText("Link copied");
  expect(writeText.mock.calls[0]?.[0] ?? (await navigator.clipboard.readText())).toBe("http://stills.example/s/new");
});

test("the message waits until the page is visible: sharing often ends in another window", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const announcement = notifyClosedLater(done("new"), done(null), null);
  await Promise.resolve();
  expect(toasts.current()).toBeUndefined();
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await announcement;
  expect(toasts.current()?.text).toBe("You no longer have access to the chosen folder. Saved in My videos.");
});
