import { ApiError } from "@stillreel/client";
import { Link } from "@tanstack/react-router";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { fakeServer, type Question } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { cacheItem, listQuery, personalList } from "../../entities/items/items.queries.ts";
import { ImageScreen } from "./item.screen.tsx";
import { answersAround, askedId, samplePicture as item } from "../../test-harness/sample-picture.ts";
import { ItemPageLayout } from "../../app/item-page-layout.tsx";

const FOLDERS = [
  { id: "top", name: "Bug reports", parentId: null, kind: "image" },
  { id: "sub", name: "Renewal", parentId: "top", kind: "image" },
];

/** Returns this for picture b and the default for other pictures. */
const asB =
  (b: unknown) =>
  (question: Question): unknown =>
    askedId(question) === "b" ? b : item(askedId(question));
/** A link without a view limit that no one opened. */
const UNOPENED = { maxViews: null, opened: 0, openedAt: null };
const server = fakeServer(() =>
  answersAround({
    "items.getImage": asB(item("b")),
    "folders.list": { items: FOLDERS, nextCursor: null },
    "auth.updatePreferences": { downloadFormat: "pdf" },
    "items.trashMany": { done: 1, pending: 0, failed: [] },
    "items.restoreMany": { done: 1, pending: 0, failed: [] },
    "items.favoriteMany": { done: 1, pending: 0, failed: [] },
  }),
);
async function open(entries: string[]) {
  const List = () => (
    <>
      <h1>Library</h1>
      <Link to={"/images/$itemId" as never} params={{ itemId: "b" } as never}>
        open
      </Link>
    </>
  );
  const screens = { "/images": List, "/images/$itemId": ImageScreen, "/images/$itemId/annotate": () => <h1>Drawing</h1> };
  const visit = openScreens(screens, entries, ItemPageLayout);
  await screen.findByRole("heading", { level: 1 });
  await visit.settled();
  return visit;
}

test("the breadcrumbs of an item list its folders", async () => {
  await open(["/images/b"]);
  await screen.findByText("Renewal");
  const crumbs = screen.getByRole("navigation", { name: "Location" });
  expect(
    within(crumbs)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["My images", "/images"],
    ["Bug reports", "/images?folder=top"],
    ["Renewal", "/images?folder=sub"],
  ]);
  expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/images?folder=sub");
});

test("a picture downloads in every format, the preferred one first", async () => {
  const { user } = await open(["/images/b"]);
  await waitFor(() => expect(server.calls.some(({ id }) => /preferences/iu.test(id))).toBe(true));
  await user.click(screen.getByRole("button", { name: "Download" }));
  const choices = await screen.findAllByRole("menuitem");
  expect(choices.map((choice) => [choice.textContent, choice.getAttribute("href")?.split("?")[1]])).toEqual([
    ["PDF, one page", "format=pdf&paper=picture"],
    ["Original", "format=original"],
    ["PNG", "format=png"],
    ["JPG", "format=jpg"],
    ["WebP", "format=webp"],
    ["PDF, A4 pages", "format=pdf&paper=a4"],
  ]);
});

test("the capture page opens in a new tab, without access to this page", async () => {
  const { user } = await open(["/images/b"]);
  await user.click(screen.getByRole("tab", { name: "Details" }));
  const link = await screen.findByRole("link", { name: "https://lumen.example/pay?step=3" });
  expect([link.getAttribute("href"), link.getAttribute("rel"), link.getAttribute("target")]).toEqual([
    "https://lumen.example/pay?step=3",
    "noopener noreferrer",
    "_blank",
  ]);
});

test("S stars the item immediately, and reverts it when the server refuses", async () => {
  const { user } = await open(["/images/b"]);
  await user.keyboard("s");
  await waitFor(() => expect(screen.getByRole("button", { name: "Starred" }).getAttribute("aria-pressed")).toBe("true"));
  expect(server.sent("items.favoriteMany")).toEqual([{ itemIds: ["b"], favorite: true }]);
  server.answers["items.favoriteMany"] = new ApiError({
    status: 403,
    code: "forbidden",
    message: "Insufficient permissions!",
    details: [],
  });
  await user.keyboard("s");
  await screen.findByText("Insufficient permissions!");
  expect(screen.getByRole("button", { name: "Starred" }).getAttribute("aria-pressed")).toBe("true");
});

