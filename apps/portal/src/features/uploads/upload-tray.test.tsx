import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { showPart, speakEnglish } from "../../test-harness/show-part.tsx";
import errors from "@stillreel/i18n/en/errors.json";
import { reduceUploads, type UploadEvent, type UploadQueue } from "../../entities/uploads/upload-queue.ts";
import { UploadTray } from "./upload-tray.tsx";
import type { UploadsStore } from "../../entities/uploads/uploads-store.ts";

const links = vi.hoisted(() => ({ copyLink: async () => true, turnOffLink: vi.fn(async () => {}) }));
vi.mock("../../entities/items/item-links.ts", () => links);
vi.mock("../../entities/items/item-facts.ts", () => ({ formatDuration: (seconds: number) => `0:${seconds}` }));
speakEnglish();

const MB = 1024 * 1024;
const queue = (...events: UploadEvent[]): UploadQueue => events.reduce(reduceUploads, [] as UploadQueue);
const added: UploadEvent = { type: "added", uploads: [{ id: "1", name: "a.png", sizeBytes: 10 * MB, kind: "image" }] };
const started: UploadEvent = { type: "started", id: "1", at: 0 };

const finished = (id: string): UploadEvent => ({
  type: "finished",
  id,
  result: { itemId: `item-${id}`, workspaceId: "own", shareUrl: null, duration: null, folderName: null, isRelocated: false },
});

function show(shown: UploadQueue, file?: File) {
  const onOpen = vi.fn();
  const onChooseAgain = vi.fn();
  const onAnnotate = vi.fn();
  const store = {
    retry: vi.fn(),
    pause: vi.fn(),
    resume: vi.fn(),
    pauseAll: vi.fn(),
    resumeAll: vi.fn(),
    retryAll: vi.fn(),
    remove: vi.fn(),
    clearSettled: vi.fn(),
    noteCopied: vi.fn(),
    noteHidden: vi.fn(),
    fileOf: () => file,
  } as unknown as UploadsStore;
  showPart(<UploadTray queue={shown} store={store} onOpen={onOpen} onAnnotate={onAnnotate} onChooseAgain={onChooseAgain} />);
  return { store, onOpen, onAnnotate, onChooseAgain };
}

test("a running upload shows percent, size and a strip, and can be cancelled", async () => {
  const { store } = show(queue(added, started, { type: "progressed", id: "1", sentBytes: 4 * MB, at: 0 }));
  expect(screen.getByText("Uploading 1 of 1")).toBeDefined();
  expect(screen.getByText("40%")).toBeDefined();
  expect(screen.getByText("4 of 10 MB")).toBeDefined();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
  await userEvent.click(screen.getByRole("button", { name: "Cancel a.png" }));
  expect(store.remove).toHaveBeenCalledWith("1");
});

test("a failed upload shows the error text of the catalogue and offers Retry", async () => {
  const { store } = show(queue(added, started, { type: "failed", id: "1", failure: { code: "storage-full" } }), new File(["x"], "a.png"));
  expect(screen.getByRole("alert").textContent).toBe(errors["storage-full"]);
  await userEvent.click(screen.getByRole("button", { name: "Retry a.png" }));
  expect(store.retry).toHaveBeenCalledWith("1");
});

test("a file that was refused unsent offers no Retry", () => {
  show(
    queue({
      type: "refused",
      uploads: [{ id: "1", name: "a.pdf", sizeBytes: 1, kind: "image" }],
      failure: { code: "unsupported-file-type" },
    }),
  );
  expect(screen.getByText("This file type is not supported.")).toBeDefined();
  expect(screen.queryByRole("button", { name: /Retry/ })).toBeNull();
});

test("a finished upload reports that its link is copied, or offers to copy it", async () => {
  const finished: UploadEvent = {
    type: "finished",
    id: "1",
    result: { itemId: "i", workspaceId: "own", shareUrl: null, duration: null, folderName: "Bug reports", isRelocated: false },
  };
  const { store } = show(queue(added, started, finished));
  await userEvent.click(screen.getByRole("button", { name: "Copy link to a.png" }));
  expect(store.noteCopied).toHaveBeenCalledWith("1");
  cleanup();
  show(queue(added, started, finished, { type: "copied", id: "1" }));
  expect(screen.getByText("Link copied")).toBeDefined();
});

