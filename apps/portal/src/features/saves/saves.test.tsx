import { DirectionProvider, MantineProvider } from "@mantine/core";
import { ApiError } from "@stillreel/client";
import { theme } from "@stillreel/ui/mantine";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SaveDraft } from "../../entities/saves/open-save-dialog.ts";
import type { SaveSubject } from "../../entities/saves/save-subject.ts";
import { trackedSaves } from "../../entities/saves/tracked-saves.ts";
import { queryClient } from "../../platform/api.ts";
import { fakeServer, type Question } from "../../test-harness/fake-server.ts";
import { SaveDialog } from "./save-dialog.tsx";
import { SaveTray } from "./save-tray.tsx";

const service = (provider: string, more: object = {}) => ({
  provider,
  configured: true,
  status: "connected",
  accountName: `mira@${provider}.example`,
  connectedAt: null,
  ...more,
});
const FOLDERS: Record<string, object[]> = {
  root: [
    { id: "r", name: "Riders" },
    { id: "p", name: "Press" },
  ],
  r: [{ id: "c", name: "Captures" }],
};
/** The folder Press has a file Totals. */
const nameAnswer = ({ folderId, name = "Totals", format = "png" }: { folderId?: string; name?: string; format?: string }) => {
  const isNumbered = folderId === "p" && name === "Totals";
  return { fileName: `${name}${isNumbered ? " (2)" : ""}.${format}`, isNumbered };
};
const PREFERENCES = { downloadFormat: "png", driveShareableLinks: false, askWhereToSave: false, defaultSubfolder: "" };
const server = fakeServer(() => ({
  "integrations.list": [service("drive"), service("dropbox"), service("slack")],
  "auth.getPreferences": PREFERENCES,
  "integrations.listFolders": ({ query }: Question) => ({
    items: FOLDERS[(query as { parentId?: string }).parentId ?? "root"] ?? [],
    nextCursor: null,
  }),
  "integrations.getSaveName": ({ query }: Question) => nameAnswer(query as { folderId?: string; name?: string; format?: string }),
  "integrations.save": { saveId: "s1" },
}));
beforeEach(() => {
  trackedSaves.remove(trackedSaves.current().map(({ id }) => id));
  localStorage.clear();
});

const picture: SaveSubject = {
  id: "a",
  type: "image",
  title: "Totals",
  fullFileName: "Totals.png",
  mimeType: "image/png",
  thumbnailUrl: null,
};
const draftOf = (more: Partial<SaveDraft> = {}): SaveDraft => ({
  subjects: [picture],
  provider: "drive",
  name: null,
  format: null,
  shareable: null,
  ...more,
});

const show = (content: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <DirectionProvider initialDirection="ltr" detectDirection={false}>
        <MantineProvider theme={theme} env="test">
          {content}
        </MantineProvider>
      </DirectionProvider>
    </QueryClientProvider>,
  );
async function openDialog(more: Partial<SaveDraft> = {}) {
  const onClose = vi.fn();
  show(<SaveDialog draft={draftOf(more)} onClose={onClose} />);
  await screen.findByRole("dialog");
  return { user: userEvent.setup(), onClose };
}
const saveButton = () => screen.findByRole<HTMLButtonElement>("button", { name: "Save to Google Drive" });