test("arrows lead to the neighbours in the list it was opened from, and Back to that list", async () => {
  const page = { items: [item("a"), item("b"), item("c")] as never[], nextCursor: null, fetchedAt: Date.now() };
  queryClient.setQueryData(listQuery(personalList("folder", "image", "newest", "sub")).queryKey, {
    pages: [page],
    pageParams: [undefined],
  });
  const { user, history } = await open(["/images?folder=sub"]);
  await user.click(screen.getByRole("link", { name: "open" }));
  await screen.findByRole("heading", { name: /Picture b/u });
  // The keys work once the neighbours are known.
  await waitFor(() => expect(screen.getByRole("button", { name: "Next item" }).hasAttribute("disabled")).toBe(false));
  // A change removes the lists from the cache.
  queryClient.removeQueries({ queryKey: ["items", "list"] });
  await user.keyboard("{ArrowRight}");
  await screen.findByRole("heading", { name: /Picture c/u });
  expect(screen.getByRole("button", { name: "Next item" }).hasAttribute("disabled")).toBe(true);
  await user.click(screen.getByRole("button", { name: "Previous item" }));
  await screen.findByRole("heading", { name: /Picture b/u });
  await user.click(screen.getByRole("link", { name: "Back" }));
  await screen.findByRole("heading", { name: "Library" });
  expect(history.location.href).toBe("/images?folder=sub");
});

test("deleting returns to the previous page and offers Undo", async () => {
  const { user, history } = await open(["/images?folder=sub"]);
  await user.click(screen.getByRole("link", { name: "open" }));
  await screen.findByRole("heading", { name: /Picture b/u });
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: /Move to trash/u }));
  await screen.findByRole("heading", { name: "Library" });
  expect(history.location.href).toBe("/images?folder=sub");
  expect(server.sent("items.trashMany")).toEqual([{ itemIds: ["b"] }]);
  await user.click(await screen.findByRole("button", { name: /Undo/u }));
  await waitFor(() => expect(server.sent("items.restoreMany")).toEqual([{ itemIds: ["b"] }]));
});

