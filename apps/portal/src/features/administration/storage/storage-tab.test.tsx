import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { StorageTab } from "./storage.tab.tsx";

const kind = (items: number, bytes: number) => ({ items, bytes });
const value = <V,>(given: V, version = 0) => ({ value: given, source: "default", version });
const space = (given: object) => ({
  id: "s",
  kind: "personal",
  name: "Uma",
  owner: { id: "u", displayName: "Uma", photoURL: null },
  items: 3,
  storedBytes: 3_145_728,
  trashedItems: 1,
  trashBytes: 1_048_576,
  usedBytes: 2_097_152,
  quota: 4_194_304,
  ...given,
});
const storage = (given: object = {}) => ({
  items: [space({}), space({ id: "w", kind: "workspace", name: "Lumen", owner: null, trashedItems: 0, quota: 0 })],
  nextCursor: null,
  kinds: {
    images: kind(2, 1_048_576),
    videos: kind(1, 1_048_576),
    boards: kind(4, 2_048),
    originals: kind(0, 0),
    renditions: kind(3, 0),
    trash: kind(1, 1_048_576),
  },
  disk: { freeBytes: 1_073_741_824, totalBytes: 2_147_483_648 },
  countedAt: "2026-11-20T10:00:00.000Z",
  isCounting: false,
  ...given,
});
const server = fakeServer(() => ({
  "admin.getStorage": storage(),
  "settings.get": {
    oldItemDays: value<number | null>(null),
    trashDays: value(30),
    defaultQuota: value(0),
    workspaceQuota: value(0),
    maxLinkDays: value<number | null>(null),
  },
  "admin.previewRetention": { items: 12, bytes: 3_145_728 },
}));

const sectionOf = async (name: string) => within((await screen.findByRole("heading", { name })).closest("section") as HTMLElement);

test("storage is shown by kind and by space, with quota and owner", async () => {
  openScreens({ "/": StorageTab }, ["/"]);
  const summary = within(await screen.findByRole("region", { name: "Storage by kind" }));
  expect(summary.getByText("3 MB")).toBeDefined();
  expect(summary.getByText("Whiteboards").closest("div")?.textContent).toBe("Whiteboards2 KB4 items");
  expect(summary.getByText(/1 GB of 2 GB are free on the disk/u)).toBeDefined();
  const [, own, team] = screen.getAllByRole("row");
  expect(own?.textContent).toMatch(/Uma.*Personal library.*2 MB of 4 MB.*3 MB/u);
  expect(screen.getByRole("meter", { name: "Storage used by Uma" }).getAttribute("aria-valuenow")).toBe("50");
  expect(team?.textContent).toMatch(/Lumen.*No owner.*No limit/u);
});

test("default quotas are set where storage is shown", async () => {
  server.answers["settings.update"] = server.answers["settings.get"];
  const { user } = openScreens({ "/": StorageTab }, ["/"]);
  const section = await sectionOf("Quotas and retention");
  await user.type(section.getByLabelText(/^Storage of each person/u), "2");
  await user.click(section.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server.sent("settings.update")).toEqual([{ defaultQuota: { value: 2 * 1024 ** 3, version: 0 } }]));
});

test("a bucket has no free space, and a count is started", async () => {
  server.answers["admin.getStorage"] = storage({ disk: null, items: [] });
  const { user } = openScreens({ "/": StorageTab }, ["/"]);
  await user.click(await screen.findByRole("button", { name: "Recount" }));
  await waitFor(() => expect(server.calls.filter(({ id }) => id === "admin.recountStorage")).toHaveLength(1));
  expect(screen.getByText("stored in a bucket.")).toBeDefined();
  expect(screen.queryByText("Free")).toBeNull();
  expect(screen.getByText("Nothing is counted yet.")).toBeDefined();
});

test("the retention of old items says what it would move before it is saved", async () => {
  server.answers["settings.update"] = { oldItemDays: value(90, 1), trashDays: value(30) };
  const { user } = openScreens({ "/": StorageTab }, ["/"]);
  const field = await screen.findByLabelText(/^Move to the trash after/u);
  await user.type(field, "9");
  expect(screen.getByText("Enter a number from 30 to 3650.")).toBeDefined();
  await user.type(field, "0");
  expect(await screen.findByText(/^12 items \(3 MB\) are that old now\. Owners are warned first\./u)).toBeDefined();
  expect(server.calls.find(({ id }) => id === "admin.previewRetention")?.query).toEqual({ days: 90 });
  await user.click((await sectionOf("Old items")).getByRole("button", { name: "Save" }));
  await screen.findByText("Settings saved");
  expect(server.sent("settings.update")).toEqual([{ oldItemDays: { value: 90, version: 0 } }]);
});
