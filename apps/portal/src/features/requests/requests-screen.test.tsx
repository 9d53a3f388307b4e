import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { RequestsScreen } from "./requests.screen.tsx";

const request = (more: object = {}) => ({
  id: "r1",
  slug: "s",
  url: "http://localhost/r/s",
  title: "Bike added",
  message: "Show it",
  kinds: ["screen", "file"],
  workspaceId: "personal",
  workspaceName: null,
  folder: null,
  maxItems: 5,
  maxSeconds: 180,
  expiresAt: null,
  hasPassword: false,
  pictureUrl: null,
  state: "open",
  arrived: 1,
  unopened: 1,
  openings: 3,
  lastAt: "2026-09-18T12:00:00.000Z",
  createdAt: "2026-09-18T10:00:00.000Z",
  ...more,
});
const page = (items: object[]) => ({ items, nextCursor: null, open: items.length, closed: 0 });

const server = fakeServer(() => ({
  "auth.getUserData": { id: "u1", displayName: "Mira", photoURL: null },
  "requests.list": page([request()]),
  "requests.listItems": { items: [], nextCursor: null },
}));

test("a request opens in place by keys, and Stop accepting can be undone", async () => {
  server.answers["requests.update"] = request({ state: "closed" });
  const { user, settled } = openScreens({ "/": RequestsScreen }, ["/"]);
  await settled();
  const row = await screen.findByRole("button", { name: /Bike added.*1 new/u });
  row.focus();
  await user.keyboard("{ArrowRight}");
  expect(row.getAttribute("aria-expanded")).toBe("true");
  await screen.findByText("Opened 3 times, 1 arrived");
  await user.click(screen.getByRole("button", { name: "Stop accepting" }));
  await user.click(await screen.findByRole("button", { name: /^Undo/u }));
  await waitFor(() => expect(server.sent("requests.update")).toEqual([{ closed: true }, { closed: false }]));
  row.focus();
  await user.keyboard("{ArrowLeft}");
  expect(row.getAttribute("aria-expanded")).toBe("false");
});

test("a full request is opened again with another limit", async () => {
  server.answers["requests.list"] = page([request({ state: "full", arrived: 5 })]);
  server.answers["requests.update"] = request();
  const { user, settled } = openScreens({ "/": RequestsScreen }, ["/"]);
  await settled();
  await user.click(await screen.findByRole("button", { name: "Open again" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Open the request again" }));
  await user.selectOptions(dialog.getByRole("combobox", { name: "Recordings" }), "10");
  await user.click(dialog.getByRole("button", { name: "Open again" }));
  await waitFor(() => expect(server.sent("requests.update")).toMatchObject([{ closed: false, maxItems: 10, title: "Bike added" }]));
});

test("the form names what is missing and sends nothing", async () => {
  server.answers["requests.list"] = page([]);
  const { user, settled } = openScreens({ "/": RequestsScreen }, ["/"]);
  await settled();
  await user.click(await screen.findByRole("button", { name: "Ask for a recording" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ask for a recording" }));
  await user.click(dialog.getByRole("button", { name: "Create and copy link" }));
  await dialog.findByText("Enter what you need.");
  await user.type(dialog.getByRole("textbox", { name: "What do you need?" }), "Bike");
  for (const name of ["Screen", "Camera", "A file"]) await user.click(dialog.getByRole("checkbox", { name }));
  await user.click(dialog.getByRole("button", { name: "Create and copy link" }));
  await dialog.findByText("Choose at least one way to send.");
  expect(server.sent("requests.create")).toEqual([]);
});

test("a picture is uploaded for the link preview after the request was changed, and removed again", async () => {
  server.answers["requests.update"] = request();
  server.answers["requests.uploadPicture"] = request({ pictureUrl: "/api/v1/request-pictures/p1" });
  server.answers["items.list"] = { items: [], nextCursor: null };
  const { user, settled } = openScreens({ "/": RequestsScreen }, ["/"]);
  await settled();
  const edit = async () => {
    await user.click(await screen.findByRole("button", { name: "More actions for Bike added" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit request" }));
    return within(await screen.findByRole("dialog", { name: "Edit request" }));
  };
  const dialog = await edit();
  await user.click(await dialog.findByRole("button", { name: "Change image" }));
  const picker = within(await screen.findByRole("dialog", { name: "Image of the link preview" }));
  const field = picker.getByLabelText("Upload an image", { selector: "input" });
  await user.upload(field, new File(["x"], "a.png", { type: "image/png" }));
  await dialog.findByRole("img", { name: "Image of the link preview" });
  server.answers["requests.list"] = page([request({ pictureUrl: "/api/v1/request-pictures/p1" })]);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server.calls.map(({ id }) => id)).toContain("requests.uploadPicture"));
  expect(server.sent("requests.update")[0]).not.toHaveProperty("picture");

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await settled();
  const again = await edit();
  await user.click(await again.findByRole("button", { name: "Remove image" }));
  await user.click(again.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server.sent("requests.update").at(-1)).toMatchObject({ picture: null }));
});

test("arrow keys move between requests, and L copies the link of the focused one", async () => {
  server.answers["requests.list"] = page([request(), request({ id: "r2", title: "Night boards", url: "http://localhost/r/n" })]);
  const { user, settled } = openScreens({ "/": RequestsScreen }, ["/"]);
  await settled();
  const [first, second] = [
    await screen.findByRole("button", { name: /^Bike added/u }),
    screen.getByRole("button", { name: /^Night boards/u }),
  ];
  first.focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(second);
  await user.keyboard("l");
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("http://localhost/r/n"));
  await user.keyboard("{ArrowUp}{Enter}");
  expect(first.getAttribute("aria-expanded")).toBe("true");
});

test("Escape asks once before it discards what was typed", async () => {
  server.answers["requests.list"] = page([]);
  const { user, settled } = openScreens({ "/": RequestsScreen }, ["/"]);
  await settled();
  await user.click(await screen.findByRole("button", { name: "Ask for a recording" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ask for a recording" }));
  await user.type(dialog.getByRole("textbox", { name: "What do you need?" }), "Bike");
  await user.keyboard("{Escape}");
  await dialog.findByText("Close again to discard your texts.");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