test("an item in the trash shows its remaining days, offers no other actions, and can be restored", async () => {
  const purgeAt = new Date(Date.now() + 23.5 * 86_400_000).toISOString();
  server.answers["items.getImage"] = asB(item("b", { trash: true, purgeAt, shareUrl: null, access: "private" }));
  const { user } = await open(["/images/b"]);
  await screen.findByText("In trash · 24 days left");
  await user.click(screen.getByRole("tab", { name: "Share" }));
  await screen.findByText("Only you can see this");
  expect(screen.queryByText(/Create a link/u)).toBeNull();
  for (const name of ["More", "Starred", "Download"]) expect(screen.queryByRole("button", { name })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Restore" }));
  await screen.findByRole("button", { name: "More" });
  expect(server.sent("items.restoreMany")).toEqual([{ itemIds: ["b"] }]);
});

test("a user with read permission is not offered rename, move or delete", async () => {
  server.answers["items.getImage"] = asB(item("b", { permission: { read: true, write: false } }));
  const { user } = await open(["/images/b"]);
  await user.keyboard("{F2}m");
  expect(screen.queryByRole("textbox", { name: "Title" })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("button", { name: "More" })).toBeNull();
  expect(screen.getByRole("button", { name: "Download" })).toBeDefined();
});

test("L reports a missing link to a user who may not create one, and copies an existing one", async () => {
  const readable = { permission: { read: true, write: false } };
  server.answers["items.getImage"] = asB(item("b", { ...readable, shareUrl: null }));
  const { user } = await open(["/images/b"]);
  const copied = vi.spyOn(navigator.clipboard, "writeText");
  await user.keyboard("l");
  await screen.findByText("There is no shareable link for this item.");
  expect(server.sent("shares.get")).toEqual([]);
  expect(copied).not.toHaveBeenCalled();

  act(() => cacheItem(item("b", { ...readable, shareUrl: "http://stills.example/s/b" }) as never));
  await user.keyboard("l");
  await screen.findByText("Link copied");
  expect(copied).toHaveBeenCalledExactlyOnceWith("http://stills.example/s/b");
});

test("a user with read permission mails an existing link, with the reason why an address is not accepted", async () => {
  const readable = { permission: { read: true, write: false } };
  server.answers["items.getImage"] = asB(item("b", { ...readable, shareUrl: "http://stills.example/s/b", access: "workspace" }));
  server.answers["emails.sendItem"] = { sent: ["leila@lumen.example"], failed: ["gone@lumen.example"] };
  const { user } = await open(["/images/b"]);
  await user.click(await screen.findByRole("button", { name: "E-mail" }));
  const dialog = await screen.findByRole("dialog", { name: "Send by e-mail" });
  expect(within(dialog).getByText("Only people with access to this item can open this link, signed in.")).toBeDefined();
  await user.type(within(dialog).getByRole("textbox", { name: "To" }), "leila@lumen.example, gone@lumen.example");
  await user.click(within(dialog).getByRole("button", { name: "Send" }));
  expect(await within(dialog).findByText("Could not send e-mail to the listed addresses")).toBeDefined();
  expect(within(dialog).getByRole<HTMLInputElement>("textbox", { name: "To" }).value).toBe("gone@lumen.example");
  expect(server.sent("emails.sendItem")).toEqual([
    { emails: ["leila@lumen.example", "gone@lumen.example"], message: "", itemId: "b", itemType: "image" },
  ]);
  expect(server.sent("shares.get")).toEqual([]);
});

test("Annotate and E lead to the editor, for those who may write", async () => {
  const { user, history } = await open(["/images/b"]);
  await waitFor(() => expect(screen.getByRole("link", { name: "Annotate" }).getAttribute("href")).toBe("/images/b/annotate"));
  await user.keyboard("e");
  await screen.findByRole("heading", { name: "Drawing" });
  expect(history.location.pathname).toBe("/images/b/annotate");
});

test("a user with read permission cannot open the editor, also by its key", async () => {
  server.answers["items.getImage"] = asB(item("b", { permission: { read: true, write: false }, annotated: true }));
  const { user, history } = await open(["/images/b"]);
  await user.keyboard("e");
  expect(screen.queryByRole("link", { name: "Annotate" })).toBeNull();
  expect(history.location.pathname).toBe("/images/b");
});

test("only a picture that is drawn over reverts to its original, and undo brings the annotations back", async () => {
  const markers = { version: 1, crop: null, shapes: [] };
  server.answers["items.getImage"] = asB(item("b", { annotated: true, markers, refName: "ref-b", workspaceId: "w", pictureVersion: 4 }));
  server.answers["items.revert"] = item("b", { annotated: false, refName: "ref-b", workspaceId: "w", pictureVersion: 5 });
  server.answers["items.replaceImage"] = item("b", { annotated: true, refName: "ref-b", workspaceId: "w", pictureVersion: 6 });
  vi.stubGlobal("fetch", async () => new Response(new Blob(["flat"], { type: "image/png" })));
  const { user } = await open(["/images/b"]);
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Revert to original" }));
  await screen.findByText("Reverted to original");
  await user.click(screen.getByRole("button", { name: /Undo/u }));
  await screen.findByText("Annotations restored");
  const form = server.sent("items.replaceImage")[0] as FormData;
  const { blob, ...fields } = Object.fromEntries(form);
  expect(fields).toEqual({ refName: "ref-b", markers: JSON.stringify(markers), keepOriginal: "true", baseVersion: "5" });
  expect(await (blob as Blob).text()).toBe("flat");
  cleanup();
  queryClient.clear();
  server.answers["items.getImage"] = asB(item("b", { annotated: false }));
  const plain = await open(["/images/b"]);
  await plain.user.click(screen.getByRole("button", { name: "More" }));
  await screen.findByRole("menuitem", { name: /Rename/u });
  expect(screen.queryByRole("menuitem", { name: "Revert to original" })).toBeNull();
});

test("a revert needs the bytes of the image, because it must be undoable", async () => {
  server.answers["items.getImage"] = asB(item("b", { annotated: true }));
  vi.stubGlobal("fetch", async () => new Response("gone", { status: 404 }));
  const { user } = await open(["/images/b"]);
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Revert to original" }));
  await screen.findByText("The annotations could not be read, so nothing was changed.");
  expect(server.sent("items.revert")).toEqual([]);
});

test("the details show the metadata of the capture", async () => {
  server.answers["items.getImage"] = asB(
    item("b", {
      capture: { kind: "full-page", pageTitle: "Renewal", browser: "Chrome 156", viewport: { width: 1440, height: 900 }, pixelRatio: 1.5 },
    }),
  );
  const { user } = await open(["/images/b"]);
  await user.click(screen.getByRole("tab", { name: "Details" }));
  const facts = within(await screen.findByRole("region", { name: "Capture" }));
  expect(facts.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ["Captured area", "Full page"],
    ["Page title", "Renewal"],
    ["Browser", "Chrome 156"],
    ["Window", "1440 × 900"],
    ["Scale", "1.5×"],
  ]);
});

test.each([
  ["a capture", { pageUrl: null, capture: { kind: "visible" } }, true],
  ["a picture from a page", { pageUrl: "https://lumen.example/pay", capture: null }, true],
  ["an upload", { pageUrl: null, capture: null }, false],
])("visitors can be shown where %s comes from, if it does: %#", async (_what, more, isOffered) => {
  const share = { itemId: "b", shareUrl: "https://x.example/s/abc", visibility: "link", hasPassword: false, expiresAt: null, ...UNOPENED };
  server.answers["items.getImage"] = asB(item("b", { shareUrl: share.shareUrl, ...more }));
  server.answers["shares.get"] = { ...share, allowDownload: true, showCapture: false };
  server.answers["shares.update"] = { ...share, allowDownload: true, showCapture: true };
  const { user } = await open(["/images/b"]);
  await screen.findByRole("switch", { name: "Viewers can download" });
  const shows = screen.queryByRole("switch", { name: "Show page details" });
  expect(shows !== null).toBe(isOffered);
  if (!shows) return;
  await user.click(shows);
  await screen.findByText(/Visitors see where and when this was captured/u);
  expect(server.sent("shares.update")).toEqual([{ showCapture: true }]);
});

