import { ApiError } from "@stillreel/client";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { DataScreen } from "./data.screen.tsx";

const takeout = (id: string, more: object = {}) => ({
  id,
  status: "ready",
  items: 1204,
  done: 1204,
  failure: null,
  size: 5_000_000,
  downloadUrl: `/media/${id}`,
  createdAt: "2026-11-20T10:00:00.000Z",
  finishedAt: "2026-11-20T10:05:00.000Z",
  expiresAt: "2026-11-27T10:05:00.000Z",
  ...more,
});
const brought = (id: string, more: object = {}) => ({
  id,
  status: "ready",
  fileName: `${id}.zip`,
  items: 10,
  done: 10,
  skipped: [],
  skippedCount: 0,
  createdAt: "2026-11-20T10:00:00.000Z",
  finishedAt: "2026-11-20T10:05:00.000Z",
  ...more,
});

const list = (...items: unknown[]) => ({ items, nextCursor: null });
const server = fakeServer(() => ({ "takeouts.list": list(), "imports.list": list() }));

async function open() {
  const paths = ["/account/data", "/profile", "/preferences", "/account", "/account/security"];
  const { user } = openScreens(Object.fromEntries(paths.map((path) => [path, DataScreen])), ["/account/data"]);
  await screen.findByRole("heading", { level: 1 });
  return user;
}
const rows = async (name: string) => within(await screen.findByRole("list", { name })).getAllByRole("listitem");

test("an export is started, shows its progress, and can be cancelled", async () => {
  const user = await open();
  const start = await screen.findByRole("button", { name: "Start export" });
  await waitFor(() => expect(start.hasAttribute("disabled")).toBe(false));
  server.answers["takeouts.list"] = list(
    takeout("t", { status: "running", done: 301, size: null, downloadUrl: null, finishedAt: null, expiresAt: null }),
  );
  await user.click(start);
  const [row] = await rows("Exports");
  expect(server.calls.some(({ id }) => id === "takeouts.create")).toBe(true);
  expect(row?.textContent).toContain("301 of 1,204");
  expect(within(row!).getByRole("progressbar").getAttribute("aria-valuenow")).toBe("25");
  expect(screen.getByRole("button", { name: "Export in progress" }).hasAttribute("disabled")).toBe(true);
  await user.click(within(row!).getByRole("button", { name: /^Stop the export of/u }));
  expect(server.calls.find(({ id }) => id === "takeouts.delete")?.params).toEqual({ takeoutId: "t" });
});

test("a finished export shows its contents and its expiry, and downloads", async () => {
  server.answers["takeouts.list"] = list(takeout("t"));
  const user = await open();
  const [row] = await rows("Exports");
  expect(row?.textContent).toContain("1,204 items · 4.8 MB · available until Nov 27, 2026");
  expect(within(row!).getByRole("link", { name: "Download" }).getAttribute("href")).toBe("/media/t");
  await user.click(within(row!).getByRole("button", { name: /^Delete the export of/u }));
  expect(server.calls.some(({ id }) => id === "takeouts.delete")).toBe(true);
});

test("a failed export shows its reason, and is started again in its place", async () => {
  server.answers["takeouts.list"] = list(takeout("t", { status: "failed", failure: "storage-full", size: null, downloadUrl: null }));
  const user = await open();
  const [row] = await rows("Exports");
  expect(row?.textContent).toContain("The server's disk is full.");
  await user.click(within(row!).getByRole("button", { name: /^Try the export of .* again$/u }));
  await waitFor(() => expect(server.calls.find(({ id }) => id === "takeouts.delete")?.params).toEqual({ takeoutId: "t" }));
  const ids = server.calls.map(({ id }) => id);
  expect(ids.indexOf("takeouts.create")).toBeLessThan(ids.indexOf("takeouts.delete"));
});

test("a failed export offers no new attempt while another export runs", async () => {
  server.answers["takeouts.list"] = list(
    takeout("new", { status: "running", size: null, downloadUrl: null }),
    takeout("old", { status: "failed", failure: "unfinished", size: null, downloadUrl: null }),
  );
  await open();
  const all = await rows("Exports");
  expect(all[1]?.textContent).toContain("It wasn't finished within a day.");
  expect(within(all[1]!).queryByRole("button", { name: /again$/u })).toBeNull();
});

test("an import lists the imported items, the skipped files and the reasons", async () => {
  server.answers["imports.list"] = list(
    brought("summer", {
      skippedCount: 102,
      items: 110,
      done: 110,
      skipped: [{ name: "notes.txt", reason: "This file type is not supported." }],
    }),
    brought("bad", { status: "failed", done: 0, items: 0, skippedCount: 1, skipped: [{ name: "", reason: "This is not a zip." }] }),
  );
  const user = await open();
  const all = await rows("Imports");
  const [summer, bad] = ["summer.zip", "bad.zip"].map((name) => all.find((row) => row.textContent?.startsWith(name)));
  expect(summer?.textContent).toContain("8 items imported");
  await user.click(within(summer!).getByText("102 files skipped"));
  expect(summer?.textContent).toContain("notes.txtThis file type is not supported.");
  expect(summer?.textContent).toContain("and 101 more");
  expect(bad?.textContent).toContain("This is not a zip.");
  expect(bad?.textContent).not.toContain("left out");
  const chosen = vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(() => undefined);
  await user.click(within(bad!).getByRole("button", { name: "Choose the file bad.zip again" }));
  expect(chosen).toHaveBeenCalledOnce();
  expect(within(summer!).queryByRole("button", { name: /again$/u })).toBeNull();
});

test("the navigation marks only the current settings page", async () => {
  await open();
  const links = within(screen.getByRole("navigation", { name: "Settings" })).getAllByRole("link");
  expect(links.filter((link) => link.getAttribute("aria-current") === "page").map((link) => link.textContent)).toEqual(["Your data"]);
});

test("a list that fails to load shows an error and can be retried", async () => {
  server.answers["takeouts.list"] = new ApiError({ status: 500, code: "internal", message: "There was an error.", details: [] });
  const user = await open();
  await screen.findByText(/Your exports and imports could not be loaded/u);
  server.answers["takeouts.list"] = list(takeout("t"));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await rows("Exports")).toHaveLength(1);
});