describe("the dialog", () => {
  test("saves one image with the preferred format to the preferred folder", async () => {
    const { user, onClose } = await openDialog();
    expect(await screen.findByText("mira@drive.example")).toBeDefined();
    expect(screen.getByText("Saves to My Drive")).toBeDefined();
    await user.click(await saveButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.sent("integrations.save")).toEqual([{ itemIds: ["a"], format: "png", shareable: false }]);
    expect(trackedSaves.current()).toMatchObject([{ id: "s1", copiesLink: false }]);
  });

  test("names the preferred subfolder, and takes both preferences for the cloud drive", async () => {
    server.answers["auth.getPreferences"] = { ...PREFERENCES, driveShareableLinks: true, defaultSubfolder: "Stillreel/Bugs" };
    await openDialog();
    expect(await screen.findByText("Saves to Stillreel / Bugs")).toBeDefined();
    expect(screen.getByRole("switch", { name: "Get a shareable link" })).toHaveProperty("checked", true);
  });

  test("asks for a folder when the preferences say so", async () => {
    server.answers["auth.getPreferences"] = { ...PREFERENCES, askWhereToSave: true };
    const { user } = await openDialog();
    expect((await saveButton()).disabled).toBe(true);
    await user.click(await screen.findByRole("option", { name: /Press/u }));
    expect((await saveButton()).disabled).toBe(false);
    await user.click(await saveButton());
    await waitFor(() => expect(server.sent("integrations.save")).toMatchObject([{ folderId: "p" }]));
  });

  test("a click chooses a folder, a double click opens it, and the path leads up", async () => {
    const { user } = await openDialog();
    await user.dblClick(await screen.findByText("Riders"));
    await user.click(await screen.findByText("Captures"));
    expect(screen.getByText("Saves to Riders / Captures")).toBeDefined();
    await user.click(within(screen.getByRole("navigation", { name: "Location" })).getByRole("button", { name: "My Drive" }));
    expect(await screen.findByText("Press")).toBeDefined();
    await user.click(await saveButton());
    await waitFor(() => expect(server.sent("integrations.save")).toMatchObject([{ subfolder: "" }]));
  });

  test("the keyboard chooses with arrows and opens with the arrow inward", async () => {
    const { user } = await openDialog();
    const list = await screen.findByRole("listbox");
    list.focus();
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("option", { selected: true }).textContent).toContain("Riders");
    await user.keyboard("{ArrowRight}");
    expect(await screen.findByText("Captures")).toBeDefined();
  });

  test("a new folder is created and chosen", async () => {
    server.answers["integrations.createFolder"] = { id: "n", name: "Fresh" };
    const { user } = await openDialog();
    await user.click(await screen.findByRole("button", { name: "New folder" }));
    await user.type(screen.getByRole("textbox", { name: "Name of the new folder" }), "Fresh{Enter}");
    expect(await screen.findByText("Saves to Fresh")).toBeDefined();
    expect(server.sent("integrations.createFolder")).toEqual([{ name: "Fresh" }]);
  });

  test("a changed name and format are sent", async () => {
    const { user } = await openDialog();
    const name = await screen.findByRole("textbox", { name: "File name" });
    await user.clear(name);
    expect((await saveButton()).disabled).toBe(true);
    await user.type(name, "Quarter 4");
    await user.click(screen.getByRole("radio", { name: "PDF" }));
    await user.click(await saveButton());
    await waitFor(() => expect(server.sent("integrations.save")).toMatchObject([{ name: "Quarter 4", format: "pdf" }]));
  });

  test("a name that exists in the chosen folder is shown with its number before it is saved", async () => {
    const { user } = await openDialog();
    await user.click(await screen.findByRole("option", { name: /Press/u }));
    expect(await screen.findByText("Totals (2).png")).toBeDefined();
    await user.click(screen.getByRole("radio", { name: "PDF" }));
    expect(await screen.findByText("Totals (2).pdf")).toBeDefined();
    await user.click(screen.getByRole("option", { name: /Riders/u }));
    await waitFor(() => expect(screen.queryByText(/The new one is saved as/u)).toBeNull());
    await user.click(screen.getByRole("option", { name: /Press/u }));
    await screen.findByText(/The new one is saved as/u);
    await user.type(screen.getByRole("textbox", { name: "File name" }), " 4");
    await waitFor(() => expect(screen.queryByText(/The new one is saved as/u)).toBeNull());
  });

  test("several items have no name, and the service can be chosen", async () => {
    const { user } = await openDialog({ provider: null, subjects: [picture, { ...picture, id: "b" }] });
    expect(await screen.findByText("2 files")).toBeDefined();
    await user.click(screen.getByRole("radio", { name: "Dropbox" }));
    await user.click(await screen.findByRole("button", { name: "Save to Dropbox" }));
    await waitFor(() => expect(server.calls.some(({ params }) => (params as { provider?: string })?.provider === "dropbox")).toBe(true));
  });

  test("without a connection it offers to connect, and stores its input for the return", async () => {
    server.answers["integrations.list"] = [service("drive", { status: "reconnect" })];
    server.answers["integrations.connect"] = { authorizeUrl: "#consent" };
    const { user } = await openDialog({ name: "Other name" });
    expect(await screen.findByText("Google Drive was disconnected")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Connect" }));
    await waitFor(() => expect(server.sent("integrations.connect")).toHaveLength(1));
    expect(JSON.parse(sessionStorage.getItem("stillreel.save-dialog") ?? "{}")).toMatchObject({ provider: "drive", name: "Other name" });
  });

  test("a refusal stays in the dialog", async () => {
    server.answers["integrations.save"] = new ApiError({ status: 404, code: "not-found", message: "gone" });
    const { user, onClose } = await openDialog();
    await user.click(await saveButton());
    expect((await screen.findByRole("alert")).textContent).toContain("We could not find that");
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("the list", () => {
  const result = (more: object = {}) => ({
    itemId: "a",
    fileName: "Totals.png",
    state: "done",
    bytes: 10,
    size: 10,
    url: "https://drive.google.com/file/d/1",
    error: null,
    code: null,
    ...more,
  });
  const saved = (state: string, results: object[], more: object = {}) => ({
    id: "s1",
    provider: "drive",
    state,
    done: 0,
    total: results.length,
    bytes: 0,
    totalBytes: 10,
    folder: "Riders/Captures",
    shareable: false,
    createdAt: "2026-09-18T10:00:00.000Z",
    finishedAt: null,
    results,
    ...more,
  });
  const tray = (copiesLink = false) => show(<SaveTray tracked={[{ id: "s1", thumbnails: {}, copiesLink }]} />);

  test("shows the progress, and cancels", async () => {
    server.answers["integrations.getSave"] = saved("running", [result({ state: "running", bytes: 5, url: null })]);
    server.answers["integrations.cancelSave"] = saved("cancelled", [result({ state: "cancelled", url: null })]);
    tray();
    expect(await screen.findByText("Saving 1 of 1")).toBeDefined();
    expect(screen.getByRole("progressbar", { name: "Progress of Totals.png" }).getAttribute("aria-valuenow")).toBe("50");
    expect(screen.getByText("Google Drive, Riders / Captures")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Cancel saving Totals.png" }));
    expect(await screen.findByText("Cancelled")).toBeDefined();
  });

  test("copies a link that was asked for", async () => {
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    server.answers["integrations.getSave"] = saved("done", [result()]);
    tray(true);
    expect(await screen.findByText("Link copied")).toBeDefined();
    expect(writeText).toHaveBeenCalledExactlyOnceWith("https://drive.google.com/file/d/1");
    expect(screen.getByRole("link", { name: "Open Totals.png in Google Drive" }).getAttribute("href")).toMatch(/^https:/u);
  });

  test("names the reason of a failure, and retries", async () => {
    server.answers["integrations.getSave"] = saved("failed", [result({ state: "failed", url: null, code: "provider-full", error: "x" })]);
    server.answers["integrations.retrySave"] = saved("running", [result({ state: "waiting", url: null })]);
    tray();
    expect((await screen.findByRole("alert")).textContent).toBe("Google Drive is full.");
    expect(screen.getByRole("status").textContent).toBe("1 file was not saved");
    server.answers["integrations.getSave"] = saved("running", [result({ state: "waiting", url: null })]);
    await userEvent.click(screen.getByRole("button", { name: "Retry Totals.png" }));
    expect(await screen.findByText("Waiting")).toBeDefined();
    expect(server.calls.filter(({ id }) => id === "integrations.retrySave")).toHaveLength(1);
  });
});
