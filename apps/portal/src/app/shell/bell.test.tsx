import { ApiError } from "@stillreel/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import type { NotificationView } from "../../entities/notifications/notification-list.queries.ts";
import { dispatchLiveEvent } from "../../platform/live/live-events.ts";
import { trackedSaves } from "../../entities/saves/tracked-saves.ts";
import { fakeServer, type Question } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { Bell } from "./bell.tsx";

const LEILA = { id: "leila", displayName: "Leila <b>Haddad</b>", photoURL: null };

function notification(id: string, over: Partial<NotificationView> = {}): NotificationView {
  return {
    id,
    kind: "comment",
    text: "",
    url: `/images/${id}`,
    actor: LEILA,
    others: 0,
    count: 1,
    itemTitle: `Item ${id}`,
    itemType: "image",
    thumbnail: null,
    timeMs: null,
    emoji: null,
    percent: null,
    itemId: id,
    job: null,
    saveId: null,
    action: null,
    reason: null,
    readAt: null,
    createdAt: "2026-11-24T12:00:00.000Z",
    ...over,
  };
}

let rows: NotificationView[];

const server = fakeServer(() => {
  rows = [
    notification("one"),
    notification("two", { kind: "like", others: 3, count: 4 }),
    notification("three", { count: 2, readAt: "2026-11-24T12:30:00.000Z" }),
  ];
  const unread = (): number => rows.filter(({ readAt }) => readAt === null).length;
  return {
    "notifications.list": ({ query }: Question) => {
      const isUnread = (query as { unread?: string }).unread === "true";
      return { items: rows.filter(({ readAt }) => !isUnread || readAt === null), nextCursor: null, unread: unread() };
    },
    "notifications.read": ({ body }: Question) => {
      const { ids, read = true } = body as { ids?: string[]; read?: boolean };
      rows = rows.map((row) => (ids?.includes(row.id) === false ? row : { ...row, readAt: read ? row.createdAt : null }));
      return { unread: unread() };
    },
  };
});

const ItemPage = (): ReactNode => <p>The item</p>;

async function open() {
  const visit = openScreens({ "/": Bell, "/images/$itemId": ItemPage, "/w/$workspaceId/overview": () => <p>The workspace</p> }, ["/"]);
  const bell = await screen.findByRole("button", { name: "Notifications, 2 unread" });
  await visit.user.click(bell);
  const dialog = await screen.findByRole("dialog", { name: "Notifications" });
  await within(dialog).findAllByRole("listitem");
  return { ...visit, dialog: within(dialog) };
}

test("each notification says who did what, with names as text", async () => {
  const { dialog } = await open();
  const [one, two, three] = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(one).toContain("Leila <b>Haddad</b> commented");
  expect(two).toContain("and 3 others liked your item");
  expect(three).toContain("added 2 comments");
});

test("U marks as read and unread, arrows move, and Enter opens and marks", async () => {
  const { user, history } = await open();
  const focused = (): string | undefined => (document.activeElement as HTMLElement).dataset["row"];
  expect(focused()).toBe("one");
  await user.keyboard("u");
  await screen.findByRole("button", { name: "Notifications, 1 unread", hidden: true });
  await user.keyboard("u");
  await screen.findByRole("button", { name: "Notifications, 2 unread", hidden: true });
  await user.keyboard("{ArrowDown}");
  expect(focused()).toBe("two");
  await user.keyboard("{Enter}");
  await screen.findByText("The item");
  expect(history.location.pathname).toBe("/images/two");
  expect(server.sent("notifications.read")).toEqual([
    { ids: ["one"], read: true },
    { ids: ["one"], read: false },
    { ids: ["two"], read: true },
  ]);
});

test("all are marked as read, with undo for those that were unread", async () => {
  const { user, dialog } = await open();
  await user.click(dialog.getByRole("button", { name: "Mark all read" }));
  await user.click(await screen.findByRole("button", { name: /^Undo/u }));
  await screen.findByRole("button", { name: "Notifications, 2 unread", hidden: true });
  expect(server.sent("notifications.read")).toEqual([{ all: true }, { ids: ["one", "two"], read: false }]);
});

