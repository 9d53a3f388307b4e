import { ApiError } from "@stillreel/client";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { fakeServer, type Question } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { setPreview } from "../../entities/spaces/preview.ts";
import { openSearch } from "./search-store.ts";
import { SearchField } from "./search-field.tsx";
import { userQuery } from "../../platform/session/user.queries.ts";

interface Match {
  kind: "title" | "chapter" | "page" | "comment";
  text: string;
  at?: number;
  author?: string;
}
const hit = (id: string, title: string, match: Match, more: object = {}) => ({
  id,
  title,
  type: "image",
  parentId: null,
  duration: null,
  thumbnailUrl: null,
  shareUrl: `http://stills.example/s/${id}`,
  match: { at: null, commentId: null, author: null, ...match },
  ...more,
});
const FOUND = {
  items: [
    hit("a", "Totals disagree on renewal", { kind: "title", text: "Totals disagree on renewal" }),
    hit("b", "Repro: renew button", { kind: "title", text: "Repro: renew button" }, { type: "video", duration: 48 }),
    hit(
      "c",
      "Release 4.12",
      { kind: "comment", text: "Renew worked on the second try", at: 182, author: "Leila" },
      { type: "video", duration: 401 },
    ),
  ],
  folders: [{ id: "f", name: "Renewal flow", kind: "image", items: 3, color: "#E4572E" }],
  people: [{ id: "s", displayName: "Samuel Renner", photoURL: null, email: "samuel@lumen.example", workspaceId: "w" }],
  corrections: [],
  nextCursor: null,
};
const NOTHING = { items: [], folders: [], people: [], corrections: [], nextCursor: null };

interface Query {
  q: string;
  type?: string;
}
let answer: (query: Query) => unknown;
const server = fakeServer(() => ({ "search.all": ({ query }: Question) => answer(query as Query) }));
const asked = (): Query[] => server.calls.filter(({ id }) => id === "search.all").map(({ query }) => query as Query);

beforeEach(() => {
  answer = () => FOUND;
  localStorage.clear();
  queryClient.setQueryData(userQuery.queryKey, { id: "mira" } as never);
});

afterEach(() => setPreview(null));

async function open() {
  const paths = ["/w/$workspaceId/members", "/images", "/videos", "/images/$itemId", "/videos/$itemId", "/install"];
  const screens = Object.fromEntries(paths.map((path) => [path, () => null]));
  const { user, history } = openScreens(screens, ["/images"], SearchField);
  await user.click(await screen.findByRole("button", { name: /Search/u }));
  return { user, history, field: await screen.findByRole("combobox") };
}
const lines = () => screen.getAllByRole("option");
const current = () => screen.getByRole("option", { selected: true });
const group = (name: string) => screen.findByRole("group", { name });

test("results are in groups, with the typed words marked, in a dialog with a name", async () => {
  const { user, field } = await open();
  await user.type(field, "renew");
  const files = await group("Files");
  expect(within(files).getAllByRole("option")).toHaveLength(2);
  expect(files.querySelector("mark")?.textContent).toBe("renew");
  expect((await group("Comments")).textContent).toContain("“Renew worked on the second try”Release 4.12, 3:02");
  expect((await group("Folders")).textContent).toContain("Renewal flow3 items");
  expect((await group("Actions")).textContent).toContain('New folder called "renew"');
  expect(within(screen.getByRole("dialog", { name: "Search" })).getByRole("status").textContent).toBe("5 results");
});

test("arrow keys cycle through the options, the field names the active one, and Enter opens it", async () => {
  const { user, field, history } = await open();
  await user.type(field, "renew");
  await group("Files");
  expect(field.getAttribute("aria-activedescendant")).toBe(current().id);
  await user.keyboard("{ArrowDown}");
  expect(current()).toBe(lines()[1]);
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(current()).toBe(lines().at(-1));
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe("/videos/b"));
  expect(screen.queryByRole("dialog")).toBeNull();
  openSearch();
  expect((await group("Recent searches")).textContent).toContain("renew");
});

test("⌘Enter copies the link instead of opening", async () => {
  const { user, field, history } = await open();
  const writeText = vi.spyOn(navigator.clipboard, "writeText");
  await user.type(field, "renew");
  await group("Files");
  await user.keyboard("{Meta>}{Enter}{/Meta}");
  await screen.findByText("Link copied");
  expect(writeText.mock.calls[0]?.[0] ?? (await navigator.clipboard.readText())).toBe("http://stills.example/s/a");
  expect(history.location.pathname).toBe("/images");
});

test("Tab changes the scope: images, then videos, then everything", async () => {
  const { user, field } = await open();
  await user.type(field, "renew");
  await group("Files");
  await user.keyboard("{Tab}");
  await waitFor(() => expect(asked().at(-1)?.type).toBe("image"));
  await user.keyboard("{Tab}");
  await waitFor(() => expect(asked().at(-1)?.type).toBe("video"));
  await user.keyboard("{Tab}");
  expect(screen.getByRole("button", { name: "Search in: All" })).toBeDefined();
  expect(document.activeElement).toBe(field);
});

