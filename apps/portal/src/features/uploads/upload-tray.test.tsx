import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { initReactI18next } from "react-i18next";
import common from "@stillreel/i18n/en/common.json";
import errors from "@stillreel/i18n/en/errors.json";
import library from "@stillreel/i18n/en/library.json";
import { reduceUploads, type UploadEvent, type UploadQueue } from "./upload-queue.ts";
import { UploadTray } from "./upload-tray.tsx";
import type { UploadsStore } from "./uploads-store.ts";

vi.mock("../library/index.ts", () => ({ copyLink: async () => true }));
beforeAll(() =>
  i18next
    .use(initReactI18next)
    .init({ lng: "en", ns: ["common", "library", "errors"], defaultNS: "common", resources: { en: { common, library, errors } } }),
);
afterEach(cleanup);

const MB = 1024 * 1024;
const queue = (...events: UploadEvent[]): UploadQueue => events.reduce(reduceUploads, [] as UploadQueue);
const added: UploadEvent = { type: "added", uploads: [{ id: "1", name: "a.png", sizeBytes: 10 * MB }] };
const started: UploadEvent = { type: "started", id: "1", at: 0 };

function show(uploads: UploadQueue, file?: File) {
  const store = {
    retry: vi.fn(),
    remove: vi.fn(),
    clearSettled: vi.fn(),
    noteCopied: vi.fn(),
    fileOf: () => file,
  } as unknown as UploadsStore;
  render(
    <MantineProvider env="test">
      <UploadTray queue={uploads} store={store} />
    </MantineProvider>,
  );
  return store;
}

test("a running upload shows percent, size and a strip, and can be cancelled", async () => {
  const store = show(queue(added, started, { type: "progressed", id: "1", sentBytes: 4 * MB }));
  expect(screen.getByText("Uploading 1 of 1")).toBeDefined();
  expect(screen.getByText("40%")).toBeDefined();
  expect(screen.getByText("4 MB of 10 MB")).toBeDefined();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
  await userEvent.click(screen.getByRole("button", { name: "Cancel a.png" }));
  expect(store.remove).toHaveBeenCalledWith("1");
});

test("a failed upload says why in the catalogue's words and offers Retry", async () => {
  const store = show(queue(added, started, { type: "failed", id: "1", failure: { code: "storage-full" } }), new File(["x"], "a.png"));
  expect(screen.getByRole("alert").textContent).toBe(errors["storage-full"]);
  await userEvent.click(screen.getByRole("button", { name: "Retry a.png" }));
  expect(store.retry).toHaveBeenCalledWith("1");
});

test("a file that was refused unsent offers no Retry", () => {
  show(queue({ type: "refused", id: "1", name: "a.pdf", sizeBytes: 1, failure: { code: "unsupported-file-type" } }));
  expect(screen.getByText("This file type is not supported.")).toBeDefined();
  expect(screen.queryByRole("button", { name: /Retry/ })).toBeNull();
});

test("a finished one says that its link is copied, or offers to copy it", async () => {
  const finished: UploadEvent = { type: "finished", id: "1", result: { itemId: "i", shareUrl: null } };
  const store = show(queue(added, started, finished));
  await userEvent.click(screen.getByRole("button", { name: "Copy link to a.png" }));
  expect(store.noteCopied).toHaveBeenCalledWith("1");
  cleanup();
  show(queue(added, started, finished, { type: "copied", id: "1" }));
  expect(screen.getByText("Link copied")).toBeDefined();
});