test("new notifications wait until they are asked for", async () => {
  const { user, dialog } = await open();
  rows = [notification("new", { createdAt: "2026-11-24T13:00:00.000Z" }), ...rows];
  dispatchLiveEvent({ type: "notifications", origin: null });
  const newRows = await dialog.findByRole("button", { name: "1 new" });
  expect(dialog.getAllByRole("listitem")).toHaveLength(3);
  await user.click(newRows);
  await waitFor(() => expect(dialog.getAllByRole("listitem")).toHaveLength(4));
  expect(dialog.queryByRole("button", { name: "1 new" })).toBeNull();
});

test("the list of unread ones, and a failed list, which can be read again", async () => {
  const { user, dialog } = await open();
  const answer = server.answers["notifications.list"];
  server.answers["notifications.list"] = new ApiError({ status: 403, code: "forbidden", message: "No." });
  await user.click(dialog.getByRole("button", { name: /^Unread/u }));
  const again = await dialog.findByRole("button", { name: "Try again" });
  server.answers["notifications.list"] = answer;
  await user.click(again);
  await waitFor(() => expect(dialog.getAllByRole("listitem")).toHaveLength(2));
});

test("nearly used storage is shown with its part", async () => {
  server.answers["notifications.list"] = {
    items: [notification("full", { kind: "quota", actor: null, url: null, itemTitle: null, itemType: null, percent: 92 })],
    nextCursor: null,
    unread: 2,
  };
  const { dialog } = await open();
  expect(dialog.getByRole("button", { name: /Your storage is 92 % full/u })).toBeTruthy();
});

test("an invite is accepted and failed work repeated in the row", async () => {
  server.answers["invites.join"] = { id: "w1", name: "Harbour" };
  server.answers["items.retry"] = {};
  rows = [
    notification("failed", { kind: "job-failed", job: "processing", actor: null, action: "retry" }),
    notification("invited", { kind: "invite", url: "/invite/secret", itemId: null, itemTitle: "Harbour", itemType: null, action: "join" }),
  ];
  const { user, dialog, history } = await open();
  await user.click(dialog.getByRole("button", { name: "Retry: Item failed" }));
  await screen.findByText("The server tries again");
  await waitFor(() => expect(dialog.queryByRole("button", { name: /^Retry/u })).toBeNull());
  await user.click(dialog.getByRole("button", { name: "Join: Harbour" }));
  await screen.findByText("The workspace");
  expect(history.location.pathname).toBe("/w/w1/overview");
  expect(server.sent("items.retry")).toHaveLength(1);
  expect(server.sent("notifications.read")).toEqual([
    { ids: ["failed"], read: true },
    { ids: ["invited"], read: true },
  ]);
});

test("a save that ended unnoticed is shown in the list of saves, and a failed one is retried", async () => {
  server.answers["integrations.retrySave"] = { id: "s2" };
  const saved = { actor: null, url: null, itemId: null, itemTitle: "Google Drive", itemType: null, job: "save" } as const;
  rows = [
    notification("a", { ...saved, kind: "job-failed", saveId: "s2", action: "retry" }),
    notification("b", { ...saved, kind: "job-done", saveId: "s1" }),
  ];
  const { user, dialog } = await open();
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Your save failed"),
    expect.stringContaining("Your save is finished"),
  ]);
  await user.click(dialog.getByRole("button", { name: "Retry: Google Drive" }));
  await screen.findByText("The server tries again");
  await user.click(dialog.getByRole("button", { name: /Your save is finished/u }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.calls.filter(({ id }) => id === "integrations.retrySave")).toMatchObject([{ params: { saveId: "s2" } }]);
  expect(server.sent("items.retry")).toEqual([]);
  expect(trackedSaves.current().map(({ id }) => id)).toEqual(["s2", "s1"]);
});

test("finished work says which it was", async () => {
  const work = (id: string, kind: "job-done" | "job-failed", job: NotificationView["job"]): NotificationView =>
    notification(id, { kind, job, actor: null, url: "/account/data", itemId: null, itemTitle: null, itemType: null });
  rows = [work("a", "job-done", "export"), work("b", "job-failed", "import")];
  const { dialog } = await open();
  const texts = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(texts[0]).toContain("Your export is ready to download");
  expect(texts[1]).toContain("Your import failed");
});

test("without notifications, the list says so", async () => {
  server.answers["notifications.list"] = { items: [], nextCursor: null, unread: 0 };
  const { user } = openScreens({ "/": Bell }, ["/"]);
  await user.click(await screen.findByRole("button", { name: "Notifications" }));
  await screen.findByText("You're all caught up");
  expect((screen.getByRole("button", { name: "Mark all read" }) as HTMLButtonElement).disabled).toBe(true);
});