test("typing asks once it pauses, and keeps what was found until the next answer", async () => {
  const { user, field } = await open();
  await user.type(field, "renew");
  await group("Files");
  expect(asked().map(({ q }) => q)).toEqual(["renew"]);
  let release = (): void => {};
  answer = () => new Promise((resolve) => (release = () => resolve(NOTHING)));
  await user.type(field, "x");
  await waitFor(() => expect(asked().at(-1)?.q).toBe("renewx"));
  expect(screen.getByRole("group", { name: "Files" })).toBeDefined();
  await screen.findByRole("progressbar", { name: "Searching" });
  release();
  await screen.findByText('Nothing matches "renewx"');
  expect(screen.queryByRole("group", { name: "Files" })).toBeNull();
});

test("Enter before the answer waits for it", async () => {
  const { user, field, history } = await open();
  answer = ({ q }) => ({ ...FOUND, items: [hit(q === "tall" ? "tall" : "other", "Tall", { kind: "title", text: "Tall" })] });
  await user.type(field, "other");
  await group("Files");
  await user.clear(field);
  await user.type(field, "tall{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe("/images/tall"));
});

test("the correction of a misspelt word is announced and marked", async () => {
  const { user, field } = await open();
  answer = () => ({ ...FOUND, corrections: [{ from: "renwal", to: "renewal" }] });
  await user.type(field, "renwal");
  await screen.findByText("Showing results for renewal");
  expect((await group("Files")).querySelector("mark")?.textContent).toBe("renewal");
});

test("a failed search shows its error in the dialog", async () => {
  const { user, field } = await open();
  answer = () => new ApiError({ status: 500, code: "internal", message: "There was an error.", details: [] });
  await user.type(field, "renew");
  expect((await within(screen.getByRole("dialog")).findByRole("alert")).textContent).toBe("There was an error.");
});

test("without a query the palette offers recent searches and commands", async () => {
  localStorage.setItem("stillreel-recent-searches", JSON.stringify({ owner: "mira", texts: ["ferry", "map"] }));
  const { user, field } = await open();
  expect(within(await group("Recent searches")).getAllByRole("option")).toHaveLength(2);
  expect((await group("Actions")).textContent).toContain("Take a screenshot");
  await user.click(screen.getByText("ferry"));
  expect((field as HTMLInputElement).value).toBe("ferry");
  await waitFor(() => expect(asked().at(-1)?.q).toBe("ferry"));
});

test("recent searches of one user are not shown to another user of the device", async () => {
  localStorage.setItem("stillreel-recent-searches", JSON.stringify({ owner: "leila", texts: ["ferry"] }));
  await open();
  await group("Actions");
  expect(screen.queryByRole("group", { name: "Recent searches" })).toBeNull();
});

test("keys open and close it", async () => {
  const { user } = await open();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("/");
  await screen.findByRole("dialog");
  await user.keyboard("{Control>}k{/Control}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  openSearch();
  await screen.findByRole("dialog");
});

test("a member preview searches the workspace as the member, and names both", async () => {
  const workspace = { id: "w", name: "Lumen Transit", role: "owner", permission: { read: true, write: true } };
  const folder = (id: string, name: string) => ({ ...FOUND.folders[0], id, name, workspaceId: "w", kind: "mixed", parentId: null });
  server.answers["workspaces.list"] = [workspace];
  server.answers["items.list"] = ({ query }: Question) => ({
    items: (query as Query).q === "renew" ? [{ ...FOUND.items[0], workspaceId: "w", match: undefined, shareUrl: null }] : [],
    nextCursor: null,
  });
  server.answers["folders.list"] = { items: [folder("f", "Renewal flow"), folder("g", "Press")], nextCursor: null };
  act(() => setPreview({ workspaceId: "w", memberId: "vic", name: "Vic" }));
  const paths = ["/w/$workspaceId", "/w/$workspaceId/images/$itemId"];
  const { user, history } = openScreens(Object.fromEntries(paths.map((path) => [path, () => null])), ["/w/w"], SearchField);
  await user.click(await screen.findByRole("button", { name: /Search/u }));
  const field = await screen.findByRole("combobox");
  expect(screen.getByRole("dialog").textContent).toContain("You search Lumen Transit as Vic.");
  expect(screen.queryByRole("button", { name: /^Search in/u })).toBeNull();
  await user.type(field, "renew{Tab}");
  expect(
    within(await group("Files"))
      .getAllByRole("option")
      .map((line) => line.querySelector("mark")?.textContent),
  ).toEqual(["renew"]);
  expect(within(await group("Folders")).getAllByRole("option")).toHaveLength(1);
  expect((await group("Folders")).textContent).toContain("Renewal flow");
  expect(asked()).toEqual([]);
  const ofVic = { query: { asMember: "vic" }, params: { workspaceId: "w" } };
  for (const id of ["items.list", "folders.list"]) expect(server.calls.find((call) => call.id === id)).toMatchObject(ofVic);

  await user.type(field, "x");
  await screen.findByText('Nothing matches "renewx"');
  expect(screen.queryByRole("button", { name: "Search everything" })).toBeNull();
  await user.type(field, "{Backspace}");
  await group("Files");
  // A missing link is not created: the item's page opens.
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(history.location.pathname).toBe("/w/w/images/a"));
  expect(server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(server.calls.some(({ id }) => id.startsWith("shares."))).toBe(false);
});

test("members of workspaces are found, and lead to the members of the workspace", async () => {
  const { user, history, field } = await open();
  await user.type(field, "ren");
  const people = await group("People");
  expect(people.textContent).toContain("Samuel Renner");
  expect(people.textContent).toContain("samuel@lumen.example");
  await user.click(within(people).getByRole("option"));
  await waitFor(() => expect(history.location.pathname).toBe("/w/w/members"));
});