test("a link has a view limit and says how often it was opened", async () => {
  const share = { itemId: "b", shareUrl: "https://x.example/s/abc", visibility: "link", hasPassword: false, expiresAt: null };
  const opened = { ...share, maxViews: null, opened: 3, openedAt: "2026-09-18T10:00:00.000Z" };
  server.answers["items.getImage"] = asB(item("b", { shareUrl: share.shareUrl }));
  server.answers["shares.get"] = opened;
  server.answers["shares.update"] = { ...opened, maxViews: 10 };
  const { user } = await open(["/images/b"]);
  await screen.findByText("Opened 3 times, last on Sep 18, 2026.");
  await user.click(screen.getByRole("button", { name: "View limit: No limit" }));
  await user.click(await screen.findByText("10 views"));
  await screen.findByRole("button", { name: "View limit: 10 views" });
  expect(server.sent("shares.update")).toEqual([{ maxViews: 10 }]);
});

test("comments by visitors can be switched off", async () => {
  const share = { itemId: "b", shareUrl: "https://x.example/s/abc", visibility: "link", hasPassword: false, expiresAt: null, ...UNOPENED };
  server.answers["items.getImage"] = asB(item("b", { shareUrl: share.shareUrl }));
  server.answers["shares.get"] = { ...share, allowDownload: true, allowComments: true };
  server.answers["shares.update"] = { ...share, allowDownload: true, allowComments: false };
  const { user } = await open(["/images/b"]);
  const comments = await screen.findByRole<HTMLInputElement>("switch", { name: "Viewers can comment" });
  expect(comments.checked).toBe(true);
  await user.click(comments);
  await waitFor(() => expect(server.sent("shares.update")).toEqual([{ allowComments: false }]));
});

test("C asks for a point of the picture, and the comment is about it; the count is beside the tab", async () => {
  server.answers["items.getImage"] = asB(item("b", { comments: 3 }));
  server.answers["comments.create"] = {
    id: "c",
    at: { x: 0.5, y: 0.5 },
    text: "Here",
    parentId: null,
    reactions: [],
    mentions: [],
    author: { id: "m", displayName: "Mira", photoURL: null },
    createdAt: "2026-09-18T10:00:00.000Z",
  };
  const { user } = await open(["/images/b"]);
  fireEvent.load(await screen.findByRole("img", { name: "Picture b" }));
  expect(screen.getByRole("tab", { name: "Comments 3" })).toBeDefined();
  await user.keyboard("c");
  await screen.findByRole("button", { name: /Click a spot on the image/u });
  await user.keyboard("{Enter}");
  await user.type(screen.getByRole("textbox", { name: "Write a comment" }), "Here{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(server.sent("comments.create")).toEqual([{ text: "Here", at: { x: 0.5, y: 0.5 }, parentId: null, mentions: [] }]),
  );
  expect(await screen.findByRole("button", { name: "Comment 1 by Mira" })).toBeDefined();
});

test("a user who loses access while the page is open gets a message with a link back", async () => {
  await open(["/images/b"]);
  await screen.findByRole("tab", { name: "Comments" });
  server.answers["items.getImage"] = new ApiError({ status: 404, code: "not-found", message: "gone" });
  await queryClient.refetchQueries({ queryKey: ["items", "one", "b"] });
  await screen.findByRole("heading", { name: "You no longer have access to this item" });
  expect(screen.getByRole("link", { name: "Back to my library" }).getAttribute("href")).toBe("/images");
});

test("a description is edited inline, and its URLs become external links", async () => {
  const { user } = await open(["/images/b"]);
  server.answers["items.update"] = item("b", { description: "See https://lumen.example/notes" });
  await user.click(screen.getByRole("tab", { name: "Details" }));
  await user.click(await screen.findByRole("button", { name: "Add a description" }));
  await user.type(screen.getByRole("textbox", { name: "Description" }), "See https://lumen.example/notes");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("link", { name: "https://lumen.example/notes" })).getAttribute("rel")).toContain("noopener");
  expect(server.sent("items.update")).toEqual([{ description: "See https://lumen.example/notes" }]);
});
