import { ApiError } from "@stillreel/client";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, type Question } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { giveRoom } from "../../test-harness/show-part.tsx";
import { PreferencesScreen } from "./preferences.screen.tsx";

const PREFERENCES = {
  downloadFormat: "png",
  driveShareableLinks: true,
  askWhereToSave: false,
  defaultSubfolder: "",
  stampDateAndUrl: false,
  afterCapture: "editor",
  fileNamePattern: "{title}",
  captureFolderId: null,
  defaultWorkspaceId: null,
  keepCaptureFacts: true,
  fullPageLimit: 30_000,
  copyUploadLink: true,
  language: null,
  theme: "system",
};
const FOLDER = { id: "bugs", name: "Bug reports", parentId: null, kind: "image", color: "#E4572E" };

const server = fakeServer(() => {
  let stored = PREFERENCES;
  return {
    "workspaces.list": [{ id: "lumen", name: "Lumen" }],
    "integrations.list": [],
    "folders.list": { items: [FOLDER], nextCursor: null },
    "auth.getPreferences": () => stored,
    "auth.updatePreferences": ({ body }: Question) => (stored = { ...stored, ...(body as object) }),
  };
});
const changes = (): unknown[] => server.sent("auth.updatePreferences");

async function open() {
  const { user } = openScreens({ "/": PreferencesScreen }, ["/"]);
  await screen.findByRole("switch", { name: "Save page details" });
  return user;
}

test("the action after a capture and the length limit of full pages are chosen from menus and apply immediately", async () => {
  const user = await open();
  await user.click(screen.getByRole("button", { name: "After capture: Open the editor" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Copy the link" }));
  await screen.findByRole("button", { name: "After capture: Copy the link" });
  await user.click(screen.getByRole("button", { name: "Maximum page length: 30,000 px" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "60,000 px" }));
  await screen.findByRole("button", { name: "Maximum page length: 60,000 px" });
  expect(changes()).toEqual([{ afterCapture: "link" }, { fullPageLimit: 60_000 }]);
});

test("connected services are a step after a capture, and others are not", async () => {
  server.answers["integrations.list"] = [
    { provider: "drive", configured: true, status: "connected", accountName: "Mira", connectedAt: null },
    { provider: "dropbox", configured: true, status: "disconnected", accountName: null, connectedAt: null },
  ];
  const user = await open();
  await user.click(screen.getByRole("button", { name: "After capture: Open the editor" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Save to Google Drive" }));
  await screen.findByRole("button", { name: "After capture: Save to Google Drive" });
  await user.click(screen.getByRole("button", { name: "After capture: Save to Google Drive" }));
  await screen.findByRole("menuitemradio", { name: "Copy the link" });
  expect(screen.queryByRole("menuitemradio", { name: "Save to Dropbox" })).toBeNull();
  expect(changes()).toEqual([{ afterCapture: "drive" }]);
});

test("a refused change is reverted", async () => {
  const user = await open();
  server.answers["auth.updatePreferences"] = new ApiError({ status: 503, code: "unavailable", message: "No." });
  const keeps = screen.getByRole("switch", { name: "Save page details" });
  await user.click(keeps);
  await screen.findByRole("alert");
  await waitFor(() => expect((keeps as HTMLInputElement).checked).toBe(true));
});

test("a part is inserted into the file name at the caret, and an example shows the result", async () => {
  const user = await open();
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "File name" });
  await user.clear(field);
  await user.type(field, "Shot ");
  await user.click(screen.getByRole("button", { name: "Insert Site" }));
  expect(field.value).toBe("Shot {host}");
  expect(screen.getByText("Shot example.com.png")).toBeDefined();
  expect(changes()).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(changes()).toEqual([{ fileNamePattern: "Shot {host}" }]));
});

test("a file name that no system allows is reported and not sent", async () => {
  const user = await open();
  const field = screen.getByRole("textbox", { name: "File name" });
  await user.clear(field);
  await user.type(field, "a/b{Enter}");
  expect(screen.getByText(/A file name can't contain/u)).toBeDefined();
  await user.clear(field);
  await user.tab();
  expect(screen.getByText("Enter a file name.")).toBeDefined();
  expect(changes()).toEqual([]);
});

test("the folder of captures can be chosen", async () => {
  giveRoom();
  const user = await open();
  await user.click(screen.getByRole("button", { name: "Save captures in: My images" }));
  await user.click(await screen.findByRole("treeitem", { name: /Bug reports/u }));
  await user.click(screen.getByRole("button", { name: "Save here" }));
  await screen.findByRole("button", { name: "Save captures in: Bug reports" });
  expect(changes()).toEqual([{ captureFolderId: "bugs" }]);
});

test("links of single uploads can be switched off, and settings of missing services are not offered", async () => {
  const user = await open();
  await user.click(screen.getByRole("switch", { name: "Copy the link after an upload" }));
  await waitFor(() => expect(changes()).toEqual([{ copyUploadLink: false }]));
  expect(screen.queryByRole("switch", { name: /Drive/u })).toBeNull();
});

test("links of Google Drive can be preferred where that service is set up", async () => {
  server.answers["integrations.list"] = [
    { provider: "drive", configured: true, status: "disconnected", accountName: null, connectedAt: null },
  ];
  const user = await open();
  await user.click(await screen.findByRole("switch", { name: "Always get shareable links for Google Drive" }));
  await waitFor(() => expect(changes()).toEqual([{ driveShareableLinks: false }]));
});

test("the default workspace is chosen from a menu, and only by members of a workspace", async () => {
  const user = await open();
  await user.click(await screen.findByRole("button", { name: "Default workspace: My library" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Lumen" }));
  await screen.findByRole("button", { name: "Default workspace: Lumen" });
  expect(changes()).toEqual([{ defaultWorkspaceId: "lumen" }]);
});