test("a copied link is announced as public and can be turned off; the list stays until it is closed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { store } = show(queue(added, started, finished("1"), { type: "copied", id: "1" }));
    expect(screen.getByText("Anyone with the link")).toBeDefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.clearSettled).not.toHaveBeenCalled();
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
      .click(screen.getByRole("button", { name: "Make a.png private" }));
    expect(links.turnOffLink).toHaveBeenCalledWith({ id: "item-1", workspaceId: "own" });
    await vi.waitFor(() => expect(store.noteHidden).toHaveBeenCalledWith("1"));
    cleanup();
    const later = show(queue(added, started, finished("1"), { type: "copied", id: "1" }, { type: "hidden", id: "1" }));
    expect(screen.queryByText("Anyone with the link")).toBeNull();
    expect(screen.getByRole("button", { name: "Copy link to a.png" })).toBeDefined();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(later.store.clearSettled).toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test("a running upload can be paused, a paused upload resumed, and several together", async () => {
  const { store } = show(queue(added, started));
  await userEvent.click(screen.getByRole("button", { name: "Pause a.png" }));
  expect(store.pause).toHaveBeenCalledWith("1");
  expect(screen.queryByRole("button", { name: "Pause all" })).toBeNull();
  cleanup();
  const second: UploadEvent = { type: "added", uploads: [{ id: "2", name: "b.mp4", sizeBytes: MB, kind: "video" }] };
  const both = show(queue(added, second, { type: "paused", id: "1" }, { type: "paused", id: "2" }));
  expect(screen.getByText("2 uploads paused")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Resume b.mp4" }));
  expect(both.store.resume).toHaveBeenCalledWith("2");
  await userEvent.click(screen.getByRole("button", { name: "Resume all" }));
  expect(both.store.resumeAll).toHaveBeenCalled();
});

test("a finished upload names its folder and links to it", async () => {
  const finished: UploadEvent = {
    type: "finished",
    id: "1",
    result: { itemId: "i", workspaceId: "own", shareUrl: null, duration: null, folderName: "Bug reports", isRelocated: false },
  };
  const { onOpen } = show(queue(added, started, finished));
  expect(screen.getByText("10 MB, in Bug reports")).toBeDefined();
  await userEvent.click(screen.getByRole("link", { name: "a.png" }));
  expect(onOpen.mock.calls[0]?.[0]).toMatchObject({ id: "1" });
});

test("an upload whose folder was removed names the folder that it is in", () => {
  show(
    queue(added, started, {
      type: "finished",
      id: "1",
      result: { itemId: "i", workspaceId: "own", shareUrl: null, duration: null, folderName: null, isRelocated: true },
    }),
  );
  expect(screen.getByText("Its folder no longer exists, so it is in My images")).toBeDefined();
});

test("an upload that a reload interrupted asks for its file, and stays until it is dismissed", async () => {
  const { onChooseAgain } = show(queue({ type: "restored", uploads: [{ id: "1", name: "a.mp4", sizeBytes: MB, kind: "video" }] }));
  expect(screen.getByText("1 upload was interrupted")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Choose a.mp4 again" }));
  expect(onChooseAgain).toHaveBeenCalledWith("1");
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
});

test("a finished video shows its duration instead of its size", () => {
  const video: UploadEvent = { type: "added", uploads: [{ id: "1", name: "a.mp4", sizeBytes: MB, kind: "video" }] };
  const result = { itemId: "i", workspaceId: "own", shareUrl: null, duration: 37, folderName: null, isRelocated: false };
  show(queue(video, started, { type: "finished", id: "1", result }));
  expect(screen.getByText("0:37, in My videos")).toBeDefined();
  expect(screen.getByRole("link", { name: "a.mp4" }).getAttribute("href")).toBe("/videos/i");
});

test("a picture that was uploaded alone is drawn on from its row", async () => {
  const { onAnnotate } = show(queue(added, started, finished("1")));
  await userEvent.click(screen.getByRole("button", { name: "Annotate a.png" }));
  expect(onAnnotate).toHaveBeenCalledWith({ id: "item-1", type: "image", workspaceId: "own" });
});

test("among several, and before it is there, no row offers drawing", () => {
  show(queue(added, started));
  expect(screen.queryByRole("button", { name: /Annotate/u })).toBeNull();
  cleanup();
  const second: UploadEvent = { type: "added", uploads: [{ id: "2", name: "b.png", sizeBytes: MB, kind: "image" }] };
  show(queue(added, second, started, { type: "started", id: "2", at: 0 }, finished("1"), finished("2")));
  expect(screen.queryByRole("button", { name: /Annotate/u })).toBeNull();
});
